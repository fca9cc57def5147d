import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { DomainError, invalid } from '#kernel/errors.ts';
import {
  type FileLine,
  fileLine,
  fileListName,
  filePart,
  filePath,
  formatVersion,
  type Manifest,
  manifestName,
  manifestSchema,
  tablePart,
} from './manifest.ts';

/** Maximum compression ratio: real text and figures stay below it, a zip bomb exceeds it. */
const maxRatio = 300;
const minMeasuredBytes = 10 * 1024 * 1024;
const maxManifestBytes = 64 * 1024 * 1024;
/** A body has at most five million characters, and its row contains it two or three times. */
const maxLineBytes = 128 * 1024 * 1024;

/** An open whole-site archive with a valid structure; the content of its parts is verified while it is read. */
export type ArchiveReader = {
  readonly manifest: Manifest;
  /** Total size of its files on disk, in bytes. */
  rows(table: string): AsyncGenerator<string>;
  files(): AsyncGenerator<FileLine>;
  /** The content of a file; the caller compares its SHA-256. */
  file(path: string): Promise<Readable>;
  close(): void;
};

/**
 * Opens an archive. Rejects names that lead out of it, missing parts, wrong sizes and a truncated zip. @throws invalid
 * naming the fault
 */
export async function openArchive(path: string): Promise<ArchiveReader> {
  const zip = await openPromise(path, { autoClose: false }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EISDIR') throw invalid(`${path} 是文件夹，应为本系统导出的 zip 文件`);
    if (error.code === 'ENOENT' || error.code === 'EACCES')
      throw invalid(`读不了 ${path}：文件不存在或无权读取`);
    throw toInvalidArchive(error);
  });
  try {
    const entries = await readEntries(zip);
    const manifest = await readManifest(zip, entries);
    requireParts(manifest, entries);
    return {
      manifest,
      rows(table) {
        const part = manifest.tables.find(({ name }) => name === table);
        if (!part) throw new Error(`${table} is not in this archive`);
        return readLines(zip, entryOf(entries, tablePart(table)), part);
      },
      async *files() {
        for await (const line of readLines(zip, entryOf(entries, fileListName), manifest.files))
          yield readFileLine(line);
      },
      file: (file) => openEntry(zip, entryOf(entries, filePart(file))),
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error instanceof DomainError ? error : toInvalidArchive(error);
  }
}

const toInvalidArchive = (error: unknown) =>
  new DomainError('invalid', '这个文件不是完整的导出包：它可能没有传完，或者不是由本系统导出的', {
    cause: error,
  });

async function readEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  const faults: string[] = [];
  for await (const entry of zip.eachEntry()) {
    const { fileName, compressedSize, uncompressedSize } = entry;
    if (entries.has(fileName)) faults.push(`导出包里有两份 ${fileName}`);
    if (!isExpected(fileName)) faults.push(`导出包里有不认识的内容：${fileName.slice(0, 100)}`);
    if (uncompressedSize > minMeasuredBytes && uncompressedSize > compressedSize * maxRatio)
      faults.push(`导出包里的 ${fileName} 展开后大得不正常`);
    entries.set(fileName, entry);
  }
  // Whose archive it is comes before what is wrong with it.
  if (!entries.has(manifestName)) throw invalid(explainForeign([...entries.keys()]));
  if (faults[0] !== undefined) throw invalid(faults[0]);
  return entries;
}

/** Content of other systems that the importer reads. */
const importable = /\.(?:xml|wxr|rss|atom|md|markdown|jsonl?|ndjson|csv|tsv)$/i;

const explainForeign = (names: readonly string[]): string =>
  names.some((name) => importable.test(name))
    ? '这不是本系统的导出包（里面没有 manifest.json）：要导入别的系统的文章，请用 npm run guanlan -- import，或后台的“导入导出”'
    : '这不是本系统的导出包：里面没有 manifest.json';

