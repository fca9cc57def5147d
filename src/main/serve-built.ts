import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/**
 * Serves the built files in `folder/<name>` under `/<name>/`, with immutable caching: their names contain a hash of
 * their content.
 */
export async function serveBuilt(server: FastifyInstance, folder: string, name: string): Promise<void> {
  const prefix = `/${name}/`;
  server.addHook('onRoute', (route) => {
    if (route.url.startsWith(prefix)) route.config = { ...route.config, access: 'page' };
  });
  await server.register(fastifyStatic, {
    root: join(folder, name),
    prefix,
    decorateReply: false,
    index: false,
    immutable: true,
    maxAge: '365d',
    preCompressed: true,
  });
}
