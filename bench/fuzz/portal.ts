import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { loadConfig } from '#kernel/config.ts';
import type { Context } from '#kernel/context.ts';
import type { CallOptions, CallResponse } from '#testing/portal.ts';
import { relaxedCodeLimits } from '#testing/posts-and-members.ts';
import { type App, createApp } from '../../src/main/app.ts';
import { migrateTenants } from '../../src/main/migrate-tenants.ts';
import { freePort } from '../portal.ts';
import { type Description, readDescription } from './description.ts';
import { type HttpRequest, openSender, type Sender } from './send.ts';

/** A portal under the fuzzer: one web process and the worker, on an empty database, with relaxed rate limits. */
export type FuzzPortal = {
  /** This process's own application, which creates baselines. */
  readonly app: App;
  readonly ctx: Context;
  readonly api: Description;
  /** Makes a call (`GET /reception/isLogin`) with the signature that the tests' builders use. */
  call(key: string, options?: CallOptions): Promise<CallResponse>;
  readonly sender: Sender;
  /** Returns the longest event-loop delay of the web process in ms since the previous call. */
  loopDelay(): Promise<number>;
  /** Returns why a process ended, if one has ended. */
  fault(): string | null;
  readonly ports: { web: number; wechat: number; pay: number };
  close(): Promise<void>;
};

/** The address of the site, to which pushes and share cards are limited. */
export const fuzzedSite = 'http://fuzz.example.cn';
/** A second tenant, which its first administrator has yet to set up. */
export const otherTenant = '100001';

export async function openFuzzPortal(connectionString: string, dataDir: string): Promise<FuzzPortal> {
  const [wechat, pay] = [await freePort(), await freePort()];
  const settings = {
    ...relaxedCodeLimits,
    COMMENT_MODERATION: 'post',
    DATA_DIR: dataDir,
    DATABASE_URL: connectionString,
    DATABASE_POOL: '8',
    DEMO_CONTENT: 'false',
    FEED_NETWORKS: '127.0.0.1',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'silent',
    PASSWORD_COST: '8',
    PAY_SANDBOX_PORT: String(pay),
    PORT: '0',
    SITE_MODE: 'demo',
    SITE_URL: fuzzedSite,
    TENANTS: `000000,${otherTenant}=other.example.cn`,
    WECHAT_SANDBOX_PORT: String(wechat),
  };
  const config = loadConfig(settings);
  await migrateTenants(config, connectionString);
  const app = createApp(config, connectionString);
  let fault: string | null = null;
  let isClosing = false;
  const start = (role: 'web' | 'worker') => {
    const child = fork(fileURLToPath(new URL('./child.ts', import.meta.url)), [role], {
      env: { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, TZ: process.env.TZ, ...settings },
      execArgv: ['--disable-warning=ExperimentalWarning'],
    });
    child.once('exit', (code, signal) => {
      if (!isClosing) fault ??= `the ${role} process ended with ${signal ?? code}`;
    });
    return child;
  };
  const [web, worker] = [start('web'), start('worker')];
  const [{ port }] = await Promise.all([
    nextMessage<{ port: number }>(web, 'port'),
    nextMessage(worker, 'ready'),
  ]);
  const sender = openSender(port);
  const api = readDescription(await sender.getJson('/api/openapi.json'));
  return {
    app,
    ctx: app.contextOf(app.defaultTenant),
    api,
    call: (key, options = {}) => sendCall(sender, key, options),
    sender,
    async loopDelay() {
      const answer = nextMessage<{ loopDelayMs: number }>(web, 'loopDelayMs');
      web.send('loop delay');
      return (await answer).loopDelayMs;
    },
    fault: () => fault,
    ports: { web: port, wechat, pay },
    async close() {
      isClosing = true;
      sender.close();
      await Promise.all([web, worker].map(stop));
      await app.close();
    },
  };
}

function nextMessage<T>(child: ChildProcess, expected: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`a process of the portal ended with ${code}`));
    child.once('exit', onExit);
    child.on('message', function onMessage(message: unknown) {
      const isExpected =
        message === expected || (typeof message === 'object' && message && expected in message);
      if (!isExpected) return;
      child.off('message', onMessage);
      child.off('exit', onExit);
      resolve(message as T);
    });
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  const killTimer = setTimeout(() => child.kill('SIGKILL'), 15_000);
  child.send('stop');
  await exit;
  clearTimeout(killTimer);
}

async function sendCall(
  sender: Sender,
  key: string,
  { query = {}, body, token, headers = {} }: CallOptions,
): Promise<CallResponse> {
  const [method = '', path = ''] = key.split(' ');
  const httpRequest: HttpRequest = {
    method,
    path: `/api${path}`,
    query: Object.entries(query).flatMap(([name, value]) =>
      [value].flat().map((one) => [name, one] as [string, string]),
    ),
    headers: { ...defaultHeaders, ...(token ? { 'blade-auth': `bearer ${token}` } : {}), ...headers },
    content:
      body === undefined
        ? null
        : {
            type: headers['content-type'] ?? 'application/json',
            bytes: Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body)),
          },
  };
  const { status, headers: given, bytes } = await sender.send(httpRequest);
  const text = bytes.toString('utf8');
  const isJson = String(given['content-type']).includes('json');
  return { status, headers: given, body: isJson ? JSON.parse(text) : undefined, text };
}

export const defaultHeaders = {
  authorization: `Basic ${Buffer.from('guanlan:guanlan').toString('base64')}`,
  'tenant-id': '000000',
};
