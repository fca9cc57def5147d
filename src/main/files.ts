import { mkdirSync } from 'node:fs';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { detailPath } from '#client/routes.ts';
import { noteDownload } from '#features/leaks/index.ts';
import { decideFileAccess, type FileAccess, isDocument } from '#features/posts/index.ts';
import type { Context } from '#kernel/context.ts';
import { DatabaseUnavailable } from '#kernel/errors.ts';
import { keyOf } from '#kernel/storage/names.ts';
import type { S3Stream } from '#kernel/storage/s3-files.ts';
import type { App } from './app.ts';
import { drawMessage } from './message-page.ts';

// A picture may be an SVG that somebody wrote: shown as a page of its own it must be dead.
const headers = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; sandbox",
};
const immutable = 'public, max-age=31536000, immutable';
// A piece may be withdrawn or locked later, and its documents with it.
const briefly = 'public, max-age=600';
const uncached = 'private, no-store';

type Asked = Record<string, unknown>;

/**
 * Uploaded and imported files. Their names are hashes of their content, so they never change. An attachment behind the
 * paywall is sent to signed addresses only (`decideFileAccess`), and who fetched it is written down.
 */
export async function serveFiles(app: FastifyInstance, house: App): Promise<void> {
  const { root } = house.files;
  mkdirSync(root, { recursive: true });
  // Only what is sent is cached: an address that has no file now may have one later.
  const caching = new WeakMap<FastifyRequest, string>();
  await app.register(async (files) => {
    await files.register(fastifyStatic, {
      root,
      serve: false,
      dotfiles: 'ignore',
      cacheControl: false,
      setHeaders: (reply) => {
        for (const [name, value] of Object.entries(headers)) reply.header(name, value);
        reply.header('cache-control', caching.get((reply as FastifyReply).request));
      },
    });
    files.get('/files/*', { config: { access: 'page' } }, async (request, reply) => {
      const path = (request.params as { '*': string })['*'];
      const address = `/files/${path}`;
      const tenant = house.tenants.get(path.split('/', 1)[0] ?? '');
      // One spelling per file: another way to write the address of a locked one is no address.
      if (!tenant || !keyOf(tenant.id, address)) return reply.callNotFound();
      const ctx = house.contextOf(tenant);
      const query = request.query as Asked;
      const access = await accessOf(ctx, address, query);
      if (access.kind === 'refused') return refuse(reply, access);
      if (access.kind === 'signed' && request.method === 'GET')
        await noteDownload(ctx, house.settings, { ...access, address });
      const disposition = dispositionOf(path, query.name);
      if (disposition) reply.header('content-disposition', disposition);
      caching.set(request, cachingOf(access, address));
      const far = await openFar(house, request, path);
      if (far === 'no such part') return reply.code(416).send();
      return far
        ? sendFar(reply.header('cache-control', cachingOf(access, address)), path, far)
        : reply.sendFile(path);
    });
  });
}

// A page shows many pictures: that one is public is asked for once in ten minutes, as long as documents are cached.
const publicPictures = new LRUCache<string, true>({ max: 20_000, ttl: 600_000 });
const open: FileAccess = { kind: 'open', isPrivate: false };

// Pictures that an import brought along are named by fewer digits and belong to no media item: nothing is to be asked.
const isOfLibrary = /\/[0-9a-f]{48}\.\w+$/;

async function accessOf(ctx: Context, address: string, query: Asked): Promise<FileAccess> {
  const isPicture = !isDocument(address);
  if (isPicture && (!isOfLibrary.test(address) || publicPictures.has(address))) return open;
  try {
    const access = await decideFileAccess(ctx, address, query);
    if (isPicture && access.kind === 'open' && !access.isPrivate) publicPictures.set(address, true);
    return access;
  } catch (error) {
    // Pages that are kept are answered while the database is away, and so are their pictures.
    if (error instanceof DatabaseUnavailable && isPicture) return { kind: 'open', isPrivate: true };
    throw error;
  }
}

function cachingOf(access: FileAccess, address: string): string {
  if (access.kind !== 'open' || access.isPrivate) return uncached;
  return isDocument(address) ? briefly : immutable;
}

function refuse(
  reply: FastifyReply,
  { isExpired, article }: Extract<FileAccess, { kind: 'refused' }>,
): FastifyReply {
  const back = article && { label: '打开文章', href: detailPath(article.columnId, article.id) };
  const [title, words] = isExpired
    ? ['这个下载链接已经过期', '附件的链接半小时内有效。请重新打开文章，再点一次附件。']
    : ['这份附件不能直接打开', '它随文章提供给有权阅读全文的读者。请登录后打开文章，从文中下载。'];
  return drawMessage(reply, 403, { title, words, link: back ?? { label: '回首页', href: '/index' } });
}

/** Where the bucket does not answer, a picture is missing and nothing else. */
async function openFar({ files, log }: App, { headers }: FastifyRequest, path: string) {
  const [tenantId = ''] = path.split('/');
  // A part in several pieces is answered whole, as HTTP allows.
  const range = /^bytes=\d*-\d*$/.exec(headers.range ?? '')?.[0];
  try {
    return await files.openFar(tenantId, `/files/${path}`, range);
  } catch (error) {
    if ((error as Error).name === 'InvalidRange') return 'no such part' as const;
    log.error({ code: (error as Error).name }, 'a file could not be had from the bucket');
    return null;
  }
}

function sendFar(reply: FastifyReply, path: string, { body, length, range }: S3Stream): FastifyReply {
  const ending = /\.(\w+)$/.exec(path)?.[1] ?? '';
  return reply
    .code(range ? 206 : 200)
    .headers({ ...headers, 'accept-ranges': 'bytes', 'content-length': length })
    .header('content-type', types[ending] ?? 'application/octet-stream')
    .headers(range ? { 'content-range': range } : {})
    .send(body);
}

/** What our own endings mean; the sender's word for it is not kept. */
const types: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
  svg: 'image/svg+xml',
  mp4: 'video/mp4',
  webm: 'video/webm',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  pdf: 'application/pdf',
  zip: 'application/zip',
  csv: 'text/csv; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
};

const longestName = 120;

/**
 * How a browser is to take a file: documents are saved, never shown, since one may hold what a browser would run, and whatever is asked for under a name (`?name=年报.pdf`) is
 * saved under it. The name may come from anybody's link, so its ending is always the file's own.
 * @returns the Content-Disposition header, or null for what is shown where it stands
 */
export function dispositionOf(path: string, name: unknown): string | null {
  const ending = /\.[a-z0-9]{1,5}$/i.exec(path)?.[0].toLowerCase() ?? '';
  const wanted = typeof name === 'string' ? plainName(name, ending) : '';
  if (wanted === '') return isDocument(path) ? 'attachment' : null;
  return `attachment; filename*=UTF-8''${encodeRfc5987(wanted)}`;
}

function plainName(name: string, ending: string): string {
  const bare = name
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\\/:*?"<>|]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (bare === '') return '';
  const stem = bare.toLowerCase().endsWith(ending) ? bare.slice(0, bare.length - ending.length) : bare;
  return `${[...stem].slice(0, longestName).join('').trim() || 'file'}${ending}`;
}

const encodeRfc5987 = (text: string): string =>
  encodeURIComponent(text).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
