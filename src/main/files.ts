import { mkdirSync } from 'node:fs';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { House } from './house.ts';

/** Uploaded and imported files. Their names are hashes of their content, so they never change. */
export async function serveFiles(app: FastifyInstance, { files }: House): Promise<void> {
  mkdirSync(files.root, { recursive: true });
  app.addHook('onRoute', (route) => {
    if (route.url.startsWith('/files/')) route.config = { ...route.config, access: 'page' };
  });
  await app.register(fastifyStatic, {
    root: files.root,
    prefix: '/files/',
    decorateReply: false,
    index: false,
    dotfiles: 'ignore',
    immutable: true,
    maxAge: '365d',
    // A picture may be an SVG that somebody wrote: shown as a page of its own it must be dead.
    setHeaders: (reply) => {
      reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox");
      reply.header('x-content-type-options', 'nosniff');
    },
  });
}
