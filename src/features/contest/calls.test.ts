import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addPlayer,
  addSeason,
  closeDay,
  closeMarketPortal,
  codes,
  openMarketPortal,
  type Player,
  setClock,
  setQuote,
} from '#testing/contest.ts';
import type { Portal } from '#testing/portal.ts';
import { logIn } from '#testing/posts-and-members.ts';

/** What each contest call rejects, and what it returns about seasons and securities. */

let portal: Portal;
let seasonId: string;
let hidden: string;
let player: Player;
let nonPlayer: { token: string };

beforeAll(async () => {
  portal = await openMarketPortal();
  seasonId = await addSeason(portal);
  hidden = await addSeason(portal, { is_open: false });
  player = await addPlayer(portal, seasonId);
  nonPlayer = await logIn(portal);
  await setQuote(portal, codes.main, 10_500, { previous: 10_000 });
});
afterAll(() => closeMarketPortal(portal));

const order = { seasonId: '1', code: codes.main, side: 'buy', price: 10_000, quantity: 100 };
/** Every contest call for members, with a valid input. */
const memberCalls: [string, object][] = [
  ['POST /member/contest/enrol', { body: { seasonId: '1' } }],
  ['GET /member/contest/account', { query: { seasonId: '1' } }],
  ['POST /member/contest/check', { body: order }],
  ['POST /member/contest/order', { body: order }],
  ['POST /member/contest/cancel', { body: { id: '1' } }],
  ['GET /member/contest/orders', { query: { seasonId: '1' } }],
  ['POST /member/contest/follow', { body: { playerId: '1' } }],
  ['POST /member/contest/unfollow', { body: { playerId: '1' } }],
  ['GET /member/contest/following', { query: { seasonId: '1' } }],
];

test('covers every call for members', () => {
  const known = portal.app.calls
    .filter(({ path }) => path.startsWith('/member/contest/'))
    .map(({ method, path }) => `${method} ${path}`);
  expect(memberCalls.map(([key]) => key).toSorted()).toEqual(known.toSorted());
});

test.each(memberCalls)('%s returns 401 to a visitor', async (key, request) => {
  expect((await portal.call(key, request)).status).toBe(401);
});

describe('returns 404 for unknown resources', () => {
  const unknown = '999999999';
  test.each([
    ['GET /reception/contest/season', { query: { id: unknown } }, '没有这个赛季'],
    ['GET /reception/contest/board', { query: { seasonId: unknown } }, '没有这个赛季'],
    ['GET /reception/contest/instruments', { query: { seasonId: unknown, keyword: 'H' } }, '没有这个赛季'],
    ['GET /reception/contest/quote', { query: { code: '000000' } }, '没有代码为 000000 的证券'],
    ['GET /reception/contest/candles', { query: { code: '000000' } }, '没有代码为 000000 的证券'],
    ['GET /reception/contest/intraday', { query: { code: '000000' } }, '没有代码为 000000 的证券'],
    ['GET /reception/contest/player', { query: { id: unknown } }, '没有这个选手'],
    ['GET /reception/contest/playerTrades', { query: { id: unknown } }, '没有这个选手'],
    ['POST /member/contest/enrol', { body: { seasonId: unknown } }, '没有这个赛季'],
    ['GET /member/contest/account', { query: { seasonId: unknown } }, '没有这个赛季'],
    ['POST /member/contest/check', { body: { ...order, seasonId: unknown } }, '没有这个赛季'],
    ['POST /member/contest/order', { body: { ...order, seasonId: unknown } }, '没有这个赛季'],
    ['POST /member/contest/cancel', { body: { id: unknown } }, '没有这笔委托'],
    ['GET /member/contest/orders', { query: { seasonId: unknown } }, '没有这个赛季'],
    ['POST /member/contest/follow', { body: { playerId: unknown } }, '没有这个选手'],
    ['GET /member/contest/following', { query: { seasonId: unknown } }, '没有这个赛季'],
  ])('%s', async (key, request, msg) => {
    expect(await portal.call(key, { ...request, token: player.token })).toMatchObject({
      status: 404,
      body: { code: 404, msg },
    });
  });

  test('a season that staff have not opened', async () => {
    for (const [key, request] of [
      ['GET /reception/contest/season', { query: { id: hidden } }],
      ['GET /reception/contest/board', { query: { seasonId: hidden } }],
      ['POST /member/contest/enrol', { body: { seasonId: hidden } }],
      ['POST /member/contest/order', { body: { ...order, seasonId: hidden } }],
    ] as const)
      expect((await portal.call(key, { ...request, token: player.token })).status, key).toBe(404);
    const { data } = (await portal.call('GET /reception/contest/seasons')).body;
    expect(data.map(({ id }: { id: string }) => id)).not.toContain(hidden);
  });
});

