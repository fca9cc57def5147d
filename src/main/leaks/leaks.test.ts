import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { runNextScan } from '#features/leaks/index.ts';
import { withdrawPost } from '#features/posts/index.ts';
import { rebuildIndex } from '#features/search/index.ts';
import { lettersAndDigits } from '#shared/text/letters-and-digits.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost, logIn } from '#testing/posts-and-members.ts';
import { serveOutgoing } from '../outgoing/serve.ts';
import { type FetchSurface, scanForLeaks } from './scan.ts';
import { lockedSentences, readAnswer } from './sentences.ts';

let portal: Portal;
let planted: string[] = [];
beforeAll(async () => {
  portal = await openPortal();
  serveOutgoing(portal.server, portal.app);
  // The site's pages need a running portal; here a path without a route is answered as unknown.
  await rebuildIndex(portal.ctx, portal.app.searchIndexes);
}, 60_000);
afterEach(async () => {
  // Otherwise other tests would scan these newest posts and compare them with every open text.
  for (const id of planted) await withdrawPost(portal.ctx, id);
  planted = [];
});
afterAll(() => portal.close());

const fetchSurface: FetchSurface = async ({ path, method, isCall }) => {
  const authorization = `Basic ${Buffer.from('guanlan:guanlan').toString('base64')}`;
  const headers = isCall ? { authorization, 'tenant-id': '000000' } : {};
  const { statusCode, body } = await portal.server.inject({ method, url: path, headers });
  return { status: statusCode, body };
};
const scan = (maxPosts = 5, fetchFrom: FetchSurface = fetchSurface) =>
  scanForLeaks(portal.app, portal.ctx, { fetchSurface: fetchFrom, fetchSearch: fetchFrom, maxPosts });

const body = '<p>开头人人可读。</p><!--paywall--><p>这是付过钱才能读到的一整句话。</p>';
/** Leaks the locked sentence of `body`. */
const summary = '这是付过钱才能读到的，一整句话';

async function addTestPost(changes: Parameters<typeof addPost>[1]): Promise<string> {
  const id = await addPost(portal, changes);
  planted.push(id);
  return id;
}

