import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { chooseEncoding } from '#kernel/cache/page-cache.ts';
import { type BuiltFolder, listBuilt } from '#kernel/storage/built-files.ts';

const maxAgeSeconds = 365 * 86_400;

/**
 * Serves the built files in `folder/<name>` under `/<name>/`, with immutable caching: their names contain a hash of
 * their content. A file of another build, which a page of another machine needs during a rolling upgrade, comes from
 * `findOther`, compressed by Brotli.
 */
export async function serveBuilt(
  server: FastifyInstance,
  built: BuiltFolder,
  findOther: (path: string) => Promise<Buffer | null>,
): Promise<void> {
  const own = new Set(await listBuilt(built));
  await server.register(async (scope) => {
    await scope.register(fastifyStatic, {
      root: join(built.folder, built.name),
      serve: false,
      immutable: true,
      maxAge: maxAgeSeconds * 1000,
      preCompressed: true,
    });
    scope.get(`/${built.name}/*`, { config: { access: 'page' } }, async (request, reply) => {
      const { '*': name } = request.params as { '*': string };
      if (own.has(name)) return reply.sendFile(name);
      const packed = await findOther(`${built.name}/${name}`);
      // Another machine may store the file at any moment.
      if (!packed) return reply.header('cache-control', 'no-store').callNotFound();
      const isPacked = chooseEncoding(request.headers['accept-encoding']) === 'br';
      return reply
        .headers({
          'cache-control': `public, max-age=${maxAgeSeconds}, immutable`,
          'content-type': mediaTypes[extname(name)] ?? 'application/octet-stream',
          vary: 'accept-encoding',
          ...(isPacked && { 'content-encoding': 'br' }),
        })
        .send(isPacked ? packed : await unpack(packed));
    });
  });
}

const unpack = promisify(brotliDecompress);

/** The media types of what the build writes. */
const mediaTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'application/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};
