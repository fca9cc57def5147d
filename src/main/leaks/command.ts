import { parseArgs } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { ConfigError } from '#kernel/config.ts';
import type { Context } from '#kernel/context.ts';
import { createApp } from '#kernel/http/app.ts';
import type { Command } from '../command.ts';
import type { House } from '../house.ts';
import { serveOutgoing } from '../outgoing/serve.ts';
import { servePages } from '../pages.ts';
import { loadSite } from '../site-build.ts';
import { type AskSurface, scanForLeaks } from './scan.ts';

/** Longer than any page takes. */
const patienceMs = 30_000;

/** Looks for locked text on everything that a visitor can reach. */
export const leaksCommand: Command = {
  usage: 'leaks [--address <门户地址>] [--most <最多几篇>]',
  run: leaks,
};

async function leaks(args: string[], house: House, ctx: Context): Promise<number> {
  const options = { address: { type: 'string' }, most: { type: 'string' } } as const;
  const { values } = parseArgs({ args, options });
  const most = values.most === undefined ? Number.POSITIVE_INFINITY : Number(values.most);
  if (!(most >= 1)) throw new ConfigError(`用法：${leaksCommand.usage}（--most 应为不小于 1 的数）`);
  const running = values.address ?? (await runningAddress(house));
  const app = await openApp(house, running === null);
  try {
    console.error(
      running === null ? '门户没有在运行，在本进程内检查（不含运行中的缓存）' : `检查 ${running}`,
    );
    const inside = askInside(app, house.config.apiClient, ctx.tenant.id);
    const { checked, sentences, addresses, leaks, faults } = await scanForLeaks(house, ctx, {
      ask: running === null ? inside : askOver(running, house.config.apiClient, ctx.tenant.id),
      askSearch: inside,
      most,
      progress: (done, asked) => console.error(`已查 ${done} 篇，${asked} 个地址 …`),
    });
    for (const { address, pieceId, sentence } of leaks) console.log(`${address}\t${pieceId}\t${sentence}`);
    for (const fault of faults) console.error(`没有查成：${fault}`);
    console.error(`上锁的句子 ${sentences} 句，问了 ${addresses} 个地址，失败 ${faults.length} 个`);
    console.log(`checked=${checked} leaks=${leaks.length}`);
    return leaks.length > 0 || faults.length > 0 ? 1 : 0;
  } finally {
    await app.close();
  }
}

/** Where the portal of this configuration answers; null where none does. */
async function runningAddress({ config }: House): Promise<string | null> {
  const address = `http://127.0.0.1:${config.port}`;
  return fetch(`${address}/robots.txt`, { signal: AbortSignal.timeout(patienceMs) }).then(
    ({ ok }) => (ok ? address : null),
    () => null,
  );
}

async function openApp(house: House, withPages: boolean): Promise<FastifyInstance> {
  const { apiBase, apiClient, trustProxy } = house.config;
  const app = createApp({ ...house, apiBase, apiClient, trustProxy });
  if (!withPages) return app;
  serveOutgoing(app, house);
  await servePages(app, house, await loadSite());
  return app;
}

const headersOf = (apiClient: string, tenantId: string) => ({
  authorization: `Basic ${Buffer.from(apiClient).toString('base64')}`,
  'tenant-id': tenantId,
});

const askInside =
  (app: FastifyInstance, apiClient: string, tenantId: string): AskSurface =>
  async ({ path, method, isCall }) => {
    const headers = isCall ? headersOf(apiClient, tenantId) : {};
    const { statusCode, body } = await app.inject({ method, url: path, headers });
    return { status: statusCode, body };
  };

const askOver =
  (address: string, apiClient: string, tenantId: string): AskSurface =>
  async ({ path, method, isCall }) => {
    const response = await fetch(new URL(path, address), {
      method,
      headers: isCall ? headersOf(apiClient, tenantId) : {},
      signal: AbortSignal.timeout(patienceMs),
    });
    return { status: response.status, body: await response.text() };
  };
