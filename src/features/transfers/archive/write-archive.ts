import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { conflict } from '#kernel/errors.ts';

/** Stored without compression, since they are already compressed. */
const compressedExtensions =
  /\.(?:png|jpe?g|gif|webp|avif|mp4|webm|mov|mp3|m4a|ogg|zip|gz|7z|rar|docx|xlsx|pptx|pdf)$/;

/** An archive being written; parts are added one after another. */
export type ArchiveWriter = {
  /** @returns the number of lines, and the SHA-256 of the part */
  addLines(name: string, lines: AsyncIterable<string>): Promise<{ rows: number; sha256: string }>;
  /** @returns its size in bytes and SHA-256 */
  addFile(name: string, content: Readable): Promise<{ bytes: number; sha256: string }>;
  addText(name: string, text: string): void;
};

/**
 * Writes a zip at `path`, readable only by its owner. It gets its name once it is complete, and is deleted if `work`
 * fails. @throws conflict if the path exists
 */
export async function writeArchive<T>(
  path: string,
  mtime: Date,
  work: (writer: ArchiveWriter) => Promise<T>,
): Promise<T> {
  const partialPath = `${path}.part`;
  const output = createWriteStream(partialPath, { flags: 'wx', mode: 0o600 });
  const zip = new ZipFile();
  const written = pipeline(zip.outputStream as Readable, output);
  // Avoids an unhandled rejection: the error is reported where a part is awaited, or at the end.
  written.catch(() => undefined);
  zip.on('error', (error) => (zip.outputStream as Readable).destroy(error as Error));
  try {
    const result = await Promise.race([work(createWriter(zip, mtime)), failureOf(written)]);
    zip.end();
    await written;
    await rename(partialPath, path);
    return result;
  } catch (error) {
    (zip.outputStream as Readable).destroy();
    await written.catch(() => undefined);
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw conflict(`${partialPath} 已存在：另一次导出正在进行，或上次被打断；确认没有在进行后请删除它`);
    await rm(partialPath, { force: true });
    throw error;
  }
}

/** Never resolves; rejects if the output fails, for example because the disk is full. */
const failureOf = (written: Promise<void>): Promise<never> =>
  new Promise((_, reject) => written.catch(reject));

function createWriter(zip: ZipFile, mtime: Date): ArchiveWriter {
  const options = { mtime, mode: 0o100600 };
  const add = async (name: string, content: Readable, compress: boolean) => {
    // Sizes are unknown until the end, and may exceed 4 GB.
    zip.addReadStream(content, name, { ...options, compress, forceZip64Format: true });
    await finished(content);
  };
  return {
    async addLines(name, lines) {
      const hash = createHash('sha256');
      let rows = 0;
      const bytes = async function* () {
        for await (const line of lines) {
          const chunk = Buffer.from(`${line}\n`);
          hash.update(chunk);
          rows += 1;
          yield chunk;
        }
      };
      await add(name, Readable.from(bytes(), { objectMode: false }), true);
      return { rows, sha256: hash.digest('hex') };
    },
    async addFile(name, content) {
      const hash = createHash('sha256');
      let size = 0;
      const bytes = async function* () {
        for await (const chunk of content as AsyncIterable<Buffer>) {
          hash.update(chunk);
          size += chunk.length;
          yield chunk;
        }
      };
      await add(name, Readable.from(bytes(), { objectMode: false }), !compressedExtensions.test(name));
      return { bytes: size, sha256: hash.digest('hex') };
    },
    addText: (name, text) => zip.addBuffer(Buffer.from(text), name, options),
  };
}
