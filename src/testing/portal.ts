import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { loadConfig } from '#kernel/config.ts';
import type { Context } from '#kernel/context.ts';
import { sendRefusedPage } from '#kernel/http/message-page.ts';
import { createServer } from '#kernel/http/server.ts';
import { type App, createApp, withReplicas } from '../main/app.ts';
import { serveFeatures } from '../main/serve-features.ts';
import { testDatabase } from './database.ts';

export type CallResponse = { status: number; headers: Record<string, unknown>; body: Body; text: string };
// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever was returned
export type Body = any;

export type CallOptions = {
  query?: Record<string, string | string[]>;
  body?: unknown;
  token?: string;
  headers?: Record<string, string>;
};

/** A complete portal on its own database, for tests of calls. */
export type Portal = {
  app: App;
  server: FastifyInstance;
  ctx: Context;
  /** Makes a call (`GET /reception/isLogin`) with the default client and tenant. */
  call(key: string, options?: CallOptions): Promise<CallResponse>;
  close(): Promise<void>;
};

/** `folder`: an existing DATA_DIR that the caller removes; `through`: a relay to the database. */
export async function openPortal(
  settings: Record<string, string> = {},
  existingDataDir?: string,
  routeDatabase = async (connectionString: string) => connectionString,
): Promise<Portal> {
  const { connectionString: directConnectionString, drop } = await testDatabase();
  const connectionString = await routeDatabase(directConnectionString);
  return openMachine(connectionString, settings, existingDataDir, drop);
}

/** Opens another machine of a portal: its own DATA_DIR, the same database. */
export const joinPortal = ({ app }: Portal, settings: Record<string, string> = {}): Promise<Portal> =>
  openMachine(app.connectionString, settings);

async function openMachine(
  connectionString: string,
  settings: Record<string, string>,
  existingDataDir?: string,
  onClosed: () => Promise<void> = async () => undefined,
): Promise<Portal> {
  const dataDir = existingDataDir ?? mkdtempSync(join(tmpdir(), 'guanlan-portal-'));
  const config = loadConfig({
    DATABASE_POOL: '4',
    LOG_LEVEL: 'silent',
    // Argon2's minimum: a hash takes well under a millisecond. A live portal refuses this cost.
    ...(settings.SITE_MODE !== 'live' && { PASSWORD_COST: '8' }),
    ...settings,
    DATA_DIR: dataDir,
    DATABASE_URL: connectionString,
  });
  const app = await withReplicas(createApp(config, connectionString));
  const { apiBase, apiClient, corsOrigins, trustProxy, siteUrl, hasHstsSubdomains } = config;
  const options = { apiBase, apiClient, corsOrigins, trustProxy, siteUrl, hasHstsSubdomains };
  const server = createServer({ ...app, ...options, sendRefusedPage });
  serveFeatures(server, app);
  return {
    app,
    server,
    ctx: app.contextOf(app.defaultTenant),
    call: (key, options = {}) => sendCall(server, key, options),
    async close() {
      await server.close();
      await app.close();
      await onClosed();
      if (!existingDataDir) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function sendCall(
  server: FastifyInstance,
  key: string,
  { query = {}, body, token, headers = {} }: CallOptions,
): Promise<CallResponse> {
  const [method, path] = key.split(' ') as ['GET' | 'POST', string];
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => [value].flat().map((one) => [name, one])),
  );
  const response = await server.inject({
    method,
    url: `/api${path}?${search}`,
    headers: {
      authorization: `Basic ${Buffer.from('guanlan:guanlan').toString('base64')}`,
      'tenant-id': '000000',
      ...(token ? { 'blade-auth': `bearer ${token}` } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: body as object }),
  });
  const isJson = String(response.headers['content-type']).includes('json');
  return {
    status: response.statusCode,
    headers: response.headers,
    body: isJson ? response.json() : undefined,
    text: response.body,
  };
}
