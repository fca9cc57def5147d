import { mkdirSync } from 'node:fs';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { S3Stream } from '#kernel/storage/s3-files.ts';
import type { App } from './app.ts';

// A picture may be an SVG that somebody wrote: shown as a page of its own it must be dead.
const headers = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; sandbox",
};
const immutable = 'public, max-age=31536000, immutable';

/** Uploaded and imported files. Their names are hashes of their content, so they never change. */
export async function serveFiles(app: FastifyInstance, house: App): Promise<void> {
  const { root } = house.files;
  mkdirSync(root, { recursive: true });
  await app.register(async (files) => {
    await files.register(fastifyStatic, {
      root,
      serve: false,
      dotfiles: 'ignore',
      immutable: true,
      maxAge: '365d',
      setHeaders: (reply) => {
        for (const [name, value] of Object.entries(headers)) reply.header(name, value);
      },
    });
    files.get('/files/*', { config: { access: 'page' } }, async (request, reply) => {
      const path = (request.params as { '*': string })['*'];
      // Nothing lies above the folder; that it is not ours to give would be an answer too.
      if (path.split('/').includes('..')) return reply.callNotFound();
      const disposition = dispositionOf(path, (request.query as { name?: unknown }).name);
      if (disposition) reply.header('content-disposition', disposition);
      const far = await openFar(house, request, path);
      if (far === 'no such part') return reply.code(416).send();
      return far ? sendFar(reply, path, far) : reply.sendFile(path);
    });
  });
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
    .headers({ ...headers, 'cache-control': immutable, 'accept-ranges': 'bytes', 'content-length': length })
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

/** What is no picture, film or sound is saved, never shown: a document may hold what a browser would run. */
const saved = /\.(?:pdf|docx|xlsx|pptx|zip|csv|txt)$/i;
const longestName = 120;

/**
 * How a browser is to take a file: documents are saved, and whatever is asked for under a name (`?name=年报.pdf`) is
 * saved under it. The name may come from anybody's link, so its ending is always the file's own.
 * @returns the Content-Disposition header, or null for what is shown where it stands
 */
export function dispositionOf(path: string, name: unknown): string | null {
  const ending = /\.[a-z0-9]{1,5}$/i.exec(path)?.[0].toLowerCase() ?? '';
  const wanted = typeof name === 'string' ? plainName(name, ending) : '';
  if (wanted === '') return saved.test(path) ? 'attachment' : null;
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
