import { get } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { cancelReview, holdForReview } from '#features/moderation/index.ts';
import { noticesChannel, notifyMembers } from '#features/notifications/index.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { createServer } from '#kernel/http/server.ts';
import { logIn } from '#testing/builders.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { listenForChanges } from './changes.ts';
import { trackStreams } from './event-stream.ts';
import { reviewsChannel, servePersonalStream } from './stream.ts';

// Two web processes, each with a listening connection of its own.
let portal: Portal;
let apps: { app: FastifyInstance; address: string; stop(): Promise<void> }[];
beforeAll(async () => {
  portal = await openPortal();
  apps = [await listen(), await listen()];
});
afterAll(async () => {
  for (const { app, stop } of apps) {
    await app.close();
    await stop();
  }
  await portal.close();
});

async function listen() {
  const { house } = portal;
  const { apiBase, apiClient, trustProxy } = house.config;
  const parts = { ...house, apiBase, apiClient, trustProxy };
  const app = createServer(parts);
  const { hear, hearReviews, recount } = servePersonalStream(app, parts, trackStreams(app, house.log), {
    beatMs: 20,
  });
  const channels = { [noticesChannel]: hear, [reviewsChannel]: hearReviews };
  const { stop } = await listenForChanges(house, channels, recount);
  return { app, stop, address: await app.listen({ port: 0, host: '127.0.0.1' }) };
}

const open = (token: string | null, process = 0, headers: Record<string, string> = {}) =>
  fetch(`${apps[process]?.address}/api/member/stream`, {
    headers: {
      authorization: `Basic ${btoa('guanlan:guanlan')}`,
      ...(token ? { 'blade-auth': `bearer ${token}` } : {}),
      ...headers,
    },
  });

/** The events of a stream; `next` waits for one that says this many, `ended` for its end. */
async function listenTo(token: string, process = 0) {
  const response = await open(token, process);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  let text = '';
  let all = '';
  const read = async (): Promise<boolean> => {
    const { done, value } = await reader.read();
    const part = decoder.decode(value, { stream: true });
    text += part;
    all += part;
    return !done;
  };
  const wait = async (wanted: object) => {
    const event = `data: ${JSON.stringify(wanted)}\n\n`;
    while (!text.includes(event)) if (!(await read())) throw new Error(`ended before ${event}: ${text}`);
    text = text.slice(text.indexOf(event) + event.length);
  };
  return {
    next: (unread: number) => wait({ type: 'notices', unread }),
    /** Waits to hear that what waits for this person's approval may have changed. */
    approvals: () => wait({ type: 'approvals' }),
    /** All it has said so far. */
    heard: () => all,
    async ended() {
      while (await read());
    },
    close: () => reader.cancel(),
  };
}

type Stream = Awaited<ReturnType<typeof listenTo>>;

let serial = 0;
const tell = (memberId: string) =>
  inTransaction(portal.ctx, (trx) => {
    serial += 1;
    const notice = { kind: 'system', title: '有新通知', sourceKey: `stream:${serial}` } as const;
    return notifyMembers(portal.ctx, trx, [memberId], notice);
  });

test('a member hears at once, in every process, and of nobody else’s notices', async () => {
  const { token, memberId } = await logIn(portal);
  const other = await logIn(portal);
  const streams = [await listenTo(token, 0), await listenTo(token, 1)];
  const others = await listenTo(other.token, 1);
  for (const stream of [...streams, others]) await stream.next(0);
  await tell(memberId);
  for (const stream of streams) await stream.next(1);
  await tell(memberId);
  for (const stream of streams) await stream.next(2);
  await portal.ask('POST /member/readAllNotices', { token });
  for (const stream of streams) await stream.next(0);
  await tell(other.memberId);
  await others.next(1);
  for (const stream of [...streams, others]) await stream.close();
});

test('a stream ends when its session does, and no other', async () => {
  const { token } = await logIn(portal);
  const stays = await logIn(portal);
  const ending = await listenTo(token);
  const staying = await listenTo(stays.token);
  await ending.next(0);
  await portal.ask('GET /blade-auth/oauth/logout', { token });
  await ending.ended();
  await tell(stays.memberId);
  await staying.next(1);
  await staying.close();
});