const isExpected = (name: string): boolean =>
  name === manifestName ||
  name === fileListName ||
  /^tables\/[a-z_]{1,60}\.jsonl$/.test(name) ||
  (name.startsWith('files/') && filePath.test(name.slice('files/'.length)));

async function readManifest(zip: ZipFile, entries: Map<string, Entry>): Promise<Manifest> {
  const entry = entries.get(manifestName);
  if (!entry) throw invalid('这不是本系统的导出包：里面没有 manifest.json');
  if (entry.uncompressedSize > maxManifestBytes) throw invalid('导出包的 manifest.json 大得不正常');
  const chunks: Buffer[] = [];
  let json: unknown;
  try {
    for await (const chunk of await openEntry(zip, entry)) chunks.push(chunk as Buffer);
    const bytes = Buffer.concat(chunks);
    // The other parts have hashes in the manifest; the manifest itself has only the zip's checksum.
    if (crc32(bytes) !== entry.crc32) throw invalid('导出包的 manifest.json 被改动过，或者没有传完');
    json = JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw toInvalidArchive(error);
  }
  const result = manifestSchema.safeParse(json);
  if (!result.success) throw invalid('导出包的 manifest.json 不完整，不是本系统的导出包');
  if (result.data.version > formatVersion)
    throw invalid('这个导出包由更新的版本导出，请先升级本站，再导入它');
  return result.data;
}

function requireParts({ tables, files }: Manifest, entries: Map<string, Entry>): void {
  const names = [...tables.map(({ name }) => tablePart(name)), fileListName];
  const missing = names.find((name) => !entries.has(name));
  if (missing) throw invalid(`导出包不完整：缺少 ${missing}`);
  if (entries.size !== names.length + 1 + files.rows) throw invalid('导出包不完整：文件的数目与清单不符');
}

function entryOf(entries: Map<string, Entry>, name: string): Entry {
  const entry = entries.get(name);
  if (!entry) throw invalid(`导出包不完整：缺少 ${name}`);
  return entry;
}

const openEntry = (zip: ZipFile, entry: Entry): Promise<Readable> => zip.openReadStreamPromise(entry);

/** Yields the lines of a part; at its end their number and SHA-256 must match the manifest. */
async function* readLines(
  zip: ZipFile,
  entry: Entry,
  expected: { rows: number; sha256: string },
): AsyncGenerator<string> {
  const hash = createHash('sha256');
  let rest: Buffer[] = [];
  let heldBytes = 0;
  let rows = 0;
  try {
    for await (const chunk of (await openEntry(zip, entry)) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      let from = 0;
      for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
        rows += 1;
        yield Buffer.concat([...rest, chunk.subarray(from, end)]).toString('utf8');
        [rest, heldBytes, from] = [[], 0, end + 1];
      }
      if (from < chunk.length) rest.push(chunk.subarray(from));
      heldBytes += chunk.length - from;
      if (heldBytes > maxLineBytes) throw invalid(`导出包的 ${entry.fileName} 第 ${rows + 1} 行大得不正常`);
    }
  } catch (error) {
    if (error instanceof DomainError || !isOfZip(error)) throw error;
    throw new DomainError('invalid', differsMessage(entry), { cause: error });
  }
  if (rest.length > 0 || rows !== expected.rows || hash.digest('hex') !== expected.sha256)
    throw invalid(differsMessage(entry));
}

const differsMessage = ({ fileName }: Entry): string =>
  `导出包的 ${fileName} 与清单不符：它被改动过，或者没有传完`;

// Errors of the consumer also pass through here, and are not faults of the zip.
const isOfZip = (error: unknown): boolean => {
  const { code, message } = error as { code?: string; message?: string };
  return code?.startsWith('Z_') === true || /zip|byte|size|stream|header/i.test(message ?? '');
};

function readFileLine(line: string): FileLine {
  const result = fileLine.safeParse(JSON.parse(line));
  if (!result.success) throw invalid('导出包的文件清单（files.jsonl）里有不认识的一行');
  return result.data;
}
