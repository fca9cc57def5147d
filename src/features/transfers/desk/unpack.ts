import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { DomainError, invalid } from '#kernel/errors.ts';

/** A paper's whole archive of texts and pictures fits; a zip made to fill the disk does not. */
const mostBytes = 2 * 1024 ** 3;
const mostFiles = 100_000;
const mostRatio = 300;
const worthMeasuring = 10 * 1024 * 1024;

/**
 * Unpacks a zip of texts and pictures into `folder`, which must be new. Names that lead out of it are refused, and so
 * is what swells beyond reason.
 * @throws invalid saying what is wrong with it
 */
export async function unpack(path: string, folder: string): Promise<void> {
  const zip = await openPromise(path, { autoClose: false }).catch((error: unknown) => {
    throw broken(error);
  });
  try {
    let bytes = 0;
    let files = 0;
    for await (const entry of zip.eachEntry()) {
      bytes += entry.uncompressedSize;
      files += 1;
      refuse(entry, bytes, files);
      if (!entry.fileName.endsWith('/')) await write(zip, entry, folder);
    }
  } catch (error) {
    throw error instanceof DomainError || isOfDisk(error) ? error : broken(error);
  } finally {
    zip.close();
  }
}

const broken = (error: unknown) =>
  new DomainError('invalid', '这不是完整的 zip，它可能没有传完', { cause: error });

const isOfDisk = (error: unknown) => /^E[A-Z]+$/.test((error as NodeJS.ErrnoException).code ?? '');

function refuse({ fileName, compressedSize, uncompressedSize }: Entry, bytes: number, files: number): void {
  if (fileName === 'manifest.json')
    throw invalid('这是整站导出包：请在服务器上用 npm run guanlan -- restore 恢复到一个空站');
  if (bytes > mostBytes || files > mostFiles)
    throw invalid('zip 展开后太大：最多 2 GB、十万个文件，请分几次导入');
  if (uncompressedSize > worthMeasuring && uncompressedSize > compressedSize * mostRatio)
    throw invalid(`zip 里的 ${fileName.slice(0, 100)} 展开后大得不正常`);
}

// yauzl has refused absolute names and those that lead out; links come out as files that hold their target.
async function write(zip: ZipFile, entry: Entry, folder: string): Promise<void> {
  const path = join(folder, entry.fileName);
  await mkdir(dirname(path), { recursive: true });
  await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(path, { flags: 'wx' }));
}
