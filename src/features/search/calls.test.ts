import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withdrawPost } from '#features/posts/index.ts';
import { addPiece, logIn } from '#testing/builders.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { awaitIndexed, feedIndex, rebuildIndex, tendIndex } from './index.ts';
import type { SearchPage, SearchRecord, Suggestion } from './schema.ts';

const path = 'GET /reception/globalSearch';
let portal: Portal;

async function search(query: Record<string, string>, token?: string): Promise<SearchPage> {
  const { status, body } = await portal.ask(path, { query, ...(token ? { token } : {}) });
  expect(status).toBe(200);
  return body.data;
}

const ids = ({ records }: SearchPage) => records.map(({ id }) => id);
const feed = () => feedIndex(portal.ctx, portal.house.searchIndexes);
const shown = (parts: SearchRecord['bodyFragments'] = []) =>
  parts.map(({ text, hit }) => (hit ? `[${text}]` : text)).join('');

beforeAll(async () => {
  portal = await openPortal();
  await portal.ctx.db
    .insertInto('stocks')
    .values({ code: '300750', name: '宁德时代', market: 'SZ', aliases: ['CATL'] })
    .execute();
  await rebuildIndex(portal.ctx, portal.house.searchIndexes);
});
afterAll(() => portal.close());

test('two workers write what is noted once', async () => {
  await addPiece(portal, { title: '只写一次' });
  const { count } = await portal.ctx.db
    .selectFrom('search_outbox')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  const done = await Promise.all([feed(), feed(), feed()]);
  expect(done.reduce((sum, notes) => sum + notes, 0)).toBe(Number(count));
});

describe('searching', () => {
  const pieces: Record<string, string> = {};
  beforeAll(async () => {
    pieces.title = await addPiece(portal, {
      title: '储能电站一季报',
      body: '<p>装机翻倍。</p>',
      tags: ['储能'],
    });
    pieces.body = await addPiece(portal, {
      title: '晨报',
      columnId: '1',
      author: '江潮生',
      body: `<p>${'市场平静。'.repeat(40)}ＩＲＡ法案影响<b>储能电站</b>出口，𠮷林也是。</p>`,
    });
    pieces.stock = await addPiece(portal, { title: '龙头复盘', stockCodes: ['300750'] });
    await feed();
  });

  test('finds by title first, marks what matched and says why', async () => {
    const found = await search({ keyword: '储能电站' });
    expect(ids(found)).toEqual([pieces.title, pieces.body]);
    expect(found).toMatchObject({ total: 2, nearest: false, current: 1, size: 10, pages: 1 });
    expect(shown(found.records[0]?.titleFragments)).toBe('[储能电站]一季报');
    expect(found.records[0]?.matched).toEqual(['title', 'tag']);
    expect(shown(found.records[1]?.bodyFragments)).toContain('影响[储能电站]出口');
    expect(found.records[1]?.matched).toEqual(['body']);
  });

  test('full width, case and rare Hanzi do not matter, and the text is shown as it is written', async () => {
    const found = await search({ keyword: 'ira ' });
    expect(ids(found)).toEqual([pieces.body]);
    expect(shown(found.records[0]?.bodyFragments)).toContain('[ＩＲＡ]法案');
    expect(ids(await search({ keyword: '𠮷林' }))).toEqual([pieces.body]);
  });

  test('a stock is found by code, name and alias', async () => {
    for (const keyword of ['300750', '宁德时代', 'catl']) {
      const { records } = await search({ keyword });
      expect(records.map(({ id, matched }) => [id, matched])).toEqual([[pieces.stock, ['stock']]]);
    }
    expect(ids(await search({ stockCode: '300750' }))).toEqual([pieces.stock]);
  });

  test('counts by type and column without their own filter, and filters', async () => {
    const found = await search({ keyword: '储能', type: 'news' });
    expect(ids(found)).toEqual([pieces.body]);
    expect(found.facets.types).toEqual([
      { type: 'article', count: 1 },
      { type: 'news', count: 1 },
    ]);
    expect(found.facets.columns).toEqual([{ columnId: '1', columnName: '全球资讯', count: 1 }]);
    expect(ids(await search({ keyword: '储能', columnId: '2' }))).toEqual([pieces.title]);
    expect(ids(await search({ keyword: '储能', field: 'title' }))).toEqual([pieces.title]);
    expect(ids(await search({ keyword: '储能', endTime: '2020-01-01' }))).toEqual([]);
    expect(ids(await search({ keyword: '储能', sort: 'newest' }))).toEqual([pieces.body, pieces.title]);
  });

  test('views sort by what is counted now', async () => {
    const { ctx } = portal;
    const views = { post_id: pieces.body ?? '', views: '9' };
    await ctx.db.updateTable('post_counters').set(views).where('post_id', '=', views.post_id).execute();
    expect(ids(await search({ keyword: '储能', sort: 'views' }))).toEqual([pieces.body, pieces.title]);
  });

  test('authors are found by name, beside their pieces', async () => {
    const found = await search({ keyword: '江潮' });
    expect(found.authors.map(({ name }) => name)).toEqual(['江潮生']);
    expect(found.facets.types).toContainEqual({ type: 'author', count: 1 });
    expect(await search({ keyword: '江潮', type: 'author' })).toMatchObject({ records: [], total: 1 });
    expect((await search({ keyword: '江潮生' })).records[0]?.matched).toEqual(['author']);
  });

  test('where no piece holds every word the nearest are shown and said to be so', async () => {
    expect(await search({ keyword: '储能电站与火星殖民' })).toMatchObject({ nearest: true });
  });

  test('the lists of posts take a keyword too, newest first', async () => {
    const { body } = await portal.ask('GET /news/reception/getGlobalNewsList', {
      query: { keyword: '储能' },
    });
    expect(body.data.records.map(({ id }: { id: string }) => id)).toEqual([pieces.body]);
    const tagged = { keyword: '一季报', tag: '储能' };
    const list = await portal.ask('GET /reception/article/getResearchArticleList', { query: tagged });
    expect(list.body.data.records.map(({ id }: { id: string }) => id)).toEqual([pieces.title]);
  });

  test('paging goes on, and ends with an empty page', async () => {
    expect(ids(await search({ keyword: '储能', size: '1', current: '2' }))).toEqual([pieces.body]);
    expect(await search({ keyword: '储能', current: '3' })).toMatchObject({ records: [], total: 2 });
    expect(await search({ keyword: '储能', current: '100000' })).toMatchObject({ records: [] });
  });
});

