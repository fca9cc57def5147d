import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { runNextScan } from '#features/leaks/index.ts';
import { withdrawPost } from '#features/posts/index.ts';
import { rebuildIndex } from '#features/search/index.ts';
import { squash } from '#shared/text/squash.ts';
import { addPiece, logIn } from '#testing/builders.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { loadDemo } from '../demo.ts';
import { serveOutgoing } from '../outgoing/serve.ts';
import { type AskSurface, scanForLeaks } from './scan.ts';
import { lockedSentences, readAnswer } from './sentences.ts';

let portal: Portal;
/** The pieces of the current test. */
let planted: string[] = [];
beforeAll(async () => {
  portal = await openPortal();
  serveOutgoing(portal.app, portal.house);
  // What the site renders is asked of a portal that runs; here a path without a route answers as unknown.
  await loadDemo(portal.house, portal.ctx);
  await rebuildIndex(portal.ctx, portal.house.searchIndexes);
}, 60_000);
afterEach(async () => {
  // The other tests scan the newest pieces, and compare them with every open text.
  for (const id of planted) await withdrawPost(portal.ctx, id);
  planted = [];
});
afterAll(() => portal.close());

const ask: AskSurface = async ({ path, method, isCall }) => {
  const authorization = `Basic ${Buffer.from('guanlan:guanlan').toString('base64')}`;
  const headers = isCall ? { authorization, 'tenant-id': '000000' } : {};
  const { statusCode, body } = await portal.app.inject({ method, url: path, headers });
  return { status: statusCode, body };
};
const scan = (most = 5, by: AskSurface = ask) =>
  scanForLeaks(portal.house, portal.ctx, { ask: by, askSearch: by, most });

const body = '<p>开头人人可读。</p><!--paywall--><p>这是付过钱才能读到的一整句话。</p>';
/** Leaks the locked sentence of `body`. */
const summary = '这是付过钱才能读到的，一整句话';

async function plant(changes: Parameters<typeof addPiece>[1]): Promise<string> {
  const id = await addPiece(portal, changes);
  planted.push(id);
  return id;
}

