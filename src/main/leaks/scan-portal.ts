import http from 'node:http';
import https from 'node:https';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import type { Context } from '#kernel/context.ts';
import { createServer } from '#kernel/http/server.ts';
import type { App } from '../app.ts';
import { serveOutgoing } from '../outgoing/serve.ts';
import { servePages } from '../pages.ts';
import { loadSite } from '../site-build.ts';
import { type FetchSurface, type ScanCount, type ScanOptions, scanForLeaks } from './scan.ts';

const requestTimeoutMs = 30_000;

/** Returns the address at which the portal of this configuration answers, or null if none is running. */
export async function runningAddress({ config }: Pick<App, 'config'>): Promise<string | null> {
  const address = `http://127.0.0.1:${config.port}`;
  return fetch(`${address}/robots.txt`, { signal: AbortSignal.timeout(requestTimeoutMs) }).then(
    ({ ok }) => (ok ? address : null),
    () => null,
  );
}

/**
 * Scans the portal that answers at `address`, caches included; with null, scans an application created in this process.
 */
export async function scanPortal(
  app: App,
  ctx: Context,
  address: string | null,
  options: Pick<ScanOptions, 'maxPosts' | 'progress'>,
): Promise<ScanCount> {
  const server = await openServer(app, address === null);
  try {
    const requestHeaders = headersOf(app, ctx);
    const fetchHere = fetchInProcess(server, requestHeaders);
    const fetchSurface = address === null ? fetchHere : fetchOverHttp(address, requestHeaders);
    return await scanForLeaks(app, ctx, { ...options, fetchSurface, fetchSearch: fetchHere });
  } finally {
    await server.close();
  }
}

/** Scans the running portal, for scans that an admin started. */
export const scanRunningPortal =
  (app: App) =>
  async (ctx: Context, options: Pick<ScanOptions, 'maxPosts' | 'progress'>): Promise<ScanCount> =>
    scanPortal(app, ctx, await runningAddress(app), options);

async function openServer(app: App, withPages: boolean): Promise<FastifyInstance> {
  const { apiBase, apiClient, trustProxy } = app.config;
  const server = createServer({ ...app, apiBase, apiClient, trustProxy });
  if (!withPages) return server;
  serveOutgoing(server, app);
  await servePages(server, app, await loadSite());
  return server;
}

type Headers = Record<string, string>;
type RequestHeaders = { call: Headers; page: Headers };

/** A call names its tenant in a header; a page is requested at a host of its tenant. */
function headersOf({ config }: App, { tenant }: Context): RequestHeaders {
  const host = config.tenants.find(({ id }) => id === tenant.id)?.hosts[0];
  const page: Headers = config.tenants.length > 1 && host ? { host } : {};
  const authorization = `Basic ${Buffer.from(config.apiClient).toString('base64')}`;
  return { call: { authorization, 'tenant-id': tenant.id }, page };
}

const fetchInProcess =
  (server: FastifyInstance, requestHeaders: RequestHeaders): FetchSurface =>
  async ({ path, method, isCall }) => {
    const headers = isCall ? requestHeaders.call : requestHeaders.page;
    const { statusCode, body } = await server.inject({ method, url: path, headers });
    return { status: statusCode, body };
  };

const fetchOverHttp =
  (address: string, requestHeaders: RequestHeaders): FetchSurface =>
  ({ path, method, isCall }) =>
    new Promise((resolve, reject) => {
      const url = new URL(path, address);
      const headers = isCall ? requestHeaders.call : requestHeaders.page;
      const { request } = url.protocol === 'https:' ? https : http;
      // `fetch` does not allow a Host header that differs from the address.
      const clientRequest = request(
        url,
        { method, headers, signal: AbortSignal.timeout(requestTimeoutMs) },
        (response) => {
          text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
        },
      );
      clientRequest.on('error', reject);
      clientRequest.end();
    });
