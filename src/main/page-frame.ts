import { firstLeaf } from '#client/routes.ts';
import { readFooter, readMenu } from '#features/pages/index.ts';
import { type CurrentSettings, readBrand, renderBrandHead } from '#features/settings/index.ts';
import { cachedByTag } from '#kernel/cache/cached-by-tag.ts';
import type { Config } from '#kernel/config.ts';
import type { Context, Tenant } from '#kernel/context.ts';
import { safeHeaders } from '#kernel/http/server.ts';
import { playerOrigins } from '#shared/embeds.ts';
import { usedServices } from '#shared/statistics.ts';
import { xmlText } from '#shared/text/xml.ts';
import type { Site } from '../web/entry.server.tsx';
import type { App } from './app.ts';
import { readRoutes } from './site-routes.ts';
import type { PolicySources } from './statistics-policy.ts';

/** Returns what the head of every page links and declares of the brand and of search engines, as HTML. */
export async function readBrandHead(app: App, tenant: Tenant): Promise<string> {
  const { engines } = await app.settings(app.contextOf(tenant));
  return renderBrandHead(await readBrand(app, tenant)) + renderVerification(engines);
}

/** The path of the first page of the menu, where 首页 leads. Cached, because every page needs it. */
const readHomePath = cachedByTag(['columns', 'own-pages'], async (ctx: Context) =>
  firstLeaf(await readRoutes(ctx)),
);

/** The tags of what `siteFields` reads. */
export const siteTags = ['settings', 'columns', 'own-pages', 'footer'] as const;

export async function siteFields(app: App, tenant: Tenant): Promise<Site> {
  const { config, settings, contextOf } = app;
  const ctx = contextOf(tenant);
  const { site, statistics, wechatService } = await settings(ctx);
  const { name, motto, description, seal, logo, logoDark, picture, share, version } = await readBrand(
    app,
    tenant,
  );
  const { icp, icpLicence, police, newsLicence, complaints, url = '' } = site;
  return {
    name,
    motto,
    description,
    seal,
    logo,
    logoDark,
    picture,
    share,
    version,
    hasShareCards: wechatService?.hasShareCards === true,
    hasOffline: site.offline,
    icp,
    icpLicence,
    police,
    newsLicence,
    // The demo edition's agreement refers to this line of the footer.
    complaints: complaints || (config.siteMode === 'demo' ? '演示站点没有真实的编辑部' : ''),
    menu: await readMenu(ctx),
    home: await readHomePath(ctx),
    footer: await readFooter(ctx),
    statistics: usedServices(statistics).length > 0 ? statistics : null,
    url,
    apiBase: config.apiAddress,
    tenantId: tenant.id,
    client: config.apiClient,
  };
}

/**
 * Returns the headers of every page. The CSP blocks what sanitising missed: only our own scripts and those of the
 * services that count visits (`statisticsSources`) run, and only the players of videos in posts (`playerOrigins`) and
 * WeChat may be framed, at the origin in the environment (possibly a sandbox) and at the origin for applications that an
 * admin configures. A page that shows no post leads to one without a new document.
 */
export function pageHeaders(
  { wechatFrameOrigin, wechatEndpoints, siteUrl, hasHstsSubdomains, apiOrigin }: Config,
  isLive: boolean,
  { script, connect, img }: PolicySources = { script: [], connect: [], img: [] },
): Record<string, string> {
  const sources = (...allowed: string[]) => allowed.filter(Boolean).join(' ');
  return {
    ...safeHeaders({ siteUrl, hasHstsSubdomains }),
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
    'content-security-policy': [
      "default-src 'self'",
      // Vite starts its client with an inline script in development; the built site has no inline script.
      sources("script-src 'self'", isLive ? "'unsafe-inline'" : '', ...script),
      "style-src 'self' 'unsafe-inline'",
      sources("img-src 'self' data:", ...img),
      "media-src 'self' https:",
      sources("connect-src 'self'", apiOrigin, isLive ? 'ws:' : '', ...connect),
      // WeChat's frame redirects to our own callback page.
      `frame-src 'self' ${[...new Set([wechatFrameOrigin, wechatEndpoints.frame, ...playerOrigins])].join(' ')}`,
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'self'",
    ].join('; '),
  };
}

const metaNames = {
  baiduCode: 'baidu-site-verification',
  googleCode: 'google-site-verification',
  bingCode: 'msvalidate.01',
  qihooCode: '360-site-verification',
  sogouCode: 'sogou_site_verification',
  shenmaCode: 'shenma-site-verification',
} as const;

/** Returns the meta tags by which search engines verify the site. */
const renderVerification = (engines: CurrentSettings['engines']): string =>
  Object.entries(metaNames)
    .filter(([field]) => engines[field as keyof typeof metaNames])
    .map(
      ([field, name]) =>
        `<meta name="${name}" content="${xmlText(engines[field as keyof typeof metaNames])}">`,
    )
    .join('');
