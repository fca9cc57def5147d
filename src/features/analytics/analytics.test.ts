import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rebuildIndex } from '#features/search/index.ts';
import { forgetReaders } from '#features/settings/index.ts';
import { dayOf } from '#shared/dates.ts';
import { addPiece, logIn, quickCodes, receiveCode } from '#testing/builders.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { readSearchWord } from './counting.ts';
import { flushFigures } from './index.ts';

let portal: Portal;
let operator: string;
const today = dayOf(new Date());
const dayMs = 86_400_000;
const daysAgo = (count: number) => dayOf(new Date(Date.now() - count * dayMs));

beforeAll(async () => {
  portal = await openPortal({ ...quickCodes, TRUST_PROXY: '1' });
  operator = (await logIn(portal, { role: 'operator' })).token;
});
afterAll(() => portal.close());
beforeEach(async () => {
  await flushFigures(portal.ctx);
  for (const table of ['figure_days', 'reader_marks', 'search_word_days'] as const)
    await portal.ctx.db.deleteFrom(table).execute();
});

type Query = Record<string, string>;
const get = async (path: string, query: Query = {}) =>
  (await portal.ask(`GET /admin/analytics/${path}`, { query, token: operator })).body;
const view = (id: string, { from = '203.0.113.1', agent = 'A', token }: Record<string, string> = {}) =>
  portal.ask('GET /reception/article/addViewTimes', {
    query: { id },
    ...(token ? { token } : {}),
    headers: { 'user-agent': agent, 'x-forwarded-for': from },
  });
const count = async (scope: string, key = '') => {
  await flushFigures(portal.ctx);
  const { data } = await get('trend', { scope, key, from: today, to: today });
  const { views, readers, registrations } = data.days[0];
  return { views, readers, registrations };
};

describe('what is read', () => {
  test('counts each reader once a day, for piece, column, author, kind and site', async () => {
    const id = await addPiece(portal, { author: '甲一' });
    const other = await addPiece(portal, { author: '乙二' });
    const { token } = await logIn(portal);
    await view(id);
    await view(id);
    await view(id, { agent: 'B' });
    await view(id, { from: '203.0.113.2' });
    await view(id, { token, agent: 'phone' });
    await view(id, { token, agent: 'desk' });
    await view(other);
    expect(await count('post', id)).toEqual({ views: 4, readers: 4, registrations: 0 });
    expect(await count('post', other)).toEqual({ views: 1, readers: 1, registrations: 0 });
    expect(await count('site')).toEqual({ views: 5, readers: 4, registrations: 0 });
    expect(await count('column', '2')).toEqual({ views: 5, readers: 4, registrations: 0 });
    expect(await count('kind', 'article')).toEqual({ views: 5, readers: 4, registrations: 0 });
    await view(id);
    expect(await count('site'), 'a reader who comes back').toEqual({
      views: 5,
      readers: 4,
      registrations: 0,
    });
  });

  test('says nothing of who read: marks hold no address, and go with their key when the day is over', async () => {
    const id = await addPiece(portal);
    await view(id, { from: '198.51.100.77', agent: 'NobodyShallSee/1.0' });
    await flushFigures(portal.ctx);
    const { db } = portal.ctx;
    const marks = await db.selectFrom('reader_marks').selectAll().execute();
    expect(marks.length).toBeGreaterThan(0);
    for (const { reader } of marks) {
      expect(reader).toHaveLength(16);
      expect(reader.toString('latin1')).not.toMatch(/198\.51|Nobody/);
    }
    const keys = async () =>
      (await db.selectFrom('secrets').select('name').where('name', 'like', 'readers:%').execute()).length;
    expect(await keys()).toBe(1);
    await forgetReaders(portal.ctx);
    expect(await keys(), 'today’s is still needed').toBe(1);
    await forgetReaders({ ...portal.ctx, now: () => new Date(Date.now() + dayMs) });
    expect(await keys()).toBe(0);
    expect(await db.selectFrom('reader_marks').selectAll().execute()).toEqual([]);
    expect(await count('post', id)).toMatchObject({ views: 1, readers: 1 });
  });

  test('of many at once none is lost', async () => {
    const ids = [await addPiece(portal), await addPiece(portal)];
    await Promise.all(
      Array.from({ length: 60 }, async (_, place) => {
        await view(ids[place % 2] ?? '', { agent: `browser ${place % 20}` });
        if (place % 7 === 0) await flushFigures(portal.ctx);
      }),
    );
    expect(await count('site')).toEqual({ views: 20, readers: 20, registrations: 0 });
  });
});

