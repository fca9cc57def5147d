import { get } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cancelReview, holdForReview } from '#features/moderation/index.ts';
import { noticesChannel, notifyMembers } from '#features/notifications/index.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { createServer } from '#kernel/http/server.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { logIn } from '#testing/posts-and-members.ts';
import { waitFor } from '#testing/wait-for.ts';
import { trackStreams } from './event-stream.ts';
import { listenForChanges } from './listen-for-changes.ts';
import { reviewsChannel, servePersonalStream } from './personal-stream.ts';

// Two web processes, each with its own listening connection.
let portal: Portal;
let processes: { app: FastifyInstance; address: string; stop(): Promise<void> }[];
beforeAll(async () => {
  portal = await openPortal();
  processes = [await listen(), await listen()];
});
afterAll(async () => {
  for (const { app: server, stop } of processes) {
    await server.close();
    await stop();
  }
  await portal.close();
});

async function listen() {
  const { app } = portal;
  const { apiBase, apiClient, trustProxy } = app.config;
  const parts = { ...app, apiBase, apiClient, trustProxy };
  const server = createServer(parts);
  const { onNotices, onReviews, recount } = servePersonalStream(
    server,
    parts,
    trackStreams(server, app.log),
    {
      heartbeatIntervalMs: 20,
    },
  );
  const channels = { [noticesChannel]: onNotices, [reviewsChannel]: onReviews };
  const { stop } = await listenForChanges(app, channels, recount);
  return { app: server, stop, address: await server.listen({ port: 0, host: '127.0.0.1' }) };
}

const requestStream = (token: string | null, process = 0, headers: Record<string, string> = {}) =>
  fetch(`${processes[process]?.address}/api/member/stream`, {
    headers: {
      authorization: `Basic ${btoa('guanlan:guanlan')}`,
      ...(token ? { 'blade-auth': `bearer ${token}` } : {}),
      ...headers,
    },
  });

/**
 * The events of a stream; `next` waits for one with this number of unread notices, `ended` for the end of the stream.
 */
async function openStream(token: string, process = 0) {
  const response = await requestStream(token, process);
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
    /** Waits for the event that this person's pending approvals may have changed. */
    approvals: () => wait({ type: 'approvals' }),
    /** Returns all events received so far. */
    received: () => all,
    async ended() {
      while (await read());
    },
    close: () => reader.cancel(),
  };
}

type Stream = Awaited<ReturnType<typeof openStream>>;

let serial = 0;
const sendNotice = (memberId: string) =>
  inTransaction(portal.ctx, (trx) => {
    serial += 1;
    const notice = { kind: 'system', title: '有新通知', sourceKey: `stream:${serial}` } as const;
    return notifyMembers(portal.ctx, trx, [memberId], notice);
  });

test('notifies a member at once, in every process, and only of their own notices', async () => {
  const { token, memberId } = await logIn(portal);
  const other = await logIn(portal);
  const streams = [await openStream(token, 0), await openStream(token, 1)];
  const otherStream = await openStream(other.token, 1);
  for (const stream of [...streams, otherStream]) await stream.next(0);
  await sendNotice(memberId);
  for (const stream of streams) await stream.next(1);
  await sendNotice(memberId);
  for (const stream of streams) await stream.next(2);
  await portal.call('POST /member/readAllNotices', { token });
  for (const stream of streams) await stream.next(0);
  await sendNotice(other.memberId);
  await otherStream.next(1);
  for (const stream of [...streams, otherStream]) await stream.close();
});

test('ends a stream when its session ends, and no other stream', async () => {
  const { token } = await logIn(portal);
  const remainingMember = await logIn(portal);
  const endingStream = await openStream(token);
  const remainingStream = await openStream(remainingMember.token);
  await endingStream.next(0);
  await portal.call('GET /blade-auth/oauth/logout', { token });
  await endingStream.ended();
  await sendNotice(remainingMember.memberId);
  await remainingStream.next(1);
  await remainingStream.close();
});

test('refuses a stream without a valid session, the right client and an existing tenant', async () => {
  const { token } = await logIn(portal);
  const status = async (...args: Parameters<typeof requestStream>) => {
    const response = await requestStream(...args);
    return [response.status, (await response.json()).code];
  };
  expect(await status(null)).toEqual([401, 401]);
  expect(await status('forged')).toEqual([401, 401]);
  expect(await status(token, 0, { authorization: 'Basic wrong' })).toEqual([403, 403]);
  expect(await status(token, 0, { 'tenant-id': '999999' })).toEqual([400, 400]);
  // A token in the URL is ignored.
  const address = `${processes[0]?.address}/api/member/stream?token=${token}&Blade-Auth=${token}`;
  const tokenInUrl = await fetch(address, { headers: { authorization: `Basic ${btoa('guanlan:guanlan')}` } });
  expect(tokenInUrl.status).toBe(401);
});

