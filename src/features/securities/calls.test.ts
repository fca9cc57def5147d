import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '#kernel/db/transaction.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost, logIn } from '#testing/posts-and-members.ts';
import { securityData } from './index.ts';
import { maxWatchedStocks } from './service.ts';

let portal: Portal;
let token: string;
let memberId: string;

beforeAll(async () => {
  portal = await openPortal();
  await portal.ctx.db
    .insertInto('stocks')
    .values([
      { code: '300750', name: '宁德时代', market: 'SZ', aliases: ['宁王'] },
      { code: '600000', name: '浦发银行', market: 'SH', aliases: [] },
      { code: '000016', name: '深康佳A', market: 'SZ', aliases: [] },
      ...Array.from({ length: maxWatchedStocks }, (_, index) => ({
        code: String(800_000 + index),
        name: `公司 ${index}`,
        market: 'BJ',
        aliases: [],
      })),
    ])
    .execute();
  await portal.ctx.db
    .insertInto('instruments')
    .values([
      { code: '300750', name: '宁德', board: 'chinext', initials: 'NDSD' },
      { code: '000001.SH', name: '上证指数', board: 'index', initials: 'SZZS' },
    ])
    .execute();
  await portal.ctx.db
    .insertInto('latest_quotes')
    .values({
      code: '300750',
      at: new Date('2026-11-20T06:30:00Z'),
      open: 200_000,
      high: 210_000,
      low: 199_000,
      last: 209_000,
      previous_close: 200_000,
      volume: 1000,
      amount: 205_000,
    })
    .execute();
});
afterAll(() => portal.close());
beforeEach(async () => {
  ({ token, memberId } = await logIn(portal));
});

const request = (key: string, query: Record<string, string> = {}, as: string | null = token) =>
  portal.call(key, { query, ...(as ? { token: as } : {}) });
const watch = (code: string, as?: string) => request('POST /member/addWatchedStock', { code }, as);
const watchedCodes = async () =>
  (await request('GET /member/watchedStocks')).body.data.map(({ code }: { code: string }) => code);
const ids = ({ body }: { body: { data: { records: { id: string }[] } } }) =>
  body.data.records.map(({ id }) => id);

describe('a security', () => {
  test('is returned with quote, market and totals of the posts that name it', async () => {
    await addPost(portal, { stockCodes: ['300750'] });
    await addPost(portal, { stockCodes: ['300750'], columnId: '1' });
    const { body } = await request('GET /reception/stock', { code: 'sz300750' }, null);
    expect(body.data).toEqual({
      code: '300750',
      name: '宁德时代',
      market: 'SZ',
      board: 'chinext',
      initials: 'NDSD',
      isSimulated: false,
      aliases: ['宁王'],
      totals: { news: 1, article: 1, reference: 0 },
      watched: false,
      quote: {
        at: '2026-11-20T14:30:00+08:00',
        open: 200_000,
        high: 210_000,
        low: 199_000,
        last: 209_000,
        previousClose: 200_000,
        volume: 1000,
        amount: 205_000,
        isSuspended: false,
      },
    });
  });

  test('of the stock table has no quote, and one of the market keeps its own code', async () => {
    await portal.ctx.db.deleteFrom('latest_quotes').where('code', '=', '000001.SH').execute();
    expect((await request('GET /reception/stock', { code: '600000.SH' }, null)).body.data).toMatchObject({
      code: '600000',
      board: null,
      quote: null,
    });
    expect((await request('GET /reception/stock', { code: '000001.SH' }, null)).body.data).toMatchObject({
      code: '000001.SH',
      name: '上证指数',
      board: 'index',
      quote: null,
    });
  });

  test('of one market is not that of another with the same number, and an index may have its number alone', async () => {
    const { db } = portal.ctx;
    await db.insertInto('instruments').values({ code: '000300', name: '沪深300', board: 'index' }).execute();
    const codeOf = async (code: string) => {
      const { status, body } = await request('GET /reception/stock', { code }, null);
      return status === 200 ? body.data.code : status;
    };
    const typed = ['000016', '000016.SZ', '000016.SH', 'sh000016', '000300.SH', '000300', 'SH600000'];
    const codes = ['000016', '000016', 404, 404, '000300', '000300', '600000'];
    expect(await Promise.all(typed.map(codeOf))).toEqual(codes);
    for (const code of ['1', '300750.0', 'SH60000']) expect(await codeOf(code)).toBe(400);
    await db.deleteFrom('instruments').where('code', '=', '000300').execute();
  });

  test('answers 404 for an unknown code and 400 for what is no code', async () => {
    expect(await request('GET /reception/stock', { code: '999999' }, null)).toMatchObject({
      status: 404,
      body: { msg: '没有代码为 999999 的证券' },
    });
    expect((await request('GET /reception/stockPosts', { code: '999999' }, null)).status).toBe(404);
    for (const code of ['宁德时代', "'; drop"])
      expect(await request('GET /reception/stock', { code }, null)).toMatchObject({
        status: 400,
        body: { msg: expect.stringContaining('股票代码') },
      });
  });

  test('lists its published posts of all kinds by cursor, paid ones as teasers, withdrawn ones not', async () => {
    const code = '800000';
    const at = (minute: number) => new Date(Date.UTC(2026, 10, 1, 0, minute));
    const article = await addPost(portal, { stockCodes: [code], publishedAt: at(1) });
    const paid = await addPost(portal, {
      stockCodes: [code],
      publishedAt: at(2),
      access: 'paid',
      price: 1800,
      body: '<p>开头。</p><!--paywall--><p>正文。</p>',
    });
    const news = await addPost(portal, { stockCodes: [code], publishedAt: at(3), columnId: '1' });
    await addPost(portal, { stockCodes: ['600000'], publishedAt: at(4) });
    await addPost(portal, { stockCodes: [code], state: 'draft' });
    const first = await request('GET /reception/stockPosts', { code, size: '2' }, null);
    expect(ids(first)).toEqual([news, paid]);
    expect(first.body.data.records[1]).toMatchObject({ locked: true, access: 'paid' });
    const { cursor } = first.body.data;
    const second = await request('GET /reception/stockPosts', { code, size: '2', cursor }, null);
    expect(ids(second)).toEqual([article]);
    expect(second.body.data.cursor).toBeNull();
    expect(ids(await request('GET /reception/stockPosts', { code, kind: 'news' }, null))).toEqual([news]);
  });
});

