import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withdrawPost } from '#features/posts/index.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost, logIn } from '#testing/posts-and-members.ts';
import {
  indexChangedPosts,
  maintainIndex,
  openTenantIndexes,
  rebuildIndex,
  waitUntilIndexed,
} from './index.ts';
import { currentFormat } from './index-generations.ts';
import type { SearchPage, SearchRecord, Suggestion } from './schema.ts';

const path = 'GET /reception/globalSearch';
let portal: Portal;

async function search(query: Record<string, string>, token?: string): Promise<SearchPage> {
  const { status, body } = await portal.call(path, { query, ...(token ? { token } : {}) });
  expect(status).toBe(200);
  return body.data;
}

const ids = ({ records }: SearchPage) => records.map(({ id }) => id);
const indexChanges = () => indexChangedPosts(portal.ctx, portal.app.searchIndexes);
const shown = (parts: SearchRecord['bodyFragments'] = []) =>
  parts.map(({ text, hit }) => (hit ? `[${text}]` : text)).join('');

beforeAll(async () => {
  portal = await openPortal();
  await portal.ctx.db
    .insertInto('stocks')
    .values({ code: '300750', name: '宁德时代', market: 'SZ', aliases: ['CATL'] })
    .execute();
  await rebuildIndex(portal.ctx, portal.app.searchIndexes);
});
afterAll(() => portal.close());

test('lets only one of two workers process an outbox entry', async () => {
  await addPost(portal, { title: '只写一次' });
  const { count } = await portal.ctx.db
    .selectFrom('search_outbox')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  const done = await Promise.all([indexChanges(), indexChanges(), indexChanges()]);
  expect(done.reduce((sum, notes) => sum + notes, 0)).toBe(Number(count));
});

