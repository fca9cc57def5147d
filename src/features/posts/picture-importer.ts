import { readFile, stat } from 'node:fs/promises';
import { LRUCache } from 'lru-cache';
import type { Context } from '#kernel/context.ts';
import { DomainError } from '#kernel/errors.ts';
import { type FetchLimits, FetchRefusal, type RefusalReason } from '#kernel/fetch/fetch-bytes.ts';
import { fetchPicture } from '#kernel/fetch/fetch-picture.ts';
import type { FileStore } from '#kernel/storage/files.ts';
import { type PreparedBody, replaceAddresses } from './body/index.ts';
import { resolveLocalFile } from './import/index.ts';

/** Where a picture reference occurs: the post's own file, and the folder from which pictures may be read. */
export type PictureSource = {
  file: string;
  root: string | undefined;
  /** The host of the exporting site, whose files may lie in the folder. */
  siteHost?: string | undefined;
  /** Called with the reason, in Chinese, for a picture that is unavailable. */
  onMissing?: (reason: string) => void;
};

/** Imports the pictures and documents of imported posts. */
export type PictureImporter = {
  /** @returns the picture's address here, or null if it is unavailable */
  store(ctx: Context, src: string, from: PictureSource): Promise<string | null>;
  /** @returns the address here of a document that lies in the imported folder; null for any other address */
  storeDocument(ctx: Context, src: string, from: PictureSource): Promise<string | null>;
  /** As `storeDocument`, also for a picture; fetches nothing from the web. */
  storeUpload(ctx: Context, src: string, from: PictureSource): Promise<string | null>;
};

/** Stores the bytes of a picture or document with its original address; returns its address here. */
export type SaveFile = (
  ctx: Context,
  file: { bytes: Uint8Array; address: string; name: string; kind: 'image' | 'file' },
) => Promise<string>;

/** A host that failed this often in a row is asked no more, so that a dead site does not cost a thousand timeouts. */
const maxHostFailures = 3;
/** Pictures that a run remembers: themes repeat the same ones in every post. */
const maxRemembered = 10_000;
const maxPictureBytes = 30 * 1024 * 1024;
const maxDocumentBytes = 100 * 1024 * 1024;

/** Imports pictures from the imported folder and from public web hosts; by default into the file store. */
export function createPictureImporter(
  files: FileStore,
  { save, ...limits }: FetchLimits & { save?: SaveFile } = {},
): PictureImporter {
  const failures = new Map<string, number>();
  const known = new LRUCache<string, string>({ max: maxRemembered });
  const faults = new LRUCache<string, string>({ max: maxRemembered });
  const toFiles: SaveFile = (ctx, { bytes, name }) => files.save(ctx.tenant.id, bytes, name);
  const store = save ?? toFiles;

  async function download(ctx: Context, src: string): Promise<string> {
    const url = URL.parse(src, 'https://guanlan.invalid');
    if (!url) throw new Unavailable('地址无效');
    const cached = known.get(url.href);
    if (cached !== undefined) return cached;
    const fault = faults.get(url.href);
    if (fault !== undefined) throw new Unavailable(fault);
    if ((failures.get(url.host) ?? 0) >= maxHostFailures)
      throw new Unavailable(`${url.host} 一再没有响应，没有再试`);
    try {
      const { bytes, name } = await fetchPicture(url.href, limits);
      failures.delete(url.host);
      const address = await store(ctx, { bytes, address: url.href, name, kind: 'image' });
      known.set(url.href, address);
      return address;
    } catch (error) {
      const reason = explainMissing(error);
      if (reason !== null) faults.set(url.href, reason);
      if (isHostFailure(error)) failures.set(url.host, (failures.get(url.host) ?? 0) + 1);
      throw error;
    }
  }

  async function read(ctx: Context, src: string, path: string | null): Promise<string> {
    if (path === null || !isPicture(path)) throw new Unavailable('导入的文件里没有这张图片');
    if ((await stat(path)).size > maxPictureBytes) throw new Unavailable('图片超过 30 MB');
    const save = /\.svg$/i.test(path) ? toFiles : store;
    return save(ctx, { bytes: await readFile(path), address: src, name: path, kind: 'image' });
  }

  const isWeb = (src: string) => /^(?:https?:)?\/\//i.test(src);
  const find = (src: string, { file, root, siteHost }: PictureSource) =>
    resolveLocalFile(file, src, root, siteHost);

  /** @returns what `run` returns; null after telling why a file is unavailable */
  async function unlessMissing(
    ctx: Context,
    src: string,
    { onMissing }: PictureSource,
    run: () => Promise<string | null>,
  ): Promise<string | null> {
    try {
      return await run();
    } catch (error) {
      const reason = explainMissing(error);
      if (reason === null) throw error;
      ctx.log.info({ err: error, src }, 'Could not import a file');
      onMissing?.(reason);
      return null;
    }
  }

  async function readDocument(ctx: Context, src: string, path: string): Promise<string> {
    if ((await stat(path)).size > maxDocumentBytes) throw new Unavailable('附件超过 100 MB');
    return store(ctx, { bytes: await readFile(path), address: src, name: path, kind: 'file' });
  }

  return {
    async store(ctx, src, from) {
      if (src.startsWith('/files/')) return src;
      return unlessMissing(ctx, src, from, async () => {
        const path = await find(src, from);
        return path === null && isWeb(src) ? download(ctx, src) : read(ctx, src, path);
      });
    },
    async storeDocument(ctx, src, from) {
      if (src.startsWith('/files/')) return null;
      const path = await find(src, from);
      return path && unlessMissing(ctx, src, from, () => readDocument(ctx, src, path));
    },
    async storeUpload(ctx, src, from) {
      const path = await find(src, from);
      const readFound = isPicture(path ?? '') ? read : readDocument;
      return path && unlessMissing(ctx, src, from, () => readFound(ctx, src, path));
    },
  };
}