describe('a keyword made of', () => {
  test.each([
    ['nothing', ''],
    ['space', ' 　\t'],
    ['punctuation', '，。！？……——'],
    ['quotes and operators', '"\'`\\ AND OR NOT ( ) + - ~ ^ * ? : /'],
    ['SQL', "'; drop table posts; --"],
    ['HTML', '<script>alert(1)</script>'],
    ['control characters', 'a\u0000\u0001\u202e'],
    ['a lone surrogate', '储\ud800能'],
    ['emoji', '😀👨‍👩‍👧‍👦'],
    ['ten kilobytes', '宁德时代'.repeat(2500)],
    ['wildcards', '%_\\'],
  ])('%s is answered, by suggestions too', async (_, keyword) => {
    expect((await search({ keyword })).total).toBeGreaterThanOrEqual(0);
    expect((await search({ keyword, type: 'author', sort: 'views' })).total).toBeGreaterThanOrEqual(0);
    const { status } = await portal.ask('GET /reception/searchSuggestions', { query: { keyword } });
    expect(status).toBe(200);
  });

  test.each([
    [{ type: 'everything' }, 'type'],
    [{ columnId: 'abc' }, 'columnId'],
    [{ authorId: '9'.repeat(30) }, 'authorId'],
    [{ startTime: 'yesterday' }, 'startTime'],
    [{ size: '101' }, 'size'],
    [{ sort: 'random' }, 'sort'],
  ])('%j is refused by name', async (query, name) => {
    const { status, body } = await portal.ask(path, { query: { keyword: '储能', ...query } });
    expect(status).toBe(400);
    expect(body.msg).toContain(name);
  });

  test('an unknown column, author or stock gives an empty page', async () => {
    for (const filter of [{ columnId: '987654' }, { authorId: '987654' }, { stockCode: "'x" }]) {
      expect(await search({ keyword: '储能', ...filter })).toMatchObject({ records: [], total: 0 });
    }
  });
});