test('a quote of an invented security says so wherever it is shown, and no other does', async () => {
  const { db } = portal.ctx;
  const invented = { code: '990001', name: '观澜模拟', board: 'index', is_invented: true };
  await db.insertInto('instruments').values(invented).execute();
  const at = new Date('2026-11-20T06:30:00Z');
  const prices = { open: 1, high: 1, low: 1, last: 1, previous_close: 1 };
  await db
    .insertInto('latest_quotes')
    .values({ code: '990001', at, ...prices })
    .execute();
  const markOf = async (code: string) =>
    (await request('GET /reception/stock', { code }, null)).body.data.isSimulated;
  expect([await markOf('990001'), await markOf('300750')]).toEqual([true, false]);
  for (const code of ['990001', '300750']) await watch(code);
  for (const key of ['GET /reception/homeQuotes', 'GET /member/watchedStocks']) {
    const { data } = (await request(key)).body;
    const marks = new Map(
      data.map((row: { code: string; isSimulated: boolean }) => [row.code, row.isSimulated]),
    );
    expect([marks.get('990001'), marks.get('300750')], key).toEqual([true, false]);
  }
  await db.deleteFrom('latest_quotes').where('code', '=', '990001').execute();
});

describe('the quotes on the home page', () => {
  const homeCodes = async (portalOf = portal) =>
    (await portalOf.call('GET /reception/homeQuotes')).body.data.map(({ code }: { code: string }) => code);

  test('are those of the indexes, then of the most traded securities', async () => {
    const { db } = portal.ctx;
    await db
      .insertInto('instruments')
      .values(
        ['700001', '700002', '700003'].map((code) => ({ code, name: code, board: 'main', initials: code })),
      )
      .execute();
    const quote = {
      at: new Date('2026-11-20T06:30:00Z'),
      open: 1,
      high: 1,
      low: 1,
      last: 1,
      previous_close: 1,
    };
    await db
      .insertInto('latest_quotes')
      .values([
        { ...quote, code: '000001.SH', amount: 5 },
        { ...quote, code: '700001', amount: 400_000 },
        { ...quote, code: '700002', amount: 300_000 },
        // Not traded today.
        { ...quote, code: '700003', amount: 900_000, at: new Date('2026-11-18T06:30:00Z') },
      ])
      .execute();
    expect(await homeCodes()).toEqual(['000001.SH', '700001', '700002', '300750']);
  });

  test('are those that the operator lists, in that order, as far as they have quotes', async () => {
    const listed = await openPortal({ HOME_QUOTES: 'SZ300750，600000 000001.SH' });
    try {
      const { db } = listed.ctx;
      for (const code of ['300750', '600000', '000001.SH'])
        await db.insertInto('instruments').values({ code, name: code, board: 'main' }).execute();
      const quote = {
        at: new Date('2026-11-20T06:30:00Z'),
        open: 1,
        high: 1,
        low: 1,
        last: 1,
        previous_close: 1,
      };
      for (const code of ['000001.SH', '300750'])
        await db
          .insertInto('latest_quotes')
          .values({ ...quote, code })
          .execute();
      expect(await homeCodes(listed)).toEqual(['300750', '000001.SH']);
    } finally {
      await listed.close();
    }
  });
});