describe('who registers', () => {
  const register = async (phone: string, fromPost?: string) =>
    portal.ask('POST /blade-auth/oauth/token', {
      body: {
        grant_type: 'register',
        phone,
        value: await receiveCode(portal, { phone, purpose: 'register' }),
        password: 'correct horse',
        ...(fromPost === undefined ? {} : { fromPost }),
      },
    });

  test('counts for the piece they came from, and for the site', async () => {
    const id = await addPiece(portal);
    await view(id);
    await register('13711110001', id);
    await register('13711110002');
    expect(await count('post', id)).toEqual({ views: 1, readers: 1, registrations: 1 });
    expect(await count('site')).toMatchObject({ registrations: 2 });
    const { data } = await get('ranking', { order: 'conversion' });
    expect(data.records[0]).toMatchObject({ key: id, registrations: 1, conversion: 1 });
  });

  test('is let in whatever the browser says of where they came from', async () => {
    for (const [place, from] of ['999999999', 'x', '1; drop', '99999999999999999999'].entries()) {
      const { body } = await register(`1371111001${place}`, from);
      expect(body.access_token, from).toBeTruthy();
    }
    expect(await count('site')).toMatchObject({ registrations: 4 });
  });

  test('is forgotten with their account, and is in the copy of their data', async () => {
    const id = await addPiece(portal, { title: '让人注册的稿件' });
    const { body } = await register('13711110031', id);
    const { personalData } = portal.house.identity;
    const part = personalData.find(({ name }) => name === 'registration-source');
    expect(await part?.read(portal.ctx, body.user_id)).toMatchObject([{ title: '让人注册的稿件' }]);
    await portal.ctx.db
      .transaction()
      .execute((trx) =>
        portal.house.events.emit(portal.ctx, trx, 'member.deleted', { memberId: body.user_id }),
      );
    expect(await part?.read(portal.ctx, body.user_id)).toEqual([]);
  });
});

describe('what is looked for', () => {
  test.each([
    ['  贵州　茅台 ', '贵州 茅台'],
    ['ＧＤＰ', 'gdp'],
    ['600519', '600519'],
    ['2026-11', '2026-11'],
    ['𠮷野家', '𠮷野家'],
    ['13800000000', null],
    ['138 0000 0000', null],
    ['１３８－００００－００００', null],
    ['我的电话13800000000', null],
    ['me@example.cn', null],
    ['？？', null],
    ['长'.repeat(51), null],
  ])('%j is counted as %j', (keyword, word) => {
    expect(readSearchWord(keyword)).toBe(word);
  });

  test('is counted once a search, with what found nothing', async () => {
    await addPiece(portal, { title: '白酒行业的拐点', body: '<p>白酒。</p>' });
    await rebuildIndex(portal.ctx, portal.house.searchIndexes);
    const search = (query: Query) => portal.ask('GET /reception/globalSearch', { query });
    await search({ keyword: '白酒' });
    await search({ keyword: '白酒', current: '2' });
    await search({ keyword: '霹雳' });
    await search({ keyword: '霹雳', type: 'news' });
    await search({ keyword: '13800000000' });
    await flushFigures(portal.ctx);
    const { data } = await get('searchWords');
    expect(data.records).toEqual([
      { word: '霹雳', searches: 2, emptySearches: 1 },
      { word: '白酒', searches: 1, emptySearches: 0 },
    ]);
    expect((await get('searchWords', { only: 'empty' })).data.records).toEqual([
      { word: '霹雳', searches: 2, emptySearches: 1 },
    ]);
  });
});

