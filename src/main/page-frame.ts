import type { FastifyRequest } from 'fastify';
import type { Config } from '#kernel/config.ts';
import type { Tenant } from '#kernel/context.ts';
import type { Site } from '../web/entry.server.tsx';
import type { App } from './app.ts';

/** Whose page is asked for, by host name. */
export function tenantOf({ config, tenants, defaultTenant }: App, request: FastifyRequest): Tenant {
  if (config.tenants.length === 1) return defaultTenant;
  const named = config.tenants.find(({ hosts }) => hosts.includes(request.hostname));
  return (named && tenants.get(named.id)) ?? defaultTenant;
}

/** What every page is told of the portal itself. */
export async function siteFields({ config, settings, contextOf }: App, tenant: Tenant): Promise<Site> {
  const { site } = await settings(contextOf(tenant));
  const { name, icp, icpLicence, police, newsLicence, complaints, url = '' } = site;
  return {
    name,
    icp,
    icpLicence,
    police,
    newsLicence,
    complaints,
    url,
    apiBase: config.apiBase,
    tenantId: tenant.id,
    client: config.apiClient,
  };
}

/**
 * The page's CSP would stop what sanitising missed: only our own files run, and only WeChat may be framed: the one the
 * environment names, which may be a stand-in, and the one that an application set at the desk is at.
 */
export function pageHeaders(
  { wechatFrameOrigin, wechatPlaces }: Config,
  isLive: boolean,
): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
    'content-security-policy': [
      "default-src 'self'",
      // Vite's client is started by an inline script; what is built has none.
      `script-src 'self'${isLive ? " 'unsafe-inline'" : ''}`,
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data:",
      "media-src 'self' https:",
      `connect-src 'self'${isLive ? ' ws:' : ''}`,
      // WeChat's frame comes back to our own callback.
      `frame-src 'self' ${[...new Set([wechatFrameOrigin, wechatPlaces.frame])].join(' ')}`,
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'self'",
    ].join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
  };
}
