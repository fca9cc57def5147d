import http from 'node:http';
import https from 'node:https';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import type { ScanPortal } from '#features/leaks/index.ts';
import type { Context } from '#kernel/context.ts';
import { createServer } from '#kernel/http/server.ts';
import type { App } from '../app.ts';
import { serveOutgoing } from '../outgoing/serve.ts';
import { servePages } from '../pages.ts';
import { loadSite } from '../site-build.ts';
import { type AskSurface, type ScanCount, type ScanOptions, scanForLeaks } from './scan.ts';

/** Longer than any page takes. */
const patienceMs = 30_000;

/** Where the portal of this configuration answers; null where none does. */
export async function runningAddress({ config }: Pick<App, 'config'>): Promise<string | null> {
  const address = `http://127.0.0.1:${config.port}`;
  return fetch(`${address}/robots.txt`, { signal: AbortSignal.timeout(patienceMs) }).then(
    ({ ok }) => (ok ? address : null),
    () => null,
  );
}

/** Scans the portal that answers at `address`, caches included; null scans one put together in this process. */
export async function scanPortal(
  house: App,
  ctx: Context,
  address: string | null,
  options: Pick<ScanOptions, 'most' | 'progress'>,
): Promise<ScanCount> {
  const app = await openApp(house, address === null);
  try {
    const asking = headersOf(house, ctx);
    const inside = askInside(app, asking);
    const ask = address === null ? inside : askOver(address, asking);
    return await scanForLeaks(house, ctx, { ...options, ask, askSearch: inside });
  } finally {
    await app.close();
  }
}

/** The same for scans begun at the desk. */
export const scanRunningPortal =
  (house: App): ScanPortal =>
  async (ctx, options) =>
    scanPortal(house, ctx, await runningAddress(house), options);

async function openApp(house: App, withPages: boolean): Promise<FastifyInstance> {
  const { apiBase, apiClient, trustProxy } = house.config;
  const app = createServer({ ...house, apiBase, apiClient, trustProxy });
  if (!withPages) return app;
  serveOutgoing(app, house);
  await servePages(app, house, await loadSite());
  return app;
}

type Headers = Record<string, string>;
type Asking = { call: Headers; page: Headers };

/** A call names its tenant, a page is asked for at its tenant's host. */
function headersOf({ config }: App, { tenant }: Context): Asking {
  const host = config.tenants.find(({ id }) => id === tenant.id)?.hosts[0];
  const page: Headers = config.tenants.length > 1 && host ? { host } : {};
  const authorization = `Basic ${Buffer.from(config.apiClient).toString('base64')}`;
  return { call: { authorization, 'tenant-id': tenant.id }, page };
}

const askInside =
  (app: FastifyInstance, asking: Asking): AskSurface =>
  async ({ path, method, isCall }) => {
    const headers = isCall ? asking.call : asking.page;
    const { statusCode, body } = await app.inject({ method, url: path, headers });
    return { status: statusCode, body };
  };

const askOver =
  (address: string, asking: Asking): AskSurface =>
  ({ path, method, isCall }) =>
    new Promise((resolve, reject) => {
      const url = new URL(path, address);
      const headers = isCall ? asking.call : asking.page;
      const { request } = url.protocol === 'https:' ? https : http;
      // fetch would not say another host than the address's.
      const asked = request(url, { method, headers, signal: AbortSignal.timeout(patienceMs) }, (response) => {
        text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
      });
      asked.on('error', reject);
      asked.end();
    });