describe('searching', () => {
  const postIds: Record<string, string> = {};
  beforeAll(async () => {
    postIds.title = await addPost(portal, {
      title: '储能电站一季报',
      body: '<p>装机翻倍。</p>',
      tags: ['储能'],
    });
    postIds.body = await addPost(portal, {
      title: '晨报',
      columnId: '1',
      author: '江潮生',
      body: `<p>${'市场平静。'.repeat(40)}ＩＲＡ法案影响<b>储能电站</b>出口，𠮷林也是。</p>`,
    });
    postIds.stock = await addPost(portal, { title: '龙头复盘', stockCodes: ['300750'] });
    await indexChanges();
  });

  test('finds by title first, marks the matches and says why', async () => {
    const found = await search({ keyword: '储能电站' });
    expect(ids(found)).toEqual([postIds.title, postIds.body]);
    expect(found).toMatchObject({ total: 2, nearest: false, current: 1, size: 10, pages: 1 });
    expect(shown(found.records[0]?.titleFragments)).toBe('[储能电站]一季报');
    expect(found.records[0]?.matched).toEqual(['title', 'tag']);
    expect(shown(found.records[1]?.bodyFragments)).toContain('影响[储能电站]出口');
    expect(found.records[1]?.matched).toEqual(['body']);
  });

  test('ignores width, case and rare Hanzi, and shows the text as it is written', async () => {
    const found = await search({ keyword: 'ira ' });
    expect(ids(found)).toEqual([postIds.body]);
    expect(shown(found.records[0]?.bodyFragments)).toContain('[ＩＲＡ]法案');
    expect(ids(await search({ keyword: '𠮷林' }))).toEqual([postIds.body]);
  });

  test('finds a stock by code, name and alias', async () => {
    for (const keyword of ['300750', '宁德时代', 'catl']) {
      const { records } = await search({ keyword });
      expect(records.map(({ id, matched }) => [id, matched])).toEqual([[postIds.stock, ['stock']]]);
    }
    expect(ids(await search({ stockCode: '300750' }))).toEqual([postIds.stock]);
  });

  test('finds traditional characters by simplified ones and the reverse, and marks them as they are written', async () => {
    const traditional = await addPost(portal, { title: '儲能出口創新高', body: '<p>歐洲訂單翻倍。</p>' });
    await indexChanges();
    const found = await search({ keyword: '储能出口' });
    expect(ids(found)[0]).toBe(traditional);
    expect(shown(found.records[0]?.titleFragments)).toBe('[儲能出口]創新高');
    const reverse = await search({ keyword: '儲能電站' });
    expect(ids(reverse)).toEqual([postIds.title, postIds.body]);
    expect(shown(reverse.records[0]?.titleFragments)).toBe('[储能电站]一季报');
    await withdrawPost(portal.ctx, traditional);
    await indexChanges();
  });

  test('finds by pinyin and by initials, in titles and in texts, and marks the words', async () => {
    const found = await search({ keyword: 'chunengdianzhan' });
    expect(found).toMatchObject({ readings: ['储能电站'], nearest: false, total: 2 });
    expect(ids(found)).toEqual([postIds.title, postIds.body]);
    expect(shown(found.records[0]?.titleFragments)).toBe('[储能电站]一季报');
    expect(shown(found.records[1]?.bodyFragments)).toContain('影响[储能电站]出口');
    expect(ids(await search({ keyword: 'cndzyjb' }))).toEqual([postIds.title]);
    for (const keyword of ['ningdeshidai', 'ndsd', 'ning de shi dai'])
      expect(ids(await search({ keyword }))).toEqual([postIds.stock]);
    expect(ids(await search({ keyword: 'longtou fupan' }))).toEqual([postIds.stock]);
    expect(await search({ keyword: 'qwrtp' })).toMatchObject({ records: [], readings: [] });
  });

  test('neither marks nor requires question words', async () => {
    const found = await search({ keyword: '什么是储能电站？' });
    expect(ids(found)).toEqual([postIds.title, postIds.body]);
    const asked = await addPost(portal, {
      title: '为什么光伏玻璃涨价',
      body: '<p>因为供给收缩，涨价多少？</p>',
    });
    await indexChanges();
    const { records } = await search({ keyword: '光伏玻璃涨价多少' });
    expect(shown(records[0]?.titleFragments)).toBe('为什么[光伏玻璃涨价]');
    expect(shown(records[0]?.bodyFragments)).toBe('因为供给收缩，[涨价]多少？');
    await withdrawPost(portal.ctx, asked);
    await indexChanges();
  });

  test('counts by type and column ignoring the respective filter, and filters', async () => {
    const found = await search({ keyword: '储能', type: 'news' });
    expect(ids(found)).toEqual([postIds.body]);
    expect(found.facets.types).toEqual([
      { type: 'article', count: 1 },
      { type: 'news', count: 1 },
    ]);
    expect(found.facets.columns).toEqual([{ columnId: '1', columnName: '全球资讯', count: 1 }]);
    expect(ids(await search({ keyword: '储能', columnId: '2' }))).toEqual([postIds.title]);
    expect(ids(await search({ keyword: '储能', field: 'title' }))).toEqual([postIds.title]);
    expect(ids(await search({ keyword: '储能', endTime: '2020-01-01' }))).toEqual([]);
    expect(ids(await search({ keyword: '储能', sort: 'newest' }))).toEqual([postIds.body, postIds.title]);
  });

  test('limits a search, and lists by keyword, to whole days in Shanghai, the first and the last included', async () => {
    const add = (time: string) =>
      addPost(portal, { title: '潮汐能的一天', publishedAt: new Date(`2024-03-0${time}+08:00`) });
    const before = await add('4T23:59:59.999');
    const [first, last] = [await add('5T00:00:00'), await add('6T23:59:59.999')];
    const after = await add('7T00:00:00');
    await indexChanges();
    const listed = async (query: Record<string, string>) => {
      const { body } = await portal.call('GET /reception/article/getResearchArticleList', { query });
      return body.data.records.map(({ id }: { id: string }) => id);
    };
    for (const [period, expected] of [
      [{ startTime: '2024-03-05', endTime: '2024-03-06' }, [last, first]],
      [{ endTime: '2024-03-04' }, [before]],
      [{ endTime: '2024-03-05' }, [first, before]],
      [{ startTime: '2024-03-06' }, [after, last]],
      [{ startTime: '2024-03-07', endTime: '2024-03-07' }, [after]],
    ] as const) {
      expect(ids(await search({ keyword: '潮汐能', sort: 'newest', ...period }))).toEqual(expected);
      expect(await listed({ keyword: '潮汐能', ...period })).toEqual(expected);
    }
    for (const id of [before, first, last, after]) await withdrawPost(portal.ctx, id);
    await indexChanges();
  });

  test('sorts by current views', async () => {
    const { ctx } = portal;
    const views = { post_id: postIds.body ?? '', views: '9' };
    await ctx.db.updateTable('post_counters').set(views).where('post_id', '=', views.post_id).execute();
    expect(ids(await search({ keyword: '储能', sort: 'views' }))).toEqual([postIds.body, postIds.title]);
  });

  test('finds authors by name beside their posts', async () => {
    const found = await search({ keyword: '江潮' });
    expect(found.authors.map(({ name }) => name)).toEqual(['江潮生']);
    expect(found.facets.types).toContainEqual({ type: 'author', count: 1 });
    expect(await search({ keyword: '江潮', type: 'author' })).toMatchObject({ records: [], total: 1 });
    expect((await search({ keyword: '江潮生' })).records[0]?.matched).toEqual(['author']);
  });

  test.each(['300750', '宁德时代', '寧德時代', 'CATL', 'ningdeshidai', 'ndsd'])(
    'answers %s with the card of the security',
    async (keyword) => {
      const { card } = await search({ keyword });
      expect(card).toEqual({ type: 'stock', code: '300750', name: '宁德时代', market: 'SZ' });
    },
  );

  test.each(['江潮生', 'jiangchaosheng', 'jcs'])(
    'answers %s with the card of the author',
    async (keyword) => {
      expect((await search({ keyword })).card).toMatchObject({ type: 'author', name: '江潮生' });
    },
  );

  test('answers no card for a part of a name, a name among words, or another page or type', async () => {
    for (const query of [
      { keyword: '宁德' },
      { keyword: '宁德时代 财报' },
      { keyword: '江潮' },
      { keyword: '宁德时代', current: '2' },
      { keyword: '宁德时代', type: 'news' },
      { stockCode: '300750' },
    ])
      expect((await search(query)).card).toBeNull();
  });

  test('shows the nearest posts and says so if no post contains every word', async () => {
    expect(await search({ keyword: '储能电站与火星殖民' })).toMatchObject({ nearest: true });
  });

  test('filters the lists of posts by keyword too, newest first', async () => {
    const { body } = await portal.call('GET /news/reception/getGlobalNewsList', {
      query: { keyword: '储能' },
    });
    expect(body.data.records.map(({ id }: { id: string }) => id)).toEqual([postIds.body]);
    const tagged = { keyword: '一季报', tag: '储能' };
    const list = await portal.call('GET /reception/article/getResearchArticleList', { query: tagged });
    expect(list.body.data.records.map(({ id }: { id: string }) => id)).toEqual([postIds.title]);
  });

  test('continues from page to page and ends with an empty page', async () => {
    expect(ids(await search({ keyword: '储能', size: '1', current: '2' }))).toEqual([postIds.body]);
    expect(await search({ keyword: '储能', current: '3' })).toMatchObject({ records: [], total: 2 });
    expect(await search({ keyword: '储能', current: '100000' })).toMatchObject({ records: [] });
  });
});