test.each([
  ['GET /member/contest/account', 'query'],
  ['POST /member/contest/check', 'body'],
  ['POST /member/contest/order', 'body'],
  ['GET /member/contest/orders', 'query'],
] as const)('%s returns 403 to a member without an entry', async (key, place) => {
  const input = place === 'body' ? { ...order, seasonId } : { seasonId };
  expect(await portal.call(key, { token: nonPlayer.token, [place]: input })).toMatchObject({
    status: 403,
    body: { msg: '还没有报名这个赛季，请先报名' },
  });
});

describe('names invalid input', () => {
  test.each([
    ['GET /reception/contest/season', { query: { id: 'x' } }, '赛季编号'],
    ['GET /reception/contest/board', { query: {} }, '赛季编号'],
    ['GET /reception/contest/board', { query: { seasonId: '1', period: 'year' } }, '榜单周期'],
    ['GET /reception/contest/board', { query: { seasonId: '1', size: '101' } }, '每页条数'],
    ['GET /reception/contest/instruments', { query: { seasonId: '0' } }, '赛季编号'],
    ['GET /reception/contest/instruments', { query: { seasonId: '1', keyword: '长'.repeat(21) } }, '关键词'],
    ['GET /reception/contest/quote', { query: {} }, '请提供证券代码'],
    ['GET /reception/contest/quote', { query: { code: 'a;b' } }, '证券代码不正确'],
    ['GET /reception/contest/candles', { query: { code: '1', size: '0' } }, '每页条数'],
    ['GET /reception/contest/intraday', { query: { code: '1'.repeat(13) } }, '证券代码不正确'],
    ['GET /reception/contest/player', { query: { id: '-1' } }, '选手编号'],
    ['GET /reception/contest/playerTrades', { query: { id: '1', cursor: 'x' } }, '游标'],
    ['POST /member/contest/enrol', { body: {} }, '请提供赛季编号'],
    ['POST /member/contest/enrol', { body: { seasonId: 'x' } }, '赛季编号'],
    ['GET /member/contest/orders', { query: { seasonId: '1', state: 'gone' } }, '委托状态'],
    ['GET /member/contest/orders', { query: { seasonId: '1', cursor: '1e9' } }, '游标'],
    ['POST /member/contest/order', { body: { ...order, side: 'short' } }, '买卖方向'],
    ['POST /member/contest/order', { body: { ...order, code: undefined } }, '请提供证券代码'],
    ['POST /member/contest/order', { body: { ...order, price: 0 } }, '价格应大于 0'],
    ['POST /member/contest/order', { body: { ...order, price: 10.5 } }, '价格应为以厘计的整数'],
    ['POST /member/contest/order', { body: { ...order, price: '1.5' } }, '价格应为以厘计的整数'],
    ['POST /member/contest/order', { body: { ...order, price: 2 ** 53 } }, '价格'],
    ['POST /member/contest/order', { body: { ...order, quantity: 0 } }, '数量应为正整数'],
    ['POST /member/contest/order', { body: { ...order, quantity: -100 } }, '数量应为正整数'],
    ['POST /member/contest/order', { body: { ...order, quantity: 1.5 } }, '数量应为整数'],
    ['POST /member/contest/order', { body: { ...order, quantity: 1e20 } }, '数量'],
    ['POST /member/contest/check', { body: { ...order, quantity: null } }, '数量应为整数'],
    ['POST /member/contest/cancel', { body: { id: 'all' } }, '委托编号'],
    ['POST /member/contest/follow', { body: { playerId: '' } }, '选手编号'],
    ['POST /member/contest/unfollow', { body: {} }, '选手编号'],
    ['GET /member/contest/following', { query: {} }, '赛季编号'],
  ])('%s %j', async (key, request, message) => {
    expect(await portal.call(key, { ...request, token: player.token })).toMatchObject({
      status: 400,
      body: { code: 400, msg: expect.stringContaining(message) },
    });
  });

  test('a malformed board cursor', async () => {
    for (const cursor of ['1', '1-', 'x-1', '1-2-3', '9999999999-1', '1-99999999999999999999'])
      expect(
        await portal.call('GET /reception/contest/board', { query: { seasonId, cursor } }),
        cursor,
      ).toMatchObject({ status: 400, body: { msg: expect.stringContaining('游标') } });
  });
});