test('nobody hears without a session of their own, the right client and a tenant that exists', async () => {
  const { token } = await logIn(portal);
  const status = async (...asking: Parameters<typeof open>) => {
    const response = await open(...asking);
    return [response.status, (await response.json()).code];
  };
  expect(await status(null)).toEqual([401, 401]);
  expect(await status('forged')).toEqual([401, 401]);
  expect(await status(token, 0, { authorization: 'Basic wrong' })).toEqual([403, 403]);
  expect(await status(token, 0, { 'tenant-id': '999999' })).toEqual([400, 400]);
  // A token in the address counts for nothing.
  const address = `${apps[0]?.address}/api/member/stream?token=${token}&Blade-Auth=${token}`;
  const inAddress = await fetch(address, { headers: { authorization: `Basic ${btoa('guanlan:guanlan')}` } });
  expect(inAddress.status).toBe(401);
});

test('what waits for a reviewer is told to reviewers and to who submitted it, in every process, and to nobody else', async () => {
  const [reviewer, writer, other] = [
    await logIn(portal, { role: 'reviewer' }),
    await logIn(portal),
    await logIn(portal),
  ];
  const streams = await Promise.all([
    listenTo(reviewer.token, 1),
    listenTo(writer.token),
    listenTo(other.token),
  ]);
  const [ofReviewer, ofWriter, ofOther] = streams as [Stream, Stream, Stream];
  for (const stream of streams) await stream.next(0);
  const actor = await portal.house.resolveActor(portal.ctx.tenant, writer.token);
  const ctx = portal.house.contextOf(portal.ctx.tenant, actor ?? undefined);
  const item = { kind: 'reference', target: 'post:1', title: '一篇', reason: '', hits: [] } as const;
  await inTransaction(ctx, (trx) => holdForReview(ctx, trx, item));
  await Promise.all([ofReviewer.approvals(), ofWriter.approvals()]);
  await inTransaction(ctx, (trx) => cancelReview(trx, item.target));
  await Promise.all([ofReviewer.approvals(), ofWriter.approvals()]);
  await tell(other.memberId);
  await ofOther.next(1);
  expect(ofOther.heard()).not.toContain('approvals');
  for (const stream of streams) await stream.close();
});

/** A third process, whose requests wait between their arrival and the look-up of their session. */
function createHeldApp() {
  const { apiBase, apiClient, trustProxy } = portal.house.config;
  const release = Promise.withResolvers<void>();
  const counts = { asked: 0, answered: 0 };
  const parts = {
    ...portal.house,
    apiBase,
    apiClient,
    trustProxy,
    resolveActor: async (...asking: Parameters<typeof portal.house.resolveActor>) => {
      counts.asked += 1;
      await release.promise;
      const actor = await portal.house.resolveActor(...asking);
      counts.answered += 1;
      return actor;
    },
  };
  const app = createServer(parts);
  servePersonalStream(app, parts, trackStreams(app, portal.house.log));
  return { app, counts, release: release.resolve };
}

const headersOf = (token: string) => ({
  authorization: `Basic ${btoa('guanlan:guanlan')}`,
  'blade-auth': `bearer ${token}`,
});

test('who leaves before their session is looked up is not counted', async () => {
  const { token } = await logIn(portal);
  const { app, counts, release } = createHeldApp();
  let left = 0;
  app.server.on('connection', (socket) => {
    socket.on('close', () => {
      left += 1;
    });
  });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const headers = headersOf(token);
  const requests = Array.from({ length: 20 }, () =>
    get(`${address}/api/member/stream`, { headers, agent: false }).on('error', () => undefined),
  );
  await vi.waitFor(() => expect(counts.asked).toBe(20));
  for (const request of requests) request.destroy();
  await vi.waitFor(() => expect(left).toBe(20));
  release();
  await vi.waitFor(() => expect(counts.answered).toBe(20));
  const response = await fetch(`${address}/api/member/stream`, { headers });
  expect(response.status).toBe(200);
  await response.body?.cancel();
  await app.close();
});

test('refuses a stream whose session is looked up when the portal stops already', async () => {
  const { token } = await logIn(portal);
  const { app, counts, release } = createHeldApp();
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const asking = fetch(`${address}/api/member/stream`, { headers: headersOf(token) });
  await vi.waitFor(() => expect(counts.asked).toBe(1));
  const closing = app.close();
  release();
  const response = await asking;
  expect(response.status).toBe(503);
  await response.text();
  await closing;
});

test('one member holds no more streams than anybody needs', async () => {
  const { token } = await logIn(portal);
  const streams = await Promise.all(Array.from({ length: 20 }, () => listenTo(token)));
  const refused = await open(token);
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('60');
  expect(await refused.json()).toMatchObject({ code: 429, msg: '操作太频繁，请稍后再试' });
  for (const stream of streams) await stream.close();
});
