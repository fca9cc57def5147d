import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { loadConfig } from '#kernel/config.ts';
import type { Context } from '#kernel/context.ts';
import { createServer } from '#kernel/http/server.ts';
import { type App, createApp } from '../main/app.ts';
import { testDatabase } from './database.ts';

export type Answer = { status: number; headers: Record<string, unknown>; body: Body; text: string };
// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came
export type Body = any;

export type Asking = {
  query?: Record<string, string | string[]>;
  body?: unknown;
  token?: string;
  headers?: Record<string, string>;
};

/** A whole portal on a database of its own: what tests of calls talk to. */
export type Portal = {
  house: App;
  app: FastifyInstance;
  ctx: Context;
  /** Makes a call (`GET /reception/isLogin`) with the right client and tenant. */
  ask(key: string, asking?: Asking): Promise<Answer>;
  close(): Promise<void>;
};

/** `folder`: a DATA_DIR that somebody else made and removes; `through`: a detour to the database. */
export async function openPortal(
  settings: Record<string, string> = {},
  folder?: string,
  through = async (connectionString: string) => connectionString,
): Promise<Portal> {
  const { connectionString: direct, drop } = await testDatabase();
  const connectionString = await through(direct);
  const dataDir = folder ?? mkdtempSync(join(tmpdir(), 'guanlan-portal-'));
  const config = loadConfig({
    DATABASE_POOL: '4',
    LOG_LEVEL: 'silent',
    // Argon2's minimum: a hash takes well under a millisecond. A live portal refuses it.
    ...(settings.SITE_MODE !== 'live' && { PASSWORD_COST: '8' }),
    ...settings,
    DATA_DIR: dataDir,
    DATABASE_URL: connectionString,
  });
  const house = createApp(config, connectionString);
  const { apiBase, apiClient, trustProxy, siteUrl, hasHstsSubdomains } = config;
  const app = createServer({ ...house, apiBase, apiClient, trustProxy, siteUrl, hasHstsSubdomains });
  return {
    house,
    app,
    ctx: house.contextOf(house.defaultTenant),
    ask: (key, asking = {}) => ask(app, key, asking),
    async close() {
      await app.close();
      await house.close();
      await drop();
      if (!folder) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function ask(
  app: FastifyInstance,
  key: string,
  { query = {}, body, token, headers = {} }: Asking,
): Promise<Answer> {
  const [method, path] = key.split(' ') as ['GET' | 'POST', string];
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => [value].flat().map((one) => [name, one])),
  );
  const response = await app.inject({
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
