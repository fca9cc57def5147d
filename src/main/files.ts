import { mkdirSync } from 'node:fs';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { detailPath } from '#client/routes.ts';
import { decideFileAccess, type FileAccess } from '#features/posts/index.ts';
import type { Context } from '#kernel/context.ts';
import { DatabaseUnavailable } from '#kernel/errors.ts';
import { sendMessagePage } from '#kernel/http/message-page.ts';
import { keyOf } from '#kernel/storage/file-addresses.ts';
import type { S3Stream } from '#kernel/storage/files.ts';
import { isDocument } from '#shared/is-document.ts';
import type { App } from './app.ts';

// A picture may be an SVG from an untrusted author: opened as its own document it must not run scripts.
const fileHeaders = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; sandbox",
};
const immutableCaching = 'public, max-age=31536000, immutable';
// A post may be withdrawn or locked later, and then its documents must no longer be served from caches.
const shortCaching = 'public, max-age=600';
const noCaching = 'private, no-store';

type FileQuery = Record<string, unknown>;

/**
 * Serves uploaded and imported files. Their names are hashes of their content, so the content behind a name never
 * changes. An attachment behind the paywall is sent only to signed addresses (`decideFileAccess`), and each such
 * download is recorded.
 */
export async function serveFiles(server: FastifyInstance, app: App): Promise<void> {
  const { root } = app.files;
  mkdirSync(root, { recursive: true });
  // Only responses that carry a file get caching headers: an address without a file may have one later.
  const cacheControls = new WeakMap<FastifyRequest, string>();
  await server.register(async (scope) => {
    await scope.register(fastifyStatic, {
      root,
      serve: false,
      dotfiles: 'ignore',
      cacheControl: false,
      setHeaders: (reply) => {
        for (const [name, value] of Object.entries(fileHeaders)) reply.header(name, value);
        reply.header('cache-control', cacheControls.get((reply as FastifyReply).request));
      },
    });
    scope.get('/files/*', { config: { access: 'page' } }, async (request, reply) => {
      const path = (request.params as { '*': string })['*'];
      const address = `/files/${path}`;
      const tenant = app.tenants.get(path.split('/', 1)[0] ?? '');
      // Each file has exactly one valid address, so that an alternative spelling cannot bypass the lock.
      if (!tenant || !keyOf(tenant.id, address)) return reply.callNotFound();
      const ctx = app.contextOf(tenant);
      const query = request.query as FileQuery;
      const access = await accessOf(ctx, address, query);
      if (access.kind === 'refused') return sendRefusal(reply, access);
      if (access.kind === 'signed' && request.method === 'GET')
        await app.extensions.onDownload?.(ctx, { ...access, address });
      const disposition = dispositionOf(path, query.name);
      if (disposition) reply.header('content-disposition', disposition);
      const caching = cacheControlOf(access, address, app.config.cdn !== null);
      cacheControls.set(request, caching);
      const remoteFile = await openRemoteFile(app, request, path);
      if (remoteFile === 'no such part') return reply.code(416).send();
      return remoteFile
        ? sendRemoteFile(reply.header('cache-control', caching), path, remoteFile)
        : reply.sendFile(path);
    });
  });
}

// A page shows many pictures: whether one is public is cached for ten minutes, as long as browsers cache documents.
const pictureSeconds = 600;
const publicPictureCache = new LRUCache<string, true>({ max: 20_000, ttl: pictureSeconds * 1000 });
const openAccess: FileAccess = { kind: 'open', isPrivate: false };

// Imported pictures have shorter hashes in their names and belong to no media item, so their access needs no query.
const libraryPicturePath = /\/[0-9a-f]{48}\.\w+$/;

async function accessOf(ctx: Context, address: string, query: FileQuery): Promise<FileAccess> {
  const isPicture = !isDocument(address);
  if (isPicture && (!libraryPicturePath.test(address) || publicPictureCache.has(address))) return openAccess;
  try {
    const access = await decideFileAccess(ctx, address, query);
    if (isPicture && access.kind === 'open' && !access.isPrivate) publicPictureCache.set(address, true);
    return access;
  } catch (error) {
    // Cached pages are served while the database is unreachable, and so are their pictures.
    if (error instanceof DatabaseUnavailable && isPicture) return { kind: 'open', isPrivate: true };
    throw error;
  }
}

