import { SaxesParser } from 'saxes';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { withdrawPost } from '#features/posts/index.ts';
import {
  createAccessMatrix,
  levels,
  lockedSentence,
  type Matrix,
  openSentence,
  type Person,
  partOf,
  people,
  publishedLevels,
} from '#testing/access-matrix.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost, logIn } from '#testing/posts-and-members.ts';
import { servePrivateFeed } from './private-feed.ts';

let portal: Portal;
let matrix: Matrix;
beforeAll(async () => {
  portal = await openPortal({ SITE_URL: 'https://news.example.cn' });
  servePrivateFeed(portal.server, portal.app);
  matrix = await createAccessMatrix(portal);
}, 120_000);
afterAll(() => portal.close());

const create = async (token: string): Promise<string> => {
  const { body } = await portal.call('POST /member/createFeedAddress', { token });
  expect(body.code, body.msg).toBe(200);
  return body.data.token;
};
let network = 0;
/** Fetches a private feed, from another address each time, so that the rate limit by network is not reached. */
const fetchFeed = (feedToken: string, ending = '', headers: Record<string, string> = {}) => {
  network += 1;
  const remoteAddress = `10.0.${Math.floor(network / 250)}.${(network % 250) + 1}`;
  return portal.server.inject({ url: `/feed/private/${feedToken}${ending}`, headers, remoteAddress });
};
const find = (token: string) => portal.call('GET /member/feedAddress', { token });

/** Staff read here what their account may read without the permissions of staff. */
const readerLike = (person: Person): Person => (person === 'staff' ? 'member' : person);

describe.each(people.filter((person) => person !== 'visitor' && person !== 'blocked'))('as %s', (person) => {
  test('a private feed has exactly the sentences that this member may read', async () => {
    const feedToken = await create(matrix.tokens[person] ?? '');
    for (const ending of ['', '.json']) {
      const { statusCode, body } = await fetchFeed(feedToken, ending);
      expect(statusCode).toBe(200);
      for (const level of levels) {
        const parts = matrix.posts
          .filter((post) => post.level === level && publishedLevels.includes(level))
          .map((post) => partOf(readerLike(person), post));
        expect(body.includes(lockedSentence(level)), `${level}${ending}`).toBe(parts.includes('all'));
        expect(body.includes(openSentence(level)), `${level}${ending}`).toBe(parts.length > 0);
      }
      // Each post by itself: the sentences of a level are the same in every column.
      if (ending)
        for (const item of JSON.parse(body).items) {
          const post = matrix.posts.find(({ id }) => item.id.endsWith(`?id=${id}`));
          const isWhole = post && partOf(readerLike(person), post) === 'all';
          expect(item.content_html.includes('勿泄'), item.id).toBe(isWhole);
        }
    }
  });
});

test('the text of a VIP post leaves the feed when the membership ends', async () => {
  const feedToken = await create(matrix.tokens.vipEnding ?? '');
  expect((await fetchFeed(feedToken)).body).toContain(lockedSentence('vip'));
  vi.spyOn(portal.app.clock, 'now').mockImplementation(() => new Date(matrix.endsAt));
  try {
    const { body } = await fetchFeed(feedToken);
    expect(body).not.toContain(lockedSentence('vip'));
    expect(body).toContain(openSentence('vip'));
  } finally {
    vi.restoreAllMocks();
  }
});

test('a private feed is XML or JSON that no cache stores and no search engine indexes, and does not contain its address', async () => {
  const feedToken = await create(matrix.tokens.vip ?? '');
  for (const ending of ['', '.json']) {
    const { body, headers } = await fetchFeed(feedToken, ending);
    expect(headers).toMatchObject({
      'content-type': `application/${ending ? 'feed+json' : 'rss+xml'}; charset=utf-8`,
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
    });
    expect(headers.etag).toBeUndefined();
    expect(body).not.toContain(feedToken);
    if (ending) expect(JSON.parse(body).version).toBe('https://jsonfeed.org/version/1.1');
    else new SaxesParser({ xmlns: true }).write(body).close();
  }
  const packed = await fetchFeed(feedToken, '', { 'accept-encoding': 'gzip' });
  expect(packed.headers['content-encoding']).toBe('gzip');
  expect(packed.rawPayload.length).toBeLessThan((await fetchFeed(feedToken)).rawPayload.length);
});

test('a withdrawn post leaves a private feed at once', async () => {
  const { token } = await logIn(portal);
  const feedToken = await create(token);
  const id = await addPost(portal, { columnId: '1', title: '马上撤下的私家一篇' });
  expect((await fetchFeed(feedToken)).body).toContain('马上撤下的私家一篇');
  await withdrawPost(portal.ctx, id);
  expect((await fetchFeed(feedToken)).body).not.toContain('马上撤下的私家一篇');
});