describe('locked text', () => {
  const body = (word: string) => `<p>人人可读。</p><!--paywall--><p>底牌是${word}。</p>`;
  const pieces: Record<string, string> = {};
  const tokens: Record<string, string> = {};
  beforeAll(async () => {
    tokens.member = (await logIn(portal)).token;
    tokens.vip = (await logIn(portal, { vipDays: 1 })).token;
    tokens.staff = (await logIn(portal, { role: 'editor' })).token;
    for (const access of ['member', 'vip', 'paid'] as const) {
      const price = access === 'paid' ? { price: 100, vipFree: true } : {};
      pieces[access] = await addPiece(portal, { access, body: body('青铜门'), ...price });
    }
    await feed();
  });

  test.each([
    ['a visitor', undefined, []],
    ['a member', 'member', ['member']],
    ['a VIP', 'vip', ['member', 'vip']],
    ['staff', 'staff', ['member', 'vip']],
  ])('is found by %s where the level alone opens it', async (_, who, expected) => {
    const found = await search({ keyword: '青铜门' }, who && tokens[who]);
    expect(ids(found).sort()).toEqual(expected.map((access) => pieces[access]).sort());
    expect(found.total).toBe(expected.length);
    for (const { bodyFragments } of found.records) expect(shown(bodyFragments)).toContain('[青铜门]');
  });

  test('is in no fragment of a piece found by its open text', async () => {
    for (const keyword of ['人人可读', '人人可读 青铜门']) {
      const { text } = await portal.ask(path, { query: { keyword } });
      expect(text.replaceAll(`"${keyword}"`, '')).not.toContain('青铜门');
    }
    const readable = await search({ keyword: '人人可读' }, tokens.vip);
    expect(ids(readable)).toContain(pieces.paid);
  });
});

describe('keeping up', () => {
  test('what is published is found, what is withdrawn is gone', async () => {
    const id = await addPiece(portal, { title: '量子隧穿' });
    expect(ids(await search({ keyword: '量子隧穿' }))).toEqual([]);
    await feed();
    expect(ids(await search({ keyword: '量子隧穿' }))).toEqual([id]);
    await withdrawPost(portal.ctx, id);
    expect(ids(await search({ keyword: '量子隧穿' }))).toEqual([]);
    await feed();
    expect(await search({ keyword: '量子隧穿' })).toMatchObject({ total: 0 });
    expect(await awaitIndexed(portal.ctx)).toBe(true);
  });

  test('drafts are not in it', async () => {
    await addPiece(portal, { title: '未刊之作', state: 'draft', publishedAt: null });
    await feed();
    expect(await search({ keyword: '未刊之作' })).toMatchObject({ total: 0 });
  });

  test('waiting for a feeder that does not run ends', async () => {
    await addPiece(portal, { title: '无人喂食' });
    expect(await awaitIndexed(portal.ctx, 150)).toBe(false);
    await feed();
  });

  test('a lost index is said so, the lists live, and tending brings it back', async () => {
    const id = await addPiece(portal, { title: '凤凰涅槃' });
    await feed();
    const { house, ctx } = portal;
    await rm(join(house.config.dataDir, 'search'), { recursive: true });
    const { status, body } = await portal.ask(path, { query: { keyword: '凤凰' } });
    expect(status).toBe(503);
    expect(body.msg).toMatch(/搜索/);
    expect((await portal.ask('GET /reception/article/getResearchArticleList')).status).toBe(200);
    expect((await portal.ask('GET /reception/searchSuggestions', { query: { keyword: '凤' } })).status).toBe(
      200,
    );
    await tendIndex(ctx, house.searchIndexes);
    expect(ids(await search({ keyword: '凤凰涅槃' }))).toEqual([id]);
  });
});

describe('suggesting', () => {
  const suggest = async (keyword: string, size = '10'): Promise<[string, string][]> => {
    const { body } = await portal.ask('GET /reception/searchSuggestions', { query: { keyword, size } });
    return body.data.map(({ type, text }: Suggestion) => [type, text]);
  };

  test('stocks by name, code and alias, authors and tags by their beginning, titles by what they hold', async () => {
    await addPiece(portal, { title: '碳市场开闸', tags: ['碳中和', '碳交易'], author: '碳先生' });
    await addPiece(portal, { title: '再谈碳市场', tags: ['碳中和'] });
    await feed();
    expect(await suggest('碳')).toEqual([
      ['author', '碳先生'],
      ['tag', '碳中和'],
      ['tag', '碳交易'],
      ['title', '再谈碳市场'],
      ['title', '碳市场开闸'],
    ]);
    for (const typed of ['宁德', '3007', 'ｃａｔ'])
      expect((await suggest(typed))[0]).toEqual(['stock', '宁德时代']);
    expect(await suggest('碳', '2')).toHaveLength(2);
    expect(await suggest('')).toEqual([]);
  });
});