describe('the figures', () => {
  beforeEach(async () => {
    const rows = [1, 2, 3, 4, 5, 6, 7].map((age) => ({
      day: daysAgo(age),
      scope: 'site',
      views: age * 10,
      readers: age,
    }));
    await portal.ctx.db.insertInto('figure_days').values(rows).execute();
  });

  test('of today stand against the whole of yesterday and the average of seven days', async () => {
    const id = await addPiece(portal, { title: '今天读得最多的' });
    await view(id);
    await flushFigures(portal.ctx);
    expect((await get('today')).data).toMatchObject({
      day: today,
      views: { today: 1, yesterday: 10, average: 40 },
      readers: { today: 1, yesterday: 1, average: 4 },
      top: [{ key: id, title: '今天读得最多的', note: '脱水研报', views: 1 }],
    });
  });

  test('of a trend have every day, also those without', async () => {
    const { data } = await get('trend', { from: daysAgo(8), to: daysAgo(6) });
    expect(data).toMatchObject({ title: '全站', from: daysAgo(8) });
    expect(data.days.map(({ day, views }: { day: string; views: number }) => [day, views])).toEqual([
      [daysAgo(8), 0],
      [daysAgo(7), 70],
      [daysAgo(6), 60],
    ]);
  });

  test('rank pieces within a column or of an author, columns, and authors', async () => {
    const [first, second] = [
      await addPiece(portal, { author: '丙三' }),
      await addPiece(portal, { author: '丁四', columnId: '3' }),
    ];
    await view(first);
    await view(second);
    await view(second, { agent: 'B' });
    await flushFigures(portal.ctx);
    const keys = async (query: Query) =>
      (await get('ranking', query)).data.records.map(({ key }: { key: string }) => key);
    expect(await keys({ by: 'post' })).toEqual([second, first]);
    expect(await keys({ by: 'post', columnId: '2' })).toEqual([first]);
    expect(await keys({ by: 'column' })).toEqual(['3', '2']);
    const { data } = await get('ranking', { by: 'author' });
    expect(data.records.map(({ title }: { title: string }) => title)).toEqual(['丁四', '丙三']);
    expect(await keys({ by: 'post', authorId: data.records[1].key })).toEqual([first]);
  });

  test('come as CSV that Excel opens in Chinese, titles kept from being formulas', async () => {
    const id = await addPiece(portal, { title: '=1+1，"引号"' });
    await view(id);
    await flushFigures(portal.ctx);
    const file = async (path: string) => portal.ask(`GET /admin/analytics/${path}`, { token: operator });
    const { headers, text } = await file('exportRanking');
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(text.startsWith('\uFEFF编号,稿件,说明,阅读,读者,注册,转化率\r\n')).toBe(true);
    expect(text).toContain(`${id},"'=1+1，""引号""",脱水研报,1,1,0,0.00%\r\n`);
    expect((await file('exportTrend')).text).toContain(`${today},1,1,0\r\n`);
    expect((await file('exportSearchWords')).text).toBe('\uFEFF搜索词,次数,无结果次数\r\n');
  });

  test.each([
    ['trend', { scope: 'all' }, '范围（scope）'],
    ['trend', { scope: 'post' }, '对象（key）'],
    ['trend', { scope: 'kind', key: 'x' }, '对象（key）'],
    ['trend', { scope: 'site', key: '1' }, '对象（key）'],
    ['trend', { from: '2026-02-30' }, '开始日期（from）'],
    ['trend', { from: '2026-01-02', to: '2026-01-01' }, '开始日期（from）'],
    ['trend', { from: '2020-01-01', to: '2026-01-01' }, '最多 366 天'],
    ['ranking', { by: 'word' }, '排行对象（by）'],
    ['ranking', { order: 'name' }, '排序（order）'],
    ['ranking', { by: 'author', columnId: '1' }, '栏目（columnId）'],
    ['ranking', { from: '2020-01-01', to: '2026-01-01' }, '最多 92 天'],
    ['searchWords', { only: 'some' }, '范围（only）'],
  ])('%s refuses %j and names the field', async (path, query, message) => {
    expect(await get(path, query as unknown as Query)).toMatchObject({
      code: 400,
      msg: expect.stringContaining(message),
    });
  });

  test('of what is not there are not found', async () => {
    expect(await get('trend', { scope: 'post', key: '999999999' })).toMatchObject({
      code: 404,
      msg: '稿件不存在',
    });
  });
});

test.each(['today', 'trend', 'ranking', 'searchWords', 'exportTrend', 'exportRanking', 'exportSearchWords'])(
  'GET /admin/analytics/%s needs analytics.view, before anything else',
  async (path) => {
    const asked = async (token?: string) =>
      (await portal.ask(`GET /admin/analytics/${path}`, token ? { token } : {})).status;
    expect(await asked()).toBe(401);
    expect(await asked((await logIn(portal)).token)).toBe(403);
    expect(await asked((await logIn(portal, { role: 'editor' })).token)).toBe(403);
    expect(await asked(operator)).toBe(200);
  },
);
