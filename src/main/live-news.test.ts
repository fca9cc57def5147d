import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commentsChannel } from '#features/comments/index.ts';
import { liveChannel } from '#features/posts/index.ts';
import { createServer } from '#kernel/http/server.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost, logIn } from '#testing/posts-and-members.ts';
import { trackStreams } from './event-stream.ts';
import { listenForChanges } from './listen-for-changes.ts';
import { serveLiveNews } from './live-news.ts';
import { migrateTenants } from './migrate-tenants.ts';

let portal: Portal;
let server: FastifyInstance;
let address: string;
let stop: () => Promise<void>;
beforeAll(async () => {
  portal = await openPortal({ COMMENT_MODERATION: 'post', TENANTS: '000000,100001' });
  await migrateTenants(portal.app.config, portal.app.connectionString);
  const { app } = portal;
  const { apiBase, apiClient, trustProxy } = app.config;
  server = createServer({ ...app, apiBase, apiClient, trustProxy });
  const live = serveLiveNews(server, app, trackStreams(server, app.log));
  ({ stop } = await listenForChanges(app, {
    [liveChannel]: live.onNews,
    [commentsChannel]: live.onComments,
  }));
  address = await server.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await server.close();
  await stop();
  await portal.close();
});

/** `next` returns the next event; `received` returns all events received so far. */
async function openStream(query: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${address}/api/reception/liveNews?${query}`, { headers });
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  let text = '';
  let all = '';
  const read = async () => {
    const { done, value } = await reader.read();
    if (done) throw new Error('the stream has ended');
    const part = decoder.decode(value, { stream: true });
    text += part;
    all += part;
  };
  // The server has registered the stream once `retry` has arrived.
  while (!text.includes('retry')) await read();
  return {
    async next(): Promise<unknown> {
      for (;;) {
        const found = /data: (.*)\n\n/.exec(text);
        if (found) {
          text = text.slice(found.index + found[0].length);
          return JSON.parse(found[1] ?? '');
        }
        await read();
      }
    },
    received: () => all,
    close: () => reader.cancel(),
  };
}

test('streams how many and which comments a post has, never their text, to readers of that post only', async () => {
  const generalStream = await openStream('');
  const [postId, otherId] = [await addPost(portal), await addPost(portal)];
  // The news of both has arrived, so that the streams opened next do not get it.
  for (const id of [postId, otherId]) expect(await generalStream.next()).toMatchObject({ id });
  const { token } = await logIn(portal);
  const [reader, otherPostStream] = [await openStream(`post=${postId}`), await openStream(`post=${otherId}`)];
  const addComment = async (toPostId: string, body: string): Promise<string> =>
    (await portal.call('POST /member/addComment', { token, body: { postId: toPostId, body } })).body.data
      .comment.id;
  const first = await addComment(postId, '只在列表里的话');
  expect(await reader.next()).toEqual({ type: 'comments', postId, total: 1, shown: first });
  const second = await addComment(postId, '第二句');
  expect(await reader.next()).toMatchObject({ total: 2, shown: second });
  await portal.call('POST /member/deleteComment', { token, body: { id: first } });
  expect(await reader.next()).toEqual({ type: 'comments', postId, total: 1, hidden: first });
  // Events arrive in order: when this later one arrives, all earlier ones have arrived too.
  const other = await addComment(otherId, '另一篇');
  expect(await otherPostStream.next()).toMatchObject({ postId: otherId, shown: other });
  const out = await addPost(portal);
  expect(await generalStream.next()).toMatchObject({ id: out });
  expect(reader.received() + otherPostStream.received() + generalStream.received()).not.toContain('话');
  expect(generalStream.received()).not.toContain('comments');
  for (const stream of [reader, otherPostStream, generalStream]) await stream.close();
});

test('streams the news of the tenant that Tenant-Id or the address names, and of no unknown one', async () => {
  const tenant = portal.app.tenants.get('100001');
  if (!tenant) throw new Error('the second tenant is missing');
  const other = { ...portal, ctx: portal.app.contextOf(tenant) };
  const streams = [
    await openStream('', { 'tenant-id': '100001' }),
    await openStream('tenantId=000000', { 'tenant-id': '100001' }),
    await openStream('tenantId=100001'),
  ];
  const ofDefault = [await openStream(''), await openStream('tenantId=100001', { 'tenant-id': '000000' })];
  const id = await addPost(other);
  for (const stream of streams) expect(await stream.next()).toMatchObject({ id });
  const own = await addPost(portal);
  for (const stream of ofDefault) expect(await stream.next()).toMatchObject({ id: own });
  for (const stream of [...streams, ...ofDefault]) await stream.close();
  for (const [query, headers] of [
    ['tenantId=100002', {}],
    ['tenantId=100001', { 'tenant-id': '100002' }],
    ['tenantId=100001&tenantId=000000', {}],
  ] as const) {
    const answer = await fetch(`${address}/api/reception/liveNews?${query}`, { headers });
    expect(answer.status, query).toBe(400);
    expect((await answer.json()).msg).toContain('租户不存在');
  }
});