test('notifies reviewers and the submitter, and nobody else, of changed approvals, in every process', async () => {
  const [reviewer, writer, other] = [
    await logIn(portal, { role: 'reviewer' }),
    await logIn(portal),
    await logIn(portal),
  ];
  const streams = await Promise.all([
    openStream(reviewer.token, 1),
    openStream(writer.token),
    openStream(other.token),
  ]);
  const [ofReviewer, ofWriter, ofOther] = streams as [Stream, Stream, Stream];
  for (const stream of streams) await stream.next(0);
  const actor = await portal.app.resolveActor(portal.ctx.tenant, writer.token);
  const ctx = portal.app.contextOf(portal.ctx.tenant, actor ?? undefined);
  const item = { kind: 'reference', target: 'post:1', title: '一篇', reason: '', hits: [] } as const;
  await inTransaction(ctx, (trx) => holdForReview(ctx, trx, item));
  await Promise.all([ofReviewer.approvals(), ofWriter.approvals()]);
  await inTransaction(ctx, (trx) => cancelReview(trx, item.target));
  await Promise.all([ofReviewer.approvals(), ofWriter.approvals()]);
  await sendNotice(other.memberId);
  await ofOther.next(1);
  expect(ofOther.received()).not.toContain('approvals');
  for (const stream of streams) await stream.close();
});

/** A third process, whose requests wait between their arrival and the look-up of their session. */
function createDelayedProcess() {
  const { apiBase, apiClient, trustProxy } = portal.app.config;
  const release = Promise.withResolvers<void>();
  const counts = { asked: 0, answered: 0 };
  const parts = {
    ...portal.app,
    apiBase,
    apiClient,
    trustProxy,
    resolveActor: async (...args: Parameters<typeof portal.app.resolveActor>) => {
      counts.asked += 1;
      await release.promise;
      const actor = await portal.app.resolveActor(...args);
      counts.answered += 1;
      return actor;
    },
  };
  const server = createServer(parts);
  servePersonalStream(server, parts, trackStreams(server, portal.app.log));
  return { app: server, counts, release: release.resolve };
}

const headersOf = (token: string) => ({
  authorization: `Basic ${btoa('guanlan:guanlan')}`,
  'blade-auth': `bearer ${token}`,
});

test('does not count a client that disconnects before its session is looked up', async () => {
  const { token } = await logIn(portal);
  const { app: server, counts, release } = createDelayedProcess();
  let closedSockets = 0;
  server.server.on('connection', (socket) => {
    socket.on('close', () => {
      closedSockets += 1;
    });
  });
  const address = await server.listen({ port: 0, host: '127.0.0.1' });
  const headers = headersOf(token);
  const requests = Array.from({ length: 20 }, () =>
    get(`${address}/api/member/stream`, { headers, agent: false }).on('error', () => undefined),
  );
  await waitFor(() => expect(counts.asked).toBe(20));
  for (const request of requests) request.destroy();
  await waitFor(() => expect(closedSockets).toBe(20));
  release();
  await waitFor(() => expect(counts.answered).toBe(20));
  const response = await fetch(`${address}/api/member/stream`, { headers });
  expect(response.status).toBe(200);
  await response.body?.cancel();
  await server.close();
});

test('refuses a stream whose session is looked up after the portal began to stop', async () => {
  const { token } = await logIn(portal);
  const { app: server, counts, release } = createDelayedProcess();
  const address = await server.listen({ port: 0, host: '127.0.0.1' });
  const pendingResponse = fetch(`${address}/api/member/stream`, { headers: headersOf(token) });
  await waitFor(() => expect(counts.asked).toBe(1));
  const closing = server.close();
  release();
  const response = await pendingResponse;
  expect(response.status).toBe(503);
  await response.text();
  await closing;
});

test('limits the number of streams of one member', async () => {
  const { token } = await logIn(portal);
  const streams = await Promise.all(Array.from({ length: 20 }, () => openStream(token)));
  const refused = await requestStream(token);
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('60');
  expect(await refused.json()).toMatchObject({ code: 429, msg: '操作太频繁，请稍后再试' });
  for (const stream of streams) await stream.close();
});