describe('unusual keywords', () => {
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
  ])('get an answer if made of %s, from suggestions too', async (_, keyword) => {
    expect((await search({ keyword })).total).toBeGreaterThanOrEqual(0);
    expect((await search({ keyword, type: 'author', sort: 'views' })).total).toBeGreaterThanOrEqual(0);
    const { status } = await portal.call('GET /reception/searchSuggestions', { query: { keyword } });
    expect(status).toBe(200);
  });

  test.each([
    [{ type: 'everything' }, 'type'],
    [{ columnId: 'abc' }, 'columnId'],
    [{ authorId: '9'.repeat(30) }, 'authorId'],
    [{ startTime: 'yesterday' }, 'startTime'],
    [{ size: '101' }, 'size'],
    [{ sort: 'random' }, 'sort'],
  ])('refuses %j by name', async (query, name) => {
    const { status, body } = await portal.call(path, { query: { keyword: '储能', ...query } });
    expect(status).toBe(400);
    expect(body.field).toBe(name);
  });

  test('returns an empty page for an unknown column, author or stock', async () => {
    for (const filter of [{ columnId: '987654' }, { authorId: '987654' }, { stockCode: "'x" }]) {
      expect(await search({ keyword: '储能', ...filter })).toMatchObject({ records: [], total: 0 });
    }
  });
});