describe('the leak scanner', () => {
  test('finds a locked sentence in a summary, and reports every address that shows it', async () => {
    const id = await addTestPost({ access: 'vip', body, summary });
    await rebuildIndex(portal.ctx, portal.app.searchIndexes);
    const { leaks } = await scan(1);
    expect(new Set(leaks.map(({ pieceId, sentence }) => `${pieceId} ${sentence}`))).toEqual(
      new Set([`${id} 这是付过钱才能读到的一整句话`]),
    );
    const addresses = leaks.map(({ address }) => address);
    expect(addresses).toContain(`/api/reception/article/selectArticle?id=${id}`);
    expect(addresses).toContain('/api/reception/article/newAllArticleList');
    expect(addresses.some((address) => address.includes('globalSearch'))).toBe(true);
  });

  test('started by an admin and run by the worker, reports the address of a leak to the back office', async () => {
    const id = await addTestPost({ access: 'vip', body, summary });
    const { token } = await logIn(portal, { role: 'admin' });
    const queued = await portal.call('POST /admin/leak/scan', { token, body: { most: 1 } });
    await runNextScan(portal.ctx, (ctx, options) =>
      scanForLeaks(portal.app, ctx, { ...options, fetchSurface, fetchSearch: fetchSurface }),
    );
    const query = { id: queued.body.data.id };
    const { data } = (await portal.call('GET /admin/leak/detail', { token, query })).body;
    expect(data).toMatchObject({ state: 'done', done: 1, total: 1, faults: [] });
    expect(data.leakCount).toBe(data.leaks.length);
    expect(data.leaks).toContainEqual({
      address: `/api/reception/article/selectArticle?id=${id}`,
      pieceId: id,
      sentence: '这是付过钱才能读到的一整句话',
    });
  });

  test('finds a leak that only a page of the site or a feed shows, in any encoding', async () => {
    const id = await addTestPost({ access: 'vip', body, stockCodes: ['697588'], tags: ['储能'] });
    await rebuildIndex(portal.ctx, portal.app.searchIndexes);
    expect((await scan(1)).leaks).toEqual([]);
    const surfaces: Record<string, string> = {
      [`/mobileDetail?id=${id}`]: '<p>这是付过钱<b>才能读到</b>的一整&#21477;话</p>',
      '/feed.xml': '&lt;p&gt;这是付过钱才&amp;nbsp;能读到的一整句话&lt;/p&gt;',
      '/index': '<script>{"description":"\\u8fd9是付过钱才能读到的\\n一整句话"}</script>',
      '/stock?code=697588': '<p>这是付过钱才能读到的一整句话</p>',
      '/api/reception/stockPosts?code=697588': '{"summary":"这是付过钱才能读到的一整句话"}',
      [`/tag/${encodeURIComponent('储能')}`]: '<p>这是付过钱才能读到的一整句话</p>',
      [`/api/reception/tagPosts?name=${encodeURIComponent('储能')}`]: '这是付过钱才能读到的一整句话',
      '/atom.xml': '<img alt="这是付过钱才能读到的一整句话">',
    };
    const { leaks } = await scan(1, async (surface) => {
      const text = surfaces[surface.path];
      return text === undefined ? fetchSurface(surface) : { status: 200, body: text };
    });
    expect(leaks.map(({ address }) => address).sort()).toEqual(Object.keys(surfaces).sort());
  });

  test('ignores a sentence that is open in the title or summary of another post whose page contains it', async () => {
    const locked = await addTestPost({ access: 'vip', body });
    await addTestPost({ access: 'vip', title: '这是付过钱才能读到的一整句话' });
    expect((await scan(2)).leaks).toEqual([]);
    await withdrawPost(portal.ctx, planted.pop() ?? '');
    await addTestPost({ body: '<p>别的正文。</p>', summary });
    const everywhere = await scan(1, async (surface) =>
      surface.path === '/index' ? { status: 200, body: summary } : fetchSurface(surface),
    );
    expect(everywhere.leaks).toEqual([]);
    expect(everywhere.checked, locked).toBe(1);
  });

  test('reports a summary that reveals its own locked text, even if a duplicate post does the same', async () => {
    const twins = [
      await addTestPost({ access: 'vip', body, summary }),
      await addTestPost({ access: 'vip', body, summary }),
    ];
    const { leaks } = await scan(2);
    expect(new Set(leaks.map(({ pieceId }) => pieceId))).toEqual(new Set(twins));
  });

  test('requests nothing for a post that locks no sentence, and makes one search for several sentences', async () => {
    const lines = ['头一句话说的是矿山的产量', '再一句话说的是港口的库存', '末一句话说的是工厂的订单'];
    const many = await addTestPost({
      access: 'vip',
      body: `<p>开头。</p><!--paywall-->${lines.map((line) => `<p>${line}。</p>`).join('')}`,
    });
    const short = await addTestPost({ access: 'vip', body: '<p>开头。</p><!--paywall--><p>太短了。</p>' });
    const paths: string[] = [];
    await scan(2, (surface) => {
      paths.push(decodeURIComponent(surface.path));
      return fetchSurface(surface);
    });
    expect(paths.filter((path) => path.includes(short))).toEqual([]);
    expect(paths.filter((path) => path.includes(`selectArticle?id=${many}`))).toHaveLength(1);
    expect(paths.filter((path) => path.includes('globalSearch'))).toEqual([
      '/api/reception/globalSearch?keyword=头一句话说的是+再一句话说的是+末一句话说的是',
    ]);
  });

  test('ignores a sentence that is open in another post, and reports an address that failed', async () => {
    await addTestPost({ access: 'vip', body, summary });
    await addTestPost({ body: '<p>这是付过钱才能读到的一整句话。</p>' });
    const { leaks, faults } = await scan(1, async (surface) =>
      surface.path === '/robots.txt' ? { status: 503, body: '' } : fetchSurface(surface),
    );
    expect(leaks).toEqual([]);
    expect(faults).toEqual(['/robots.txt：503']);
  });
});

test('does not treat headings, attachment names, the open part, short sentences and the risk notice as secrets', () => {
  const post = { id: '1', kind: 'article', columnId: '2', authorId: '1', stockCodes: [], tags: [] };
  const sentences = lockedSentences({
    ...post,
    text: '本文不构成投资建议。开放的一句话也在这里\n小节标题写得够长了\n太短了\n附件名字也写得够长\n只有这一句是上了锁的。',
    openText: '开放的一句话也在这里',
    shown: ['小节标题写得够长了', '附件名字也写得够长.pdf'],
  });
  expect(sentences.map(({ text }) => text)).toEqual(['只有这一句是上了锁的']);
});

test('compares words without white space, punctuation, width and diacritics', () => {
  expect(lettersAndDigits('Ａ 股，“上涨”\u200b 3%')).toBe('a股上涨3');
  expect(readAnswer('{"a":"\\u003cp\\u003e上<em>涨\\u003c/p\\u003e"}')[1]).toContain('上涨');
});