describe('a private feed address', () => {
  test('is stored as a hash and shown once, with when it was read', async () => {
    const { token } = await logIn(portal);
    expect((await find(token)).body.data).toBeNull();
    const feedToken = await create(token);
    expect(feedToken).toMatch(/^[\w-]{43}$/);
    expect((await find(token)).body.data).toMatchObject({ lastReadAt: null });
    await fetchFeed(feedToken);
    const { text, body } = await find(token);
    expect(body.data.lastReadAt).not.toBeNull();
    const rows = await portal.ctx.db.selectFrom('feed_addresses').selectAll().execute();
    const audit = await portal.ctx.db.selectFrom('audit_entries').selectAll().execute();
    for (const stored of [text, JSON.stringify(rows), JSON.stringify(audit)])
      expect(stored).not.toContain(feedToken);
  });

  test('ends when it is revoked and when another is made', async () => {
    const { token } = await logIn(portal);
    const first = await create(token);
    const second = await create(token);
    expect((await fetchFeed(first)).statusCode).toBe(404);
    expect((await fetchFeed(second)).statusCode).toBe(200);
    expect((await portal.call('POST /member/revokeFeedAddress', { token })).status).toBe(200);
    expect((await fetchFeed(second)).statusCode).toBe(404);
    expect((await portal.call('POST /member/revokeFeedAddress', { token })).status).toBe(404);
    expect((await find(token)).body.data).toBeNull();
  });

  test('ends when all devices are logged out, by the member and by staff', async () => {
    const admin = await logIn(portal, { role: 'admin' });
    for (const end of [
      ({ token }: { token: string }) => portal.call('POST /member/revokeOtherSessions', { token }),
      ({ memberId: id }: { memberId: string }) =>
        portal.call('POST /admin/member/signOut', { body: { id }, token: admin.token }),
      ({ memberId: id }: { memberId: string }) =>
        portal.call('POST /admin/member/block', { body: { id, reason: '测试' }, token: admin.token }),
    ]) {
      const person = await logIn(portal);
      const feedToken = await create(person.token);
      expect((await fetchFeed(feedToken)).statusCode).toBe(200);
      const { body } = await end(person);
      expect(body.code, body.msg).toBe(200);
      expect((await fetchFeed(feedToken)).statusCode).toBe(404);
    }
  });

  test('that is wrong answers like a revoked one, and guessing is limited', async () => {
    for (const wrong of ['x', 'A'.repeat(43), 'A'.repeat(44), '%2e%2e'])
      expect((await fetchFeed(wrong)).statusCode, wrong).toBe(404);
    const guess = () =>
      portal.server.inject({ url: `/feed/private/${'A'.repeat(43)}`, remoteAddress: '10.9.9.9' });
    const answers = [];
    for (let count = 0; count < 61; count += 1) answers.push((await guess()).statusCode);
    expect(answers.filter((status) => status === 404)).toHaveLength(60);
    expect(answers.at(-1)).toBe(429);
  });

  test('is read 60 times in ten minutes at most', async () => {
    const { token } = await logIn(portal);
    const feedToken = await create(token);
    const now = portal.ctx.now();
    const { memberId } = (await portal.ctx.db
      .selectFrom('feed_addresses')
      .select('member_id as memberId')
      .orderBy('created_at', 'desc')
      .executeTakeFirst()) as { memberId: string };
    await portal.ctx.db
      .insertInto('rate_limits')
      .values({
        key: `feed-readings:${memberId}`,
        hits: Array.from({ length: 60 }, () => now),
        expires_at: new Date(now.getTime() + 600_000),
      })
      .execute();
    const refused = await fetchFeed(feedToken);
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });

  test('is never in the log, even when reading fails', async () => {
    const { token } = await logIn(portal);
    const feedToken = await create(token);
    const logged = vi.spyOn(portal.app.log, 'error').mockImplementation(() => undefined);
    const fault = vi.spyOn(portal.app, 'settings').mockRejectedValue(new Error('a fault of the test'));
    try {
      expect((await fetchFeed(feedToken)).statusCode).toBe(500);
      expect(logged).toHaveBeenCalled();
      expect(JSON.stringify(logged.mock.calls)).toContain('/feed/private/:file');
      expect(JSON.stringify(logged.mock.calls)).not.toContain(feedToken);
    } finally {
      fault.mockRestore();
      vi.restoreAllMocks();
    }
  });

  test('needs a login to make', async () => {
    for (const name of [
      'GET /member/feedAddress',
      'POST /member/createFeedAddress',
      'POST /member/revokeFeedAddress',
    ])
      expect((await portal.call(name)).status).toBe(401);
  });
});

describe('while copies are traced', () => {
  afterAll(async () => {
    await portal.ctx.db.deleteFrom('site_settings').where('name', '=', 'security').execute();
    portal.app.defaultTenant.tags.purge(['settings']);
  });

  test('paid text in a private feed carries a mark that leads to its reader, and open text none', async () => {
    const admin = await logIn(portal, { role: 'admin' });
    await portal.ctx.db
      .insertInto('site_settings')
      .values({ name: 'security', value: JSON.stringify({ staffTotp: 'optional', tracing: 'on' }) })
      .execute();
    portal.app.defaultTenant.tags.purge(['settings']);
    const feedToken = await create(matrix.tokens.vip ?? '');
    const { items } = JSON.parse((await fetchFeed(feedToken, '.json')).body);
    let copies = 0;
    for (const item of items) {
      const post = matrix.posts.find(({ id }) => item.id.endsWith(`?id=${id}`));
      const isPaid =
        post &&
        (['vip', 'vipFree'].includes(post.level) || (post.level === 'inherited' && post.inherits === 'vip'));
      const isMarked = /[\u200c\u200d]{16,}/u.test(item.content_html);
      expect(isMarked, `${post?.level}`).toBe(isPaid === true);
      if (!isMarked) continue;
      copies += 1;
      const { body } = await portal.call('POST /admin/leak/trace', {
        token: admin.token,
        body: { text: item.content_html },
      });
      expect(body.data.copies).toMatchObject([{ post: { id: post?.id }, confidence: 'certain' }]);
    }
    expect(copies).toBeGreaterThan(5);
  });
});