describe('locked text', () => {
  const body = (word: string) => `<p>人人可读。</p><!--paywall--><p>底牌是${word}。</p>`;
  const postIds: Record<string, string> = {};
  const tokens: Record<string, string> = {};
  beforeAll(async () => {
    tokens.member = (await logIn(portal)).token;
    tokens.vip = (await logIn(portal, { vipDays: 1 })).token;
    tokens.staff = (await logIn(portal, { role: 'editor' })).token;
    for (const access of ['member', 'vip', 'paid'] as const) {
      const price = access === 'paid' ? { price: 100, vipFree: true } : {};
      postIds[access] = await addPost(portal, { access, body: body('青铜门'), ...price });
    }
    await indexChanges();
  });

  test.each([
    ['a visitor', undefined, []],
    ['a member', 'member', ['member']],
    ['a VIP', 'vip', ['member', 'vip']],
    ['staff', 'staff', ['member', 'vip']],
  ])('is found by %s if the level alone opens it', async (_, who, expected) => {
    const found = await search({ keyword: '青铜门' }, who && tokens[who]);
    expect(ids(found).sort()).toEqual(expected.map((access) => postIds[access]).sort());
    expect(found.total).toBe(expected.length);
    for (const { bodyFragments } of found.records) expect(shown(bodyFragments)).toContain('[青铜门]');
  });

  test('is not found by a visitor in traditional characters or pinyin, nor read as pinyin', async () => {
    for (const keyword of ['青銅門', 'qingtongmen', 'qtm']) {
      const { records, readings } = await search({ keyword });
      expect({ keyword, records, readings }).toEqual({ keyword, records: [], readings: [] });
    }
    expect(ids(await search({ keyword: '青銅門' }, tokens.vip)).sort()).toEqual(
      [postIds.member, postIds.vip].sort(),
    );
    const named = await addPost(portal, { title: '青铜门考', body: '<p>人人可读。</p>' });
    await indexChanges();
    expect(ids(await search({ keyword: 'qingtongmen' }))).toEqual([named]);
    expect(ids(await search({ keyword: 'qingtongmen' }, tokens.member))).not.toContain(postIds.paid);
    expect(ids(await search({ keyword: 'qingtongmen' }, tokens.member))).toContain(postIds.member);
    await withdrawPost(portal.ctx, named);
    await indexChanges();
  });

  test('is in no fragment of a post found by its open text', async () => {
    for (const keyword of ['人人可读', '人人可读 青铜门']) {
      const { text } = await portal.call(path, { query: { keyword } });
      expect(text.replaceAll(`"${keyword}"`, '')).not.toContain('青铜门');
    }
    const readable = await search({ keyword: '人人可读' }, tokens.vip);
    expect(ids(readable)).toContain(postIds.paid);
  });
});

