import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { features } from '#features/index.ts';
import { adminDocument } from './admin-document.ts';
import type { App } from './app.ts';
import { pageHeaders, siteFields, tenantOf } from './page-frame.ts';
import { serveBuilt } from './serve-built.ts';
import { adminFolder, type SiteBuild } from './site-build.ts';

/**
 * Serves the back office: one small document for every address below `/admin`, the same for everyone, since the
 * token lives in the browser and every staff call checks its own permission; and its files.
 */
export async function serveAdmin(app: FastifyInstance, house: App, build: SiteBuild): Promise<void> {
  if (!build.isLive) await serveBuilt(app, adminFolder, 'admin-assets');
  const menu = features.flatMap((feature) => feature.menu ?? []);
  const headers = {
    ...pageHeaders(house.config, build.isLive),
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
  };
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const html = adminDocument(await siteFields(house, tenantOf(house, request)), menu, build.adminAssets);
    return reply.headers(headers).send(await build.finish(html, request.url));
  };
  for (const url of ['/admin', '/admin/*']) app.get(url, { config: { access: 'page' } }, answer);
}