describe('a season', () => {
  const readSeason = async (request: object = {}) =>
    (await portal.call('GET /reception/contest/season', request)).body.data;

  test('is the running one by default, and says when orders are taken', async () => {
    const older = await addSeason(portal, { starts_on: '2026-09-01', ends_on: '2026-09-30' });
    const later = await addSeason(portal, { starts_on: '2026-12-01', ends_on: '2026-12-31' });
    expect(await readSeason()).toMatchObject({
      id: seasonId,
      state: 'running',
      players: 1,
      startingCash: 10_000_000,
      index: { code: codes.index, name: '观澜模拟指数' },
      isSessionOpen: true,
      sessions: '9:15–9:25、9:30–11:30、13:00–15:00',
      me: null,
    });
    expect(await readSeason({ query: { id: later } })).toMatchObject({
      state: 'upcoming',
      isSessionOpen: false,
    });
    const { data } = (await portal.call('GET /reception/contest/seasons')).body;
    expect(data.map(({ id }: { id: string }) => id)).toEqual([later, seasonId, older]);
    expect(data.map(({ state }: { state: string }) => state)).toEqual(['upcoming', 'running', 'ended']);
  });

  test('shows each caller their own status in it', async () => {
    expect((await readSeason({ token: player.token })).me).toEqual({
      playerId: player.playerId,
      canEnrol: false,
      why: '',
      isDisqualified: false,
      reason: '',
    });
    expect((await readSeason({ token: nonPlayer.token })).me).toEqual({
      playerId: null,
      canEnrol: true,
      why: '',
      isDisqualified: false,
      reason: '',
    });
  });

  test.each([
    ['2026-11-02T09:14', false],
    ['2026-11-02T09:15', true],
    ['2026-11-02T09:27', false],
    ['2026-11-02T11:30', false],
    ['2026-11-02T14:59', true],
    ['2026-11-02T15:00', false],
    ['2026-11-05T10:00', false],
  ])('at %s takes orders: %s', async (at, isOpen) => {
    setClock(at);
    expect(await readSeason()).toMatchObject({ isSessionOpen: isOpen });
    setClock('2026-11-02T09:31');
  });
});

describe('a security', () => {
  const find = async (keyword: string) =>
    (await portal.call('GET /reception/contest/instruments', { query: { seasonId, keyword } })).body.data;

  test('is found by code, name and pinyin initials, only among the season’s own securities', async () => {
    for (const keyword of ['99101', '禾垣', '电力', 'hy', 'HYDL', '  ９９１０１２ '])
      expect((await find(keyword)).map(({ code }: { code: string }) => code)).toContain(codes.main);
    for (const keyword of ['993001', '霁川', codes.st, '砚岭', codes.index, '%', '_9', '', 'dl', '012'])
      expect(await find(keyword), keyword).toEqual([]);
  });

  test('is quoted with its limits, and marked stale when its quote is too old to fill orders', async () => {
    const readQuote = async () =>
      (await portal.call('GET /reception/contest/quote', { query: { code: codes.main } })).body.data;
    expect(await readQuote()).toMatchObject({
      name: '禾垣电力',
      last: 10_500,
      previousClose: 10_000,
      limitUp: 11_000,
      limitDown: 9_000,
      isStale: false,
      isSuspended: false,
      tick: 10,
      lotLeast: 100,
      lotStep: 100,
    });
    setClock('2026-11-02T09:33');
    expect(await readQuote()).toMatchObject({ isStale: true });
    setClock('2026-11-02T09:31');
    const { data } = (await portal.call('GET /reception/contest/quote', { query: { code: codes.star } }))
      .body;
    expect(data).toMatchObject({ last: null, limitUp: null, at: null, isStale: true, lotLeast: 200 });
  });

  test('has candles of its last days, oldest first, also for an index', async () => {
    await closeDay(portal, '2026-10-30', { [codes.index]: 3_000_000 });
    await closeDay(portal, '2026-10-29', { [codes.index]: 2_900_000 });
    const { data } = (await portal.call('GET /reception/contest/candles', { query: { code: codes.index } }))
      .body;
    expect(data).toMatchObject([
      { day: '2026-10-29', close: 2_900_000 },
      { day: '2026-10-30', close: 3_000_000 },
    ]);
  });

  test('has intraday prices of its newest day only, the last of each minute', async () => {
    for (const [at, last] of [
      ['2026-10-30T14:59:00+08:00', 9_900],
      ['2026-11-02T09:30:00+08:00', 10_100],
      ['2026-11-02T09:31:00+08:00', 10_150],
      ['2026-11-02T09:31:27+08:00', 10_200],
    ] as const)
      await portal.ctx.db
        .insertInto('intraday_quotes')
        .values({ code: codes.main, at: new Date(at), last })
        .execute();
    const { data } = (await portal.call('GET /reception/contest/intraday', { query: { code: codes.main } }))
      .body;
    expect(data).toEqual([
      { at: '2026-11-02T09:30:00+08:00', last: 10_100, volume: 0 },
      { at: '2026-11-02T09:31:27+08:00', last: 10_200, volume: 0 },
    ]);
  });
});