describe('synchronisation', () => {
  test('finds published posts and no withdrawn ones', async () => {
    const id = await addPost(portal, { title: '量子隧穿' });
    expect(ids(await search({ keyword: '量子隧穿' }))).toEqual([]);
    await indexChanges();
    expect(ids(await search({ keyword: '量子隧穿' }))).toEqual([id]);
    await withdrawPost(portal.ctx, id);
    expect(ids(await search({ keyword: '量子隧穿' }))).toEqual([]);
    await indexChanges();
    expect(await search({ keyword: '量子隧穿' })).toMatchObject({ total: 0 });
    expect(await waitUntilIndexed(portal.ctx)).toBe(true);
  });

  test('leaves out drafts', async () => {
    await addPost(portal, { title: '未刊之作', state: 'draft', publishedAt: null });
    await indexChanges();
    expect(await search({ keyword: '未刊之作' })).toMatchObject({ total: 0 });
  });

  test('stops waiting if no worker feeds the index', async () => {
    await addPost(portal, { title: '无人喂食' });
    expect(await waitUntilIndexed(portal.ctx, 150)).toBe(false);
    await indexChanges();
  });

  test('goes on with an index of an older format until maintenance has rebuilt it', async () => {
    const id = await addPost(portal, { title: '老索引里的储能' });
    await indexChanges();
    const { app, ctx } = portal;
    const folder = join(app.config.dataDir, 'search', ctx.tenant.id);
    // A rebuild of another test may have left its predecessor.
    for (const table of await readdir(folder))
      await rename(join(folder, table), join(folder, table.replace(`_f${currentFormat}.lance`, '.lance')));
    const added = await addPost(portal, { title: '升级时发布' });
    const reopened = openTenantIndexes(app.config.searchPlace);
    expect(await reopened.forTenant(ctx).isReady()).toBe(false);
    expect(await indexChangedPosts(ctx, reopened)).toBe(0);
    await maintainIndex(ctx, reopened);
    const find = async (words: string) =>
      (await reopened.forTenant(ctx).search({ words, audience: 'visitor', limit: 10 })).hits.map(
        ({ id }) => id,
      );
    expect(await find('老索引里的储能')).toEqual([id]);
    expect(await find('升级时发布')).toEqual([added]);
    reopened.close();
    await withdrawPost(ctx, id);
    await indexChanges();
  });

  test('maintains an index that needs nothing without reading it again, until it changes', async () => {
    const { app, ctx } = portal;
    await rebuildIndex(ctx, app.searchIndexes);
    let examinations = 0;
    const counting = () => {
      const reopened = openTenantIndexes(app.config.searchPlace);
      const index = reopened.forTenant(ctx);
      const examine = () => {
        examinations += 1;
        return index.examine();
      };
      return { ...reopened, forTenant: () => ({ ...index, examine }) };
    };
    const maintain = async () => {
      const indexes = counting();
      await maintainIndex(ctx, indexes);
      indexes.close();
    };
    await maintain();
    expect(examinations).toBe(1);
    await maintain();
    expect(examinations).toBe(1);
    await addPost(portal, { title: '新来的一篇' });
    await indexChanges();
    await maintain();
    expect(examinations).toBe(2);
  });

  test('reports a lost index while lists still work, and maintenance restores it', async () => {
    const id = await addPost(portal, { title: '凤凰涅槃' });
    await indexChanges();
    const { app, ctx } = portal;
    await rm(join(app.config.dataDir, 'search'), { recursive: true });
    const { status, body } = await portal.call(path, { query: { keyword: '凤凰' } });
    expect(status).toBe(503);
    expect(body.msg).toMatch(/搜索/);
    expect((await portal.call('GET /reception/article/getResearchArticleList')).status).toBe(200);
    expect((await portal.call('GET /reception/searchSuggestions', { query: { keyword: '凤' } })).status).toBe(
      200,
    );
    await maintainIndex(ctx, app.searchIndexes);
    expect(ids(await search({ keyword: '凤凰涅槃' }))).toEqual([id]);
  });
});

describe('suggestions', () => {
  const suggest = async (keyword: string, size = '10'): Promise<[string, string][]> => {
    const { body } = await portal.call('GET /reception/searchSuggestions', { query: { keyword, size } });
    return body.data.map(({ type, text }: Suggestion) => [type, text]);
  };

  test('match stocks by name, code and alias, authors and tags by prefix, and titles by content', async () => {
    await addPost(portal, { title: '碳市场开闸', tags: ['碳中和', '碳交易'], author: '碳先生' });
    await addPost(portal, { title: '再谈碳市场', tags: ['碳中和'] });
    await indexChanges();
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
