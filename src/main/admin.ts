import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { features } from '#features/index.ts';
import { readBrand, renderBrandHead } from '#features/settings/index.ts';
import { tenantOf } from '#kernel/http/tenant-of.ts';
import type { MenuEntry } from '#shared/admin-menu.ts';
import { isModuleOff } from '#shared/modules.ts';
import type { Site } from '../web/entry.server.tsx';
import type { App } from './app.ts';
import type { PageAssets } from './assets.ts';
import { pageHeaders, siteFields } from './page-frame.ts';
import { serveBuilt } from './serve-built.ts';
import { adminBuilt, type SiteBuild } from './site-build.ts';

/**
 * Serves the back office: its built files, and one small HTML document for every path below `/admin`. The document is
 * the same for everyone, because the browser holds the token and every admin call checks its own permission.
 */
export async function serveAdmin(server: FastifyInstance, app: App, build: SiteBuild): Promise<void> {
  if (!build.isLive) await serveBuilt(server, adminBuilt, app.findOtherBuild);
  const fullMenu = features.flatMap((feature) => feature.menu ?? []);
  const headers = {
    ...pageHeaders(app.config, build.isLive),
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
  };
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const tenant = tenantOf(app, request);
    const brandHead = renderBrandHead(await readBrand(app, tenant));
    const site = await siteFields(app, tenant);
    const menu = fullMenu.flatMap(({ module, ...entry }) =>
      isModuleOff(module, site.menu.off) ? [] : [entry],
    );
    const html = renderDocument(site, brandHead, menu, build.adminAssets);
    return reply.headers(headers).send(await build.finish(html, request.url));
  };
  for (const url of ['/admin', '/admin/*']) server.get(url, { config: { access: 'page' } }, answer);
}

/**
 * The HTML document of the back office: the configuration the browser needs to make calls, and an empty root element.
 */
function renderDocument(
  site: Site,
  brandHead: string,
  menu: readonly MenuEntry[],
  { styles, scripts, preloads, start }: PageAssets,
): string {
  const { name, logo, logoDark, apiBase, tenantId, client } = site;
  return `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(name)}后台</title><meta name="robots" content="noindex"><meta name="color-scheme" content="light dark">
${brandHead}<script src="${start}"></script>
${styles.map((href) => `<link rel="stylesheet" href="${href}">`).join('')}${preloads.map((href) => `<link rel="modulepreload" href="${href}">`).join('')}
</head><body><div id="root"></div><noscript>后台需要启用 JavaScript 的浏览器。</noscript>
<script type="application/json" id="payload">${toScriptJson({ name, logo, logoDark, apiBase, tenantId, client, menu })}</script>
${scripts.map((src) => `<script type="module" src="${src}"></script>`).join('')}</body></html>`;
}

/** Returns JSON that cannot close the script element it is embedded in. */
const toScriptJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

const escapeHtml = (text: string): string =>
  text.replace(
    /[&<>"]/g,
    (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[character] ?? '',
  );
