import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commentsChannel } from '#features/comments/index.ts';
import { liveChannel } from '#features/posts/index.ts';
import { createServer } from '#kernel/http/server.ts';
import { addPiece, logIn } from '#testing/builders.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { listenForChanges } from './changes.ts';
import { trackStreams } from './event-stream.ts';
import { serveLiveNews } from './live.ts';

let portal: Portal;
let app: FastifyInstance;
let address: string;
let stop: () => Promise<void>;
beforeAll(async () => {
  portal = await openPortal({ COMMENT_MODERATION: 'post' });
  const { house } = portal;
  const { apiBase, apiClient, trustProxy } = house.config;
  app = createServer({ ...house, apiBase, apiClient, trustProxy });
  const live = serveLiveNews(app, house, trackStreams(app, house.log));
  ({ stop } = await listenForChanges(house, {
    [liveChannel]: live.hear,
    [commentsChannel]: live.hearComments,
  }));
  address = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await app.close();
  await stop();
  await portal.close();
});

/** `next` answers the next event; `heard` all that came so far. */
async function listenTo(query: string) {
  const response = await fetch(`${address}/api/reception/liveNews?${query}`);
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  let text = '';
  let all = '';
  const read = async () => {
    const { done, value } = await reader.read();
    if (done) throw new Error('the stream ended');
    const part = decoder.decode(value, { stream: true });
    text += part;
    all += part;
  };
  // Once it has begun, it is listened to.
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
    heard: () => all,
    close: () => reader.cancel(),
  };
}

test('who has a piece open hears of its comments, how many and which, never what they say; others do not', async () => {
  const [postId, otherId] = [await addPiece(portal), await addPiece(portal)];
  const { token } = await logIn(portal);
  const reader = await listenTo(`post=${postId}`);
  const [elsewhere, anybody] = [await listenTo(`post=${otherId}`), await listenTo('')];
  const say = async (piece: string, body: string): Promise<string> =>
    (await portal.ask('POST /member/addComment', { token, body: { postId: piece, body } })).body.data.comment
      .id;
  const first = await say(postId, '只在列表里的话');
  expect(await reader.next()).toEqual({ type: 'comments', postId, total: 1, shown: first });
  const second = await say(postId, '第二句');
  expect(await reader.next()).toMatchObject({ total: 2, shown: second });
  await portal.ask('POST /member/deleteComment', { token, body: { id: first } });
  expect(await reader.next()).toEqual({ type: 'comments', postId, total: 1, hidden: first });
  // What is told later has come after everything before.
  const other = await say(otherId, '另一篇');
  expect(await elsewhere.next()).toMatchObject({ postId: otherId, shown: other });
  const out = await addPiece(portal);
  expect(await anybody.next()).toMatchObject({ id: out });
  expect(reader.heard() + elsewhere.heard() + anybody.heard()).not.toContain('话');
  expect(anybody.heard()).not.toContain('comments');
  for (const stream of [reader, elsewhere, anybody]) await stream.close();
});
