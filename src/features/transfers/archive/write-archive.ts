import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { conflict } from '#kernel/errors.ts';

/** Kept as they are: they are compressed already. */
const compressed = /\.(?:png|jpe?g|gif|webp|avif|mp4|webm|mov|mp3|m4a|ogg|zip|gz|7z|rar|docx|xlsx|pptx|pdf)$/;

/** An archive being written; parts come one after another. */
export type ArchiveWriter = {
  /** @returns how many lines there were, and the SHA-256 of the part */
  addLines(name: string, lines: AsyncIterable<string>): Promise<{ rows: number; sha256: string }>;
  /** @returns its size in bytes and SHA-256 */
  addFile(name: string, content: Readable): Promise<{ bytes: number; sha256: string }>;
  addText(name: string, text: string): void;
};

/**
 * Writes a zip at `path`, readable by its owner alone. It stands under its name once it is whole, and not at all when
 * `work` fails. @throws conflict when something is there already
 */
export async function writeArchive<T>(
  path: string,
  mtime: Date,
  work: (writer: ArchiveWriter) => Promise<T>,
): Promise<T> {
  const unfinished = `${path}.part`;
  const output = createWriteStream(unfinished, { flags: 'wx', mode: 0o600 });
  const zip = new ZipFile();
  const written = pipeline(zip.outputStream as Readable, output);
  // Heard at the end; until then whoever waits for a part hears of it there.
  written.catch(() => undefined);
  zip.on('error', (error) => (zip.outputStream as Readable).destroy(error as Error));
  try {
    const result = await Promise.race([work(writerTo(zip, mtime)), failureOf(written)]);
    zip.end();
    await written;
    await rename(unfinished, path);
    return result;
  } catch (error) {
    (zip.outputStream as Readable).destroy();
    await written.catch(() => undefined);
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw conflict(`${unfinished} 已存在：另一次导出正在进行，或上次被打断；确认没有在进行后请删除它`);
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** Never fulfilled: only a disk that is full, or gone, ends it. */
const failureOf = (written: Promise<void>): Promise<never> =>
  new Promise((_, reject) => written.catch(reject));

function writerTo(zip: ZipFile, mtime: Date): ArchiveWriter {
  const options = { mtime, mode: 0o100600 };
  const add = async (name: string, content: Readable, compress: boolean) => {
    // Sizes are unknown until the end, and may pass 4 GB.
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
      await add(name, Readable.from(bytes(), { objectMode: false }), !compressed.test(name));
      return { bytes: size, sha256: hash.digest('hex') };
    },
    addText: (name, text) => zip.addBuffer(Buffer.from(text), name, options),
  };
}
