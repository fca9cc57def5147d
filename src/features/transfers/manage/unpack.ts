import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { DomainError, invalid } from '#kernel/errors.ts';

/** Fits a newspaper's archive of texts and pictures, but not a zip bomb. */
const maxBytes = 2 * 1024 ** 3;
const maxFiles = 100_000;
const maxRatio = 300;
const minMeasuredBytes = 10 * 1024 * 1024;

/**
 * Unpacks a zip of texts and pictures into `folder`, which must be empty. Rejects names that lead out of it and zip
 * bombs.
 * @returns the faults of single files, which are left out
 * @throws invalid naming the fault
 */
export async function unpack(path: string, folder: string): Promise<string[]> {
  const faults: string[] = [];
  const zip = await openPromise(path, { autoClose: false }).catch((error: unknown) => {
    throw toInvalidZip(error);
  });
  try {
    let bytes = 0;
    let files = 0;
    for await (const entry of zip.eachEntry()) {
      bytes += entry.uncompressedSize;
      files += 1;
      checkEntry(entry, bytes, files);
      if (entry.fileName.endsWith('/')) continue;
      const fault = await writeEntry(zip, entry, folder);
      if (fault !== null) faults.push(fault);
    }
    return faults;
  } catch (error) {
    throw error instanceof DomainError || isOfDisk(error) ? error : toInvalidZip(error);
  } finally {
    zip.close();
  }
}

function toInvalidZip(error: unknown): DomainError {
  // The messages of yauzl for names that are absolute or lead out of the folder.
  const isUnsafePath = /^(?:absolute path|invalid relative path|invalid characters in fileName): /.test(
    (error as Error).message,
  );
  const message = isUnsafePath
    ? 'zip 里有文件的路径不合规（绝对路径、.. 或反斜杠），请重新打包'
    : '这不是完整的 zip，它可能没有传完';
  return new DomainError('invalid', message, { cause: error });
}

const isOfDisk = (error: unknown) => /^E[A-Z]+$/.test((error as NodeJS.ErrnoException).code ?? '');

function checkEntry(
  { fileName, compressedSize, uncompressedSize }: Entry,
  bytes: number,
  files: number,
): void {
  if (fileName === 'manifest.json')
    throw invalid('这是整站导出包：请在服务器上用 npm run guanlan -- restore 恢复到一个空站');
  if (bytes > maxBytes || files > maxFiles)
    throw invalid('zip 展开后太大：最多 2 GB、十万个文件，请分几次导入');
  if (uncompressedSize > minMeasuredBytes && uncompressedSize > compressedSize * maxRatio)
    throw invalid(`zip 里的 ${fileName.slice(0, 100)} 展开后大得不正常`);
}

// yauzl has rejected absolute names and those that lead out; a symbolic link is written as a file with its target.
async function writeEntry(zip: ZipFile, entry: Entry, folder: string): Promise<string | null> {
  const path = join(folder, entry.fileName);
  try {
    await mkdir(dirname(path), { recursive: true });
    await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(path, { flags: 'wx' }));
    return null;
  } catch (error) {
    const fault = pathFaults[(error as NodeJS.ErrnoException).code ?? ''];
    if (fault === undefined) throw error;
    return `zip 里的 ${entry.fileName.slice(0, 60)} ${fault}`;
  }
}

const sameName = '和另一个文件重名，没有导入，请改名后再导入它';
/** Names that a zip may contain but the file system rejects, by error code. */
const pathFaults: Readonly<Record<string, string>> = {
  EEXIST: sameName,
  ENOTDIR: sameName,
  EISDIR: sameName,
  ENAMETOOLONG: '文件名太长，没有导入，请改短后再导入它',
};