/**
 * A file may be locked later, and no purge names it: with a CDN, documents are left to browsers, and it asks again for
 * pictures of the library as often as this process does.
 */
function cacheControlOf(access: FileAccess, address: string, hasCdn: boolean): string {
  if (access.kind !== 'open' || access.isPrivate) return noCaching;
  if (isDocument(address)) return hasCdn ? shortCaching.replace('public', 'private') : shortCaching;
  return hasCdn && libraryPicturePath.test(address)
    ? `${immutableCaching}, s-maxage=${pictureSeconds}`
    : immutableCaching;
}

function sendRefusal(
  reply: FastifyReply,
  { isExpired, post }: Extract<FileAccess, { kind: 'refused' }>,
): FastifyReply {
  const back = post && { label: '打开文章', href: detailPath(post.columnId, post.id) };
  const [title, words] = isExpired
    ? ['这个下载链接已经过期', '附件的链接半小时内有效。请重新打开文章，再点一次附件。']
    : ['这份附件不能直接打开', '它随文章提供给有权阅读全文的读者。请登录后打开文章，从文中下载。'];
  return sendMessagePage(reply, 403, { title, words, link: back ?? { label: '回首页', href: '/index' } });
}

/**
 * Opens a file in the bucket. If the bucket does not answer, only this file is missing: the error is logged and null
 * returned.
 */
async function openRemoteFile({ files, log }: App, { headers }: FastifyRequest, path: string) {
  const [tenantId = ''] = path.split('/');
  // HTTP allows a full response to a request for several ranges (RFC 9110 §14.2).
  const range = /^bytes=\d*-\d*$/.exec(headers.range ?? '')?.[0];
  try {
    return await files.openRemote(tenantId, `/files/${path}`, range);
  } catch (error) {
    if ((error as Error).name === 'InvalidRange') return 'no such part' as const;
    log.error({ code: (error as Error).name }, 'could not read a file from the bucket');
    return null;
  }
}

function sendRemoteFile(reply: FastifyReply, path: string, { body, length, range }: S3Stream): FastifyReply {
  const extension = /\.(\w+)$/.exec(path)?.[1] ?? '';
  return reply
    .code(range ? 206 : 200)
    .headers({ ...fileHeaders, 'accept-ranges': 'bytes', 'content-length': length })
    .header('content-type', mediaTypes[extension] ?? 'application/octet-stream')
    .headers(range ? { 'content-range': range } : {})
    .send(body);
}

/** The media types by file extension. The type that the uploader sent is not stored. */
const mediaTypes: Readonly<Record<string, string>> = {
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

const maxNameLength = 120;

/**
 * Returns the Content-Disposition header for a file, or null if the browser shows it inline. Documents are always
 * downloads, because one may contain something that a browser would run. `?name=年报.pdf` makes any file a download under
 * that name. Anyone can craft such a link, so the extension is always the file's own.
 */
export function dispositionOf(path: string, name: unknown): string | null {
  const extension = /\.[a-z0-9]{1,5}$/i.exec(path)?.[0].toLowerCase() ?? '';
  const fileName = typeof name === 'string' ? sanitiseName(name, extension) : '';
  if (fileName === '') return isDocument(path) ? 'attachment' : null;
  return `attachment; filename*=UTF-8''${encodeRfc5987(fileName)}`;
}

function sanitiseName(name: string, extension: string): string {
  const bare = name
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\\/:*?"<>|]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (bare === '') return '';
  const stem = bare.toLowerCase().endsWith(extension) ? bare.slice(0, bare.length - extension.length) : bare;
  return `${[...stem].slice(0, maxNameLength).join('').trim() || 'file'}${extension}`;
}

const encodeRfc5987 = (text: string): string =>
  encodeURIComponent(text).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