describe('the leak scanner', () => {
  test('finds nothing in the demo edition', async () => {
    const { checked, sentences, addresses, leaks, faults } = await scan(Number.POSITIVE_INFINITY);
    expect(leaks).toEqual([]);
    expect(faults).toEqual([]);
    expect(checked).toBeGreaterThan(10);
    expect(sentences).toBeGreaterThan(100);
    expect(addresses).toBeGreaterThan(checked * 5);
  }, 300_000);

  test('finds a locked sentence in a summary, with every address that shows it', async () => {
    const id = await plant({ access: 'vip', body, summary });
    await rebuildIndex(portal.ctx, portal.house.searchIndexes);
    const { leaks } = await scan(1);
    expect(new Set(leaks.map(({ pieceId, sentence }) => `${pieceId} ${sentence}`))).toEqual(
      new Set([`${id} 这是付过钱才能读到的一整句话`]),
    );
    const addresses = leaks.map(({ address }) => address);
    expect(addresses).toContain(`/api/reception/article/selectArticle?id=${id}`);
    expect(addresses).toContain('/api/reception/article/newAllArticleList');
    expect(addresses.some((address) => address.includes('globalSearch'))).toBe(true);
  });

  test('begun at the desk and done by the worker, it tells the desk the address of a leak', async () => {
    const id = await plant({ access: 'vip', body, summary });
    const { token } = await logIn(portal, { role: 'admin' });
    const queued = await portal.ask('POST /admin/leak/scan', { token, body: { most: 1 } });
    await runNextScan(portal.ctx, (ctx, options) =>
      scanForLeaks(portal.house, ctx, { ...options, ask, askSearch: ask }),
    );
    const query = { id: queued.body.data.id };
    const { data } = (await portal.ask('GET /admin/leak/detail', { token, query })).body;
    expect(data).toMatchObject({ state: 'done', done: 1, total: 1, faults: [] });
    expect(data.leakCount).toBe(data.leaks.length);
    expect(data.leaks).toContainEqual({
      address: `/api/reception/article/selectArticle?id=${id}`,
      pieceId: id,
      sentence: '这是付过钱才能读到的一整句话',
    });
  });

  test('finds one on a page of the site and in a feed alone, in whatever writing', async () => {
    const id = await plant({ access: 'vip', body });
    await rebuildIndex(portal.ctx, portal.house.searchIndexes);
    expect((await scan(1)).leaks).toEqual([]);
    const surfaces: Record<string, string> = {
      [`/mobileDetail?id=${id}`]: '<p>这是付过钱<b>才能读到</b>的一整&#21477;话</p>',
      '/feed.xml': '&lt;p&gt;这是付过钱才&amp;nbsp;能读到的一整句话&lt;/p&gt;',
      '/index': '<script>{"description":"\\u8fd9是付过钱才能读到的\\n一整句话"}</script>',
      '/atom.xml': '<img alt="这是付过钱才能读到的一整句话">',
    };
    const { leaks } = await scan(1, async (surface) => {
      const text = surfaces[surface.path];
      return text === undefined ? ask(surface) : { status: 200, body: text };
    });
    expect(leaks.map(({ address }) => address).sort()).toEqual(Object.keys(surfaces).sort());
  });

  test('passes over what is open in the title or summary of another piece, whose page answers it', async () => {
    const locked = await plant({ access: 'vip', body });
    await plant({ access: 'vip', title: '这是付过钱才能读到的一整句话' });
    expect((await scan(2)).leaks).toEqual([]);
    await withdrawPost(portal.ctx, planted.pop() ?? '');
    await plant({ body: '<p>别的正文。</p>', summary });
    const everywhere = await scan(1, async (surface) =>
      surface.path === '/index' ? { status: 200, body: summary } : ask(surface),
    );
    expect(everywhere.leaks).toEqual([]);
    expect(everywhere.checked, locked).toBe(1);
  });

  test('tells of a summary that gives away its own piece, also where a twin of the piece does the same', async () => {
    const twins = [
      await plant({ access: 'vip', body, summary }),
      await plant({ access: 'vip', body, summary }),
    ];
    const { leaks } = await scan(2);
    expect(new Set(leaks.map(({ pieceId }) => pieceId))).toEqual(new Set(twins));
  });

  test('asks nothing for a piece that locks no sentence, and one search for several sentences', async () => {
    const lines = ['头一句话说的是矿山的产量', '再一句话说的是港口的库存', '末一句话说的是工厂的订单'];
    const many = await plant({
      access: 'vip',
      body: `<p>开头。</p><!--paywall-->${lines.map((line) => `<p>${line}。</p>`).join('')}`,
    });
    const short = await plant({ access: 'vip', body: '<p>开头。</p><!--paywall--><p>太短了。</p>' });
    const asked: string[] = [];
    await scan(2, (surface) => {
      asked.push(decodeURIComponent(surface.path));
      return ask(surface);
    });
    expect(asked.filter((path) => path.includes(short))).toEqual([]);
    expect(asked.filter((path) => path.includes(`selectArticle?id=${many}`))).toHaveLength(1);
    expect(asked.filter((path) => path.includes('globalSearch'))).toEqual([
      '/api/reception/globalSearch?keyword=头一句话说的是+再一句话说的是+末一句话说的是',
    ]);
  });

  test('passes over what is open in another piece, and tells of an address that failed', async () => {
    await plant({ access: 'vip', body, summary });
    await plant({ body: '<p>这是付过钱才能读到的一整句话。</p>' });
    const { leaks, faults } = await scan(1, async (surface) =>
      surface.path === '/robots.txt' ? { status: 503, body: '' } : ask(surface),
    );
    expect(leaks).toEqual([]);
    expect(faults).toEqual(['/robots.txt：503']);
  });
});

test('headings, names of attachments, the open part, short sentences and the risk notice are no secrets', () => {
  const piece = { id: '1', kind: 'article', columnId: '2', authorId: '1' };
  const sentences = lockedSentences({
    ...piece,
    text: '本文不构成投资建议。开放的一句话也在这里\n小节标题写得够长了\n太短了\n附件名字也写得够长\n只有这一句是上了锁的。',
    openText: '开放的一句话也在这里',
    shown: ['小节标题写得够长了', '附件名字也写得够长.pdf'],
  });
  expect(sentences.map(({ text }) => text)).toEqual(['只有这一句是上了锁的']);
});

test('words are compared without white space, punctuation, width and marks', () => {
  expect(squash('Ａ 股，“上涨”\u200b 3%')).toBe('a股上涨3');
  expect(readAnswer('{"a":"\\u003cp\\u003e上<em>涨\\u003c/p\\u003e"}')[1]).toContain('上涨');
});
