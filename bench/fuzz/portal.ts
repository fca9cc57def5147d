import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { loadConfig } from '#kernel/config.ts';
import type { Context } from '#kernel/context.ts';
import { quickCodes } from '#testing/builders.ts';
import type { Answer, Asking } from '#testing/portal.ts';
import { type App, createApp } from '../../src/main/app.ts';
import { migrateTenants } from '../../src/main/migrate-tenants.ts';
import { freePort } from '../portal.ts';
import { type Description, readDescription } from './description.ts';
import { openSender, type Sender, type Shot } from './send.ts';

/** A portal under the fuzzer: one web process and the worker, on an empty database, rate limits opened up. */
export type FuzzPortal = {
  /** This process's own application, with which baselines are made. */
  readonly house: App;
  readonly ctx: Context;
  readonly api: Description;
  /** Makes a call (`GET /reception/isLogin`) as tests do, so that their builders work here. */
  ask(key: string, asking?: Asking): Promise<Answer>;
  readonly sender: Sender;
  /** Longest event-loop delay of the web process in ms since this was last asked. */
  loopDelay(): Promise<number>;
  /** What ended one of the processes, if one has ended. */
  fault(): string | null;
  readonly ports: { web: number; wechat: number; pay: number };
  close(): Promise<void>;
};

/** A second tenant, whose first administrator has yet to set it up. */
export const otherTenant = '100001';

export async function openFuzzPortal(connectionString: string, dataDir: string): Promise<FuzzPortal> {
  const [wechat, pay] = [await freePort(), await freePort()];
  const settings = {
    ...quickCodes,
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
    TENANTS: `000000,${otherTenant}=other.example.cn`,
    WECHAT_SANDBOX_PORT: String(wechat),
  };
  const config = loadConfig(settings);
  await migrateTenants(config, connectionString);
  const house = createApp(config, connectionString);
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
    house,
    ctx: house.contextOf(house.defaultTenant),
    api,
    ask: (key, asking = {}) => ask(sender, key, asking),
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
      await house.close();
    },
  };
}

function nextMessage<T>(child: ChildProcess, wanted: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`a process of the portal ended with ${code}`));
    child.once('exit', onExit);
    child.on('message', function onMessage(message: unknown) {
      const isWanted = message === wanted || (typeof message === 'object' && message && wanted in message);
      if (!isWanted) return;
      child.off('message', onMessage);
      child.off('exit', onExit);
      resolve(message as T);
    });
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  const force = setTimeout(() => child.kill('SIGKILL'), 15_000);
  child.send('stop');
  await exit;
  clearTimeout(force);
}

async function ask(
  sender: Sender,
  key: string,
  { query = {}, body, token, headers = {} }: Asking,
): Promise<Answer> {
  const [method = '', path = ''] = key.split(' ');
  const shot: Shot = {
    method,
    path: `/api${path}`,
    query: Object.entries(query).flatMap(([name, value]) =>
      [value].flat().map((one) => [name, one] as [string, string]),
    ),
    headers: { ...usualHeaders, ...(token ? { 'blade-auth': `bearer ${token}` } : {}), ...headers },
    content:
      body === undefined
        ? null
        : {
            type: headers['content-type'] ?? 'application/json',
            bytes: Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body)),
          },
  };
  const { status, headers: given, bytes } = await sender.send(shot);
  const text = bytes.toString('utf8');
  const isJson = String(given['content-type']).includes('json');
  return { status, headers: given, body: isJson ? JSON.parse(text) : undefined, text };
}

export const usualHeaders = {
  authorization: `Basic ${Buffer.from('guanlan:guanlan').toString('base64')}`,
  'tenant-id': '000000',
};