describe('watched securities', () => {
  test('are added once, listed newest first with quotes, and removed', async () => {
    const first = await watch('300750.SZ');
    expect(await watch('300750')).toMatchObject({ body: { data: first.body.data } });
    await watch('600000');
    expect(await watchedCodes()).toEqual(['600000', '300750']);
    const { body } = await request('GET /member/watchedStocks');
    expect(body.data[1]).toMatchObject({ name: '宁德时代', quote: { last: 209_000 } });
    expect((await request('GET /reception/stock', { code: '300750' })).body.data.watched).toBe(true);
    for (const _ of [1, 2])
      expect((await request('POST /member/deleteWatchedStock', { code: 'SZ300750' })).body.data).toBe(true);
    expect(await watchedCodes()).toEqual(['600000']);
  });

  test('belong to one member', async () => {
    await watch('300750');
    const other = await logIn(portal);
    expect((await request('GET /member/watchedStocks', {}, other.token)).body.data).toEqual([]);
    await request('POST /member/deleteWatchedStock', { code: '300750' }, other.token);
    expect(await watchedCodes()).toEqual(['300750']);
  });

  test('must exist, and need a log-in', async () => {
    expect((await watch('999999')).status).toBe(404);
    for (const key of ['GET /member/watchedStocks', 'GET /member/watchedFeed'])
      expect((await request(key, {}, null)).status).toBe(401);
    expect((await request('POST /member/addWatchedStock', { code: '300750' }, null)).status).toBe(401);
  });

  test('never exceed the limit, even when added concurrently', async () => {
    await portal.ctx.db
      .insertInto('watched_stocks')
      .values(
        Array.from({ length: maxWatchedStocks - 2 }, (_, index) => ({
          member_id: memberId,
          code: String(800_000 + index),
        })),
      )
      .execute();
    const answers = await Promise.all(['300750', '600000', '800198', '800199'].map((code) => watch(code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.msg).toBe('自选股最多 200 只，请先移除一些');
    expect(await watchedCodes()).toHaveLength(maxWatchedStocks);
    // A repeated call beyond the limit still returns the existing record.
    expect((await watch('800000')).status).toBe(200);
  });

  test('make a feed of the posts that name any of them, each once, by cursor', async () => {
    const at = (minute: number) => new Date(Date.UTC(2026, 10, 2, 0, minute));
    const both = await addPost(portal, { stockCodes: ['800010', '800011'], publishedAt: at(1) });
    const news = await addPost(portal, { stockCodes: ['800011'], columnId: '1', publishedAt: at(2) });
    const article = await addPost(portal, { stockCodes: ['800010'], publishedAt: at(3) });
    await addPost(portal, { stockCodes: ['800012'], publishedAt: at(4) });
    expect(ids(await request('GET /member/watchedFeed'))).toEqual([]);
    await watch('800010');
    await watch('800011');
    const first = await request('GET /member/watchedFeed', { size: '2' });
    expect(ids(first)).toEqual([article, news]);
    expect(first.body.data.total).toBe(3);
    expect(
      ids(await request('GET /member/watchedFeed', { size: '2', cursor: first.body.data.cursor })),
    ).toEqual([both]);
    expect(ids(await request('GET /member/watchedFeed', { size: '2', current: '2' }))).toEqual([both]);
  });

  test('filter the news list of members; a visitor is asked to log in', async () => {
    const list = (query: Record<string, string>, as: string | null = token) =>
      request('GET /news/reception/getGlobalNewsList', query, as);
    const named = await addPost(portal, { stockCodes: ['800020'], columnId: '1' });
    await addPost(portal, { stockCodes: ['800021'], columnId: '1' });
    await addPost(portal, { stockCodes: ['800020'] });
    await watch('800020');
    expect(ids(await list({ watched: '1' }))).toEqual([named]);
    expect(ids(await list({ watched: '1', columnId: '1' }))).toEqual([named]);
    const important = await addPost(portal, { stockCodes: ['800020'], columnId: '1', important: true });
    expect(ids(await list({ watched: '1', columnId: '1', important: '1' }))).toEqual([important]);
    expect(ids(await list({ watched: '0', size: '2' }))).toHaveLength(2);
    expect(await list({ watched: '1' }, null)).toMatchObject({
      status: 401,
      body: { msg: '登录后才能只看自选股' },
    });
    expect(await list({ watched: '1', keyword: '铜' })).toMatchObject({ status: 400 });
    expect((await list({ watched: 'yes' })).body.msg).toContain('只看自选股');
  });

  test('are in the copy of personal data, and deleted with the account', async () => {
    await watch('300750');
    const copy = async () => {
      const rows: unknown[] = [];
      for (const { read } of securityData)
        for await (const row of await read(portal.ctx, memberId)) rows.push(row);
      return rows;
    };
    expect(await copy()).toEqual([{ id: expect.any(String), code: '300750', watchedAt: expect.any(String) }]);
    await inTransaction(portal.ctx, (trx) =>
      portal.ctx.events.emit(portal.ctx, trx, 'member.deleted', { memberId }),
    );
    expect(await copy()).toEqual([]);
  });
});
