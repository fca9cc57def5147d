import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rebuildIndex } from '#features/search/index.ts';
import { deletePastReaders } from '#features/settings/index.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { dayOf } from '#shared/dates.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost, logIn, receiveCode, relaxedCodeLimits } from '#testing/posts-and-members.ts';
import { countSearch, flushFigures, normaliseSearchWord } from './counting.ts';
import { addOrigins } from './queries.ts';

let portal: Portal;
let operator: string;
const today = dayOf(new Date());
const dayMs = 86_400_000;
const daysAgo = (count: number) => dayOf(new Date(Date.now() - count * dayMs));

beforeAll(async () => {
  portal = await openPortal({ ...relaxedCodeLimits, TRUST_PROXY: '1' });
  operator = (await logIn(portal, { role: 'operator' })).token;
});
afterAll(() => portal.close());
beforeEach(async () => {
  await flushFigures(portal.ctx);
  for (const table of ['figure_days', 'reader_marks', 'reader_origin_days', 'search_word_days'] as const)
    await portal.ctx.db.deleteFrom(table).execute();
});

type Query = Record<string, string>;
const get = async (path: string, query: Query = {}) =>
  (await portal.call(`GET /admin/analytics/${path}`, { query, token: operator })).body;
const view = (id: string, { from = '203.0.113.1', agent = 'A', token }: Record<string, string> = {}) =>
  portal.call('GET /reception/article/addViewTimes', {
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

describe('reading', () => {
  test('counts each reader once a day, for post, column, author, kind and site', async () => {
    const id = await addPost(portal, { author: '甲一' });
    const other = await addPost(portal, { author: '乙二' });
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

  test('does not reveal who read: hashes contain no address, and are deleted with their key after the day', async () => {
    const id = await addPost(portal);
    await view(id, { from: '198.51.100.77', agent: 'NobodyShallSee/1.0' });
    await flushFigures(portal.ctx);
    const { db } = portal.ctx;
    const uniqueReaders = await db.selectFrom('reader_marks').selectAll().execute();
    expect(uniqueReaders.length).toBeGreaterThan(0);
    for (const { reader } of uniqueReaders) {
      expect(reader).toHaveLength(16);
      expect(reader.toString('latin1')).not.toMatch(/198\.51|Nobody/);
    }
    const keys = async () =>
      (await db.selectFrom('secrets').select('name').where('name', 'like', 'readers:%').execute()).length;
    expect(await keys()).toBe(1);
    await deletePastReaders(portal.ctx);
    expect(await keys(), 'today’s is still needed').toBe(1);
    await deletePastReaders({ ...portal.ctx, now: () => new Date(Date.now() + dayMs) });
    expect(await keys()).toBe(0);
    expect(await db.selectFrom('reader_marks').selectAll().execute()).toEqual([]);
    expect(await count('post', id)).toMatchObject({ views: 1, readers: 1 });
  });

  test('counts each reader once a day by the site that led there, the device and the province', async () => {
    const id = await addPost(portal);
    const other = await addPost(portal);
    const phone =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605 Version/19.0 Mobile/15E1 Safari/604';
    const wechat = `${phone} MicroMessenger/8.0.60`;
    const read = (agent: string, from: string, referrer: string, post = id) =>
      portal.call('GET /reception/article/addViewTimes', {
        query: { id: post, referrer },
        headers: { 'user-agent': agent, 'x-forwarded-for': from },
      });
    await read(phone, '202.96.128.86', 'www.Baidu.com');
    await flushFigures(portal.ctx);
    await read(phone, '202.96.128.86', 'later.example.com', other);
    await read(wechat, '202.96.209.5', 'm.baidu.com:443');
    for (const referrer of ['evil/../x y', 'localhost', '"><script>', 'a.'.repeat(126)])
      await read(`Mozilla/5.0 (Windows NT 10.0) Chrome/150.0 ${referrer.length}`, '198.51.100.9', referrer);
    await flushFigures(portal.ctx);
    const origins = async (kind: string) => (await get('origins', { kind })).data.records;
    expect(await origins('referrer')).toEqual([
      { value: '', readers: 4 },
      { value: 'baidu.com', readers: 2 },
    ]);
    expect(await origins('device')).toEqual([
      { value: '电脑', readers: 4 },
      { value: '微信', readers: 1 },
      { value: '手机', readers: 1 },
    ]);
    expect(await origins('region')).toEqual(
      expect.arrayContaining([
        { value: '广东', readers: 1 },
        { value: '上海', readers: 1 },
      ]),
    );
    expect((await read(phone, '198.51.100.9', 'a'.repeat(300))).body).toMatchObject({
      code: 400,
      msg: '来源网站至多 253 字',
    });
  });

  test('names at most 500 hosts a day, so that nobody fills the table with invented ones', async () => {
    const count = (hosts: string[]) =>
      inTransaction(portal.ctx, (trx) =>
        addOrigins(
          trx,
          today,
          hosts.map((value) => ({ kind: 'referrer', value, readers: 1 })),
        ),
      );
    await count(Array.from({ length: 400 }, (_, place) => `a${place}.example.com`));
    await count(Array.from({ length: 400 }, (_, place) => `b${place}.example.com`));
    await count(['a1.example.com', 'c.example.com']);
    const rows = await portal.ctx.db.selectFrom('reader_origin_days').select(['value', 'readers']).execute();
    expect(rows).toHaveLength(501);
    expect(rows).toContainEqual({ value: '其他网站', readers: 301 });
    expect(rows).toContainEqual({ value: 'a1.example.com', readers: 2 });
  });

  test('loses no view under concurrency', async () => {
    const ids = [await addPost(portal), await addPost(portal)];
    await Promise.all(
      Array.from({ length: 60 }, async (_, place) => {
        await view(ids[place % 2] ?? '', { agent: `browser ${place % 20}` });
        if (place % 7 === 0) await flushFigures(portal.ctx);
      }),
    );
    expect(await count('site')).toEqual({ views: 20, readers: 20, registrations: 0 });
  });
});

describe('registering', () => {
  const register = async (phone: string, fromPost?: string) =>
    portal.call('POST /blade-auth/oauth/token', {
      body: {
        grant_type: 'register',
        phone,
        value: await receiveCode(portal, { phone, purpose: 'register' }),
        password: 'correct horse',
        ...(fromPost === undefined ? {} : { fromPost }),
      },
    });

  test('counts for the post the member came from, and for the site', async () => {
    const id = await addPost(portal);
    await view(id);
    await register('13711110001', id);
    await register('13711110002');
    expect(await count('post', id)).toEqual({ views: 1, readers: 1, registrations: 1 });
    expect(await count('site')).toMatchObject({ registrations: 2 });
    const { data } = await get('ranking', { order: 'conversion' });
    expect(data.records[0]).toMatchObject({ key: id, registrations: 1, conversion: 1 });
  });

  test('succeeds whatever origin the browser reports', async () => {
    for (const [place, from] of ['999999999', 'x', '1; drop', '99999999999999999999'].entries()) {
      const { body } = await register(`1371111001${place}`, from);
      expect(body.access_token, from).toBeTruthy();
    }
    expect(await count('site')).toMatchObject({ registrations: 4 });
  });

  test('records an origin that is deleted with the account, and included in the member’s export', async () => {
    const id = await addPost(portal, { title: '让人注册的稿件' });
    const { body } = await register('13711110031', id);
    const { personalData } = portal.app.identity;
    const part = personalData.find(({ name }) => name === 'registration-source');
    expect(await part?.read(portal.ctx, body.user_id)).toMatchObject([{ title: '让人注册的稿件' }]);
    await portal.ctx.db
      .transaction()
      .execute((trx) =>
        portal.app.events.emit(portal.ctx, trx, 'member.deleted', { memberId: body.user_id }),
      );
    expect(await part?.read(portal.ctx, body.user_id)).toEqual([]);
  });
});

describe('searching', () => {
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
    expect(normaliseSearchWord(keyword)).toBe(word);
  });

  test('is counted once per search, with whether anything was found', async () => {
    await addPost(portal, { title: '白酒行业的拐点', body: '<p>白酒。</p>' });
    await rebuildIndex(portal.ctx, portal.app.searchIndexes);
    const search = (query: Query) => portal.call('GET /reception/globalSearch', { query });
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
    // What was searched most in vain comes first there, not what was searched most.
    for (const isEmpty of [true, true]) countSearch(portal.ctx, { keyword: '雷霆', isEmpty, finder: null });
    countSearch(portal.ctx, { keyword: '霹雳', isEmpty: false, finder: null });
    await flushFigures(portal.ctx);
    const words = async (query: Query = {}) =>
      (await get('searchWords', query)).data.records.map(({ word }: { word: string }) => word);
    expect(await words()).toEqual(['霹雳', '雷霆', '白酒']);
    expect(await words({ only: 'empty' })).toEqual(['雷霆', '霹雳']);
  });

  describe('hot words', () => {
    const hotWords = async () => (await portal.call('GET /reception/hotWords')).body.data;
    const searchFrom = async (keyword: string, people: number[], isFound = true) => {
      for (const person of people) {
        const finder = isFound ? `203.0.${person}.7` : null;
        countSearch(portal.ctx, { keyword, isEmpty: !isFound, finder });
      }
      await flushFigures(portal.ctx);
    };

    test('are what at least five people found something by on one day, the most searched first', async () => {
      await searchFrom('储能', [1, 2, 3, 4, 5]);
      await searchFrom('光伏', [1, 2, 3, 4, 5, 6]);
      await searchFrom('氢能', [1, 2, 3, 4]);
      await searchFrom('没有的词', [1, 2, 3, 4, 5, 6, 7], false);
      expect(await hotWords()).toEqual(['光伏', '储能']);
      // Person 4 counts once; of equally many people, the word with more searches comes first.
      await searchFrom('氢能', [4, 5]);
      expect(await hotWords()).toEqual(['光伏', '氢能', '储能']);
    });

    test('count one person once, whatever the address in their network, the browser and the spelling', async () => {
      for (let n = 0; n < 20; n++) {
        countSearch(portal.ctx, {
          keyword: n % 2 ? 'ＡＢＣ' : ' abc ',
          isEmpty: false,
          finder: `2001:db8::${n + 1}`,
        });
        await flushFigures(portal.ctx);
      }
      expect(await hotWords()).toEqual([]);
      const { rows } = await sql<{ marks: string }>`
        select count(*) marks from reader_marks where scope = 'search' and key = 'abc'`.execute(
        portal.ctx.db,
      );
      expect(rows[0]?.marks).toBe('1');
    });

    test('are none with a sensitive word of any level, and none of long ago or too long', async () => {
      for (const [word, level] of [
        ['坏人甲', 'block'],
        ['坏人乙', 'warn'],
      ] as const)
        await portal.ctx.db.insertInto('sensitive_words').values({ word, level, category: '' }).execute();
      portal.ctx.tenant.tags.purgeAll();
      for (const keyword of ['坏人甲是骗子', '坏 人 乙', '长'.repeat(21), '白酒'])
        await searchFrom(keyword, [1, 2, 3, 4, 5]);
      expect(await hotWords()).toEqual(['白酒']);
      await sql`update search_word_days set day = day - 7`.execute(portal.ctx.db);
      expect(await hotWords()).toEqual([]);
    });
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

  test('of today are compared with the whole of yesterday and the average of seven days', async () => {
    const id = await addPost(portal, { title: '今天读得最多的' });
    await view(id);
    await flushFigures(portal.ctx);
    expect((await get('today')).data).toMatchObject({
      day: today,
      views: { today: 1, yesterday: 10, average: 40 },
      readers: { today: 1, yesterday: 1, average: 4 },
      top: [{ key: id, title: '今天读得最多的', note: '脱水研报', views: 1 }],
    });
  });

  test('of a trend include every day, also empty ones', async () => {
    const { data } = await get('trend', { from: daysAgo(8), to: daysAgo(6) });
    expect(data).toMatchObject({ title: '全站', from: daysAgo(8) });
    expect(data.days.map(({ day, views }: { day: string; views: number }) => [day, views])).toEqual([
      [daysAgo(8), 0],
      [daysAgo(7), 70],
      [daysAgo(6), 60],
    ]);
  });

  test('rank posts, also within a column or of an author, columns, and authors', async () => {
    const [first, second] = [
      await addPost(portal, { author: '丙三' }),
      await addPost(portal, { author: '丁四', columnId: '3' }),
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

  test('are exported as CSV that Excel opens in Chinese, with titles escaped against formulas', async () => {
    const id = await addPost(portal, { title: '=1+1，"引号"' });
    await view(id);
    await flushFigures(portal.ctx);
    const file = async (path: string) => portal.call(`GET /admin/analytics/${path}`, { token: operator });
    const { headers, text } = await file('exportRanking');
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(text.startsWith('\uFEFF编号,稿件,说明,阅读,读者,注册,转化率\r\n')).toBe(true);
    expect(text).toContain(`${id},"'=1+1，""引号""",脱水研报,1,1,0,0.00%\r\n`);
    expect((await file('exportTrend')).text).toContain(`${today},1,1,0\r\n`);
    expect((await file('exportOrigins')).text).toMatch(/^\uFEFF来源,读者\r\n,1\r\n/);
    expect((await file('exportSearchWords')).text).toBe('\uFEFF搜索词,次数,无结果次数\r\n');
  });

  test.each([
    ['trend', { scope: 'all' }, '范围'],
    ['trend', { scope: 'post' }, '对象'],
    ['trend', { scope: 'kind', key: 'x' }, '对象'],
    ['trend', { scope: 'site', key: '1' }, '对象'],
    ['trend', { from: '2026-02-30' }, '开始日期'],
    ['trend', { from: '2026-01-02', to: '2026-01-01' }, '开始日期'],
    ['trend', { from: '2020-01-01', to: '2026-01-01' }, '最多 366 天'],
    ['ranking', { by: 'word' }, '排行对象'],
    ['ranking', { order: 'name' }, '排序'],
    ['ranking', { by: 'author', columnId: '1' }, '栏目'],
    ['ranking', { from: '2020-01-01', to: '2026-01-01' }, '最多 92 天'],
    ['searchWords', { only: 'some' }, '范围'],
  ])('%s rejects %j and names the field', async (path, query, message) => {
    expect(await get(path, query as unknown as Query)).toMatchObject({
      code: 400,
      msg: expect.stringContaining(message),
    });
  });

  test('name no draft to those who may not view content', async () => {
    const key = await addPost(portal, { title: '还没公开', state: 'draft', publishedAt: null });
    const { memberId, token } = await logIn(portal);
    await portal.ctx.db
      .insertInto('roles')
      .values({ code: 'figures', name: '数字', permissions: ['analytics.view'] })
      .execute();
    await portal.ctx.db.insertInto('member_roles').values({ member_id: memberId, role: 'figures' }).execute();
    const query = { scope: 'post', key };
    const { body } = await portal.call('GET /admin/analytics/trend', { query, token });
    expect(body.data.title).toBe(`没有发布的内容 ${key}`);
  });

  test('of unknown things return 404', async () => {
    expect(await get('trend', { scope: 'post', key: '999999999' })).toMatchObject({
      code: 404,
      msg: '稿件不存在',
    });
  });
});

test.each([
  'today',
  'trend',
  'ranking',
  'origins',
  'searchWords',
  'exportTrend',
  'exportOrigins',
  'exportRanking',
  'exportSearchWords',
])('GET /admin/analytics/%s checks analytics.view before anything else', async (path) => {
  const statusFor = async (token?: string) =>
    (await portal.call(`GET /admin/analytics/${path}`, token ? { token } : {})).status;
  expect(await statusFor()).toBe(401);
  expect(await statusFor((await logIn(portal)).token)).toBe(403);
  expect(await statusFor((await logIn(portal, { role: 'editor' })).token)).toBe(403);
  expect(await statusFor(operator)).toBe(200);
});