const isPicture = (path: string): boolean => /\.(?:svg|png|jpe?g|gif|webp|avif)$/i.test(path);

class Unavailable extends Error {}

/** Network errors have a code or are timeouts; any other error is the response of a live host. */
const isHostFailure = (error: unknown): boolean =>
  error instanceof FetchRefusal ? error.reason === 'slow' : isNetworkError(error);

const isNetworkError = (error: unknown): boolean =>
  !(error instanceof DomainError) &&
  /^(?:E[A-Z_]+|UND_ERR\w*|\w*CERT\w*)$/.test((error as { code?: string }).code ?? '');

const refusals: Record<Exclude<RefusalReason, 'status'>, string> = {
  address: '地址无效',
  inside: '地址不在公网上',
  redirects: '转向的次数过多',
  type: '得到的不是图片',
  encoding: '压缩方式无法识别',
  large: '图片超过 10 MB',
  slow: '没有在限定的时间内传完',
};

/** Returns why a picture is unavailable, in Chinese; null for an error of our own, such as a full disk. */
function explainMissing(error: unknown): string | null {
  if (error instanceof Unavailable || error instanceof DomainError) return error.message;
  if (error instanceof FetchRefusal)
    return error.reason === 'status' ? `对方返回 ${error.status ?? '错误'}` : refusals[error.reason];
  return isNetworkError(error) ? `连不上对方（${(error as { code: string }).code}）` : null;
}

/**
 * Replaces the pictures and attachments of a body by imported copies: each function imports one and returns its address. An
 * unavailable picture (null) becomes a link, so that no page requests another host; such an attachment stays as it is.
 */
export async function importBodyFiles(
  body: PreparedBody,
  storePicture: (src: string) => Promise<string | null>,
  storeDocument: (src: string) => Promise<string | null>,
): Promise<PreparedBody> {
  const pictures = new Map<string, { src: string } | null>();
  for (const src of body.images) {
    const address = await storePicture(src);
    pictures.set(src, address === null ? null : { src: address });
  }
  const links = new Map<string, string>();
  for (const { url } of body.attachments) {
    const address = await storeDocument(url);
    if (address !== null) links.set(url, address);
  }
  return replaceAddresses(body, { pictures, links });
}
