import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** Serves the built files in `folder/<name>` under `/<name>/`: named by their content, so they never change. */
export async function serveBuilt(app: FastifyInstance, folder: string, name: string): Promise<void> {
  const prefix = `/${name}/`;
  app.addHook('onRoute', (route) => {
    if (route.url.startsWith(prefix)) route.config = { ...route.config, access: 'page' };
  });
  await app.register(fastifyStatic, {
    root: join(folder, name),
    prefix,
    decorateReply: false,
    index: false,
    immutable: true,
    maxAge: '365d',
    preCompressed: true,
  });
}
