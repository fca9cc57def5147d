import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { adminDocument } from './admin-document.ts';
import type { House } from './house.ts';
import { pageHeaders, siteFields, tenantOf } from './page-frame.ts';
import { serveBuilt } from './serve-built.ts';
import { adminFolder, type SiteBuild } from './site-build.ts';

/**
 * Serves the back office: one small document for every address below `/admin`, the same for everyone, since the
 * token lives in the browser and every staff call checks its own permission; and its files.
 */
export async function serveAdmin(app: FastifyInstance, house: House, build: SiteBuild): Promise<void> {
  if (!build.isLive) await serveBuilt(app, adminFolder, 'admin-assets');
  const headers = {
    ...pageHeaders(house.config, build.isLive),
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
  };
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const html = adminDocument(await siteFields(house, tenantOf(house, request)), build.adminAssets);
    return reply.headers(headers).send(await build.finish(html, request.url));
  };
  for (const url of ['/admin', '/admin/*']) app.get(url, { config: { access: 'page' } }, answer);
}
