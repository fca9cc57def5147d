import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  addPlayer,
  addSeason,
  clearContest,
  closeDay,
  closeMarketPortal,
  codes,
  fillAt,
  type OrderOptions,
  openMarketPortal,
  type Player,
  sendOrder,
  setClock,
  setQuote,
} from '#testing/contest.ts';
import type { Portal } from '#testing/portal.ts';

/** The order calls of players: a refusal names the reason and changes nothing. */

let portal: Portal;
let seasonId: string;
let player: Player;
let other: Player;

beforeAll(async () => {
  portal = await openMarketPortal();
});
afterAll(() => closeMarketPortal(portal));
beforeEach(async () => {
  setClock('2026-11-02T09:31');
  await clearContest(portal);
  seasonId = await addSeason(portal, { boards: ['main', 'star', 'bse'] });
  player = await addPlayer(portal, seasonId);
  other = await addPlayer(portal, seasonId);
  for (const code of [codes.main, codes.other, codes.st, codes.chinext, codes.star])
    await setQuote(portal, code, 10_000);
});

const send = (order: OrderOptions = {}, { token } = player) => sendOrder(portal, seasonId, token, order);
const check = async (order: OrderOptions = {}, { token } = player) => {
  const body = { seasonId, code: codes.main, side: 'buy', price: null, quantity: 100, ...order };
  return (await portal.call('POST /member/contest/check', { token, body })).body.data;
};
const account = async ({ token } = player) =>
  (await portal.call('GET /member/contest/account', { token, query: { seasonId } })).body.data;
const orders = async (query: Record<string, string> = {}, { token } = player) =>
  (await portal.call('GET /member/contest/orders', { token, query: { seasonId, ...query } })).body.data;
const cancel = (id: string, { token } = player) =>
  portal.call('POST /member/contest/cancel', { token, body: { id } });

/** Buys shares of the first main-board security today at ¥10. */
async function buyShares(quantity: number): Promise<void> {
  expect((await send({ quantity })).status).toBe(200);
  expect(await fillAt(portal, codes.main, 10_000)).toBe(1);
}
async function advanceToNextDay(): Promise<void> {
  setClock('2026-11-02T15:10');
  await closeDay(portal, '2026-11-02', { [codes.main]: 10_000 });
  setClock('2026-11-03T09:31');
}

describe('an order that is refused', () => {
  test.each<[string, OrderOptions, number, string]>([
    ['off tick', { price: 10_005 }, 400, '价格应为 0.01 元的整数倍'],
    ['above the limit', { price: 11_010 }, 400, '价格高于涨停价 11.00 元'],
    ['below the limit', { price: 8_990 }, 400, '价格低于跌停价 9.00 元'],
    ['for one share', { quantity: 1 }, 400, '数量应为 100 股的整数倍'],
    ['for an odd lot', { quantity: 150 }, 400, '数量应为 100 股的整数倍'],
    ['below the minimum lot of the STAR board', { code: codes.star, quantity: 199 }, 400, '数量至少 200 股'],
    ['above the maximum quantity', { quantity: 1_000_100 }, 400, '数量过大，一笔最多 1000000 股'],
    ['for an unknown code', { code: '123456' }, 404, '没有代码为 123456 的证券'],
    ['for an index', { code: codes.index }, 404, `没有代码为 ${codes.index} 的证券`],
    ['under a risk warning', { code: codes.st }, 409, '本赛季不能交易风险警示证券ST 砚岭'],
    ['on a board outside the season', { code: codes.chinext }, 409, '本赛季不能交易创业板的霁川软件'],
    ['without a quote', { code: codes.bse }, 409, '还没有栗原机械的行情，暂时不能委托'],
    ['beyond the cap', { quantity: 4_100 }, 409, '单只持仓最多占总资产的 40%'],
    [
      'beyond the cash',
      { quantity: 10_100 },
      409,
      '可用资金不足：需要 111,128.89 元（含费用），可用 100,000.00 元',
    ],
    ['to sell shares not held', { side: 'sell' }, 409, '没有持有禾垣电力，不能卖出'],
  ])('%s names the reason and changes nothing', async (_name, order, status, reason) => {
    const before = await account();
    expect(await send(order)).toMatchObject({
      status,
      body: { code: status, success: false, msg: expect.stringContaining(reason) },
    });
    expect(await account()).toEqual(before);
    expect((await orders()).records).toEqual([]);
    if (status !== 404) expect((await check(order)).refusal).toContain(reason);
  });

  test.each([
    ['2026-11-02T09:14', '现在不在交易时间（9:15–9:25、9:30–11:30、13:00–15:00），不能下单'],
    ['2026-11-02T12:00', '现在不在交易时间'],
    ['2026-11-02T15:00', '现在不在交易时间'],
    ['2026-11-05T10:00', '今天不是交易日，不能下单'],
  ])('at %s names the reason and changes nothing', async (at, reason) => {
    setClock(at);
    expect(await send()).toMatchObject({ status: 409, body: { msg: expect.stringContaining(reason) } });
    expect((await check()).refusal).toContain(reason);
    expect(await account()).toMatchObject({ cash: 10_000_000, frozenCash: 0 });
  });

  test('on a day that is already cleared names that reason, at any hour', async () => {
    await closeDay(portal, '2026-11-02', { [codes.main]: 10_000 });
    expect(await send()).toMatchObject({
      status: 409,
      body: { msg: '今天已经清算，请下一个交易日再来下单' },
    });
    const { data } = (await portal.call('GET /reception/contest/season')).body;
    expect(data).toMatchObject({ state: 'running', isSessionOpen: false });
  });

  test('after the season names that reason', async () => {
    seasonId = await addSeason(portal, { ends_on: '2026-11-02' });
    await portal.call('POST /member/contest/enrol', { token: player.token, body: { seasonId } });
    setClock('2026-11-03T09:31');
    expect(await send()).toMatchObject({ status: 409, body: { msg: '赛季已经结束，不能再下单' } });
  });

  test('for a suspended security names that reason', async () => {
    await setQuote(portal, codes.main, 10_000, { isSuspended: true });
    expect(await send()).toMatchObject({ status: 409, body: { msg: '禾垣电力今天停牌，不能委托' } });
  });

  test('is the 301st of a day', async () => {
    await sql`insert into contest_orders (player_id, code, day, side, price, quantity, state, placed_at, ended_at)
      select ${player.playerId}, ${codes.main}, '2026-11-02', 'buy', 9000, 100, 'cancelled', now(), now()
      from generate_series(1, 299)`.execute(portal.ctx.db);
    expect((await send()).status).toBe(200);
    expect(await send()).toMatchObject({ status: 409, body: { msg: expect.stringContaining('300 笔') } });
    expect((await send({}, other)).status).toBe(200);
    await advanceToNextDay();
    expect((await send()).status).toBe(200);
  });
});

describe('T+1', () => {
  test('refuses to sell shares on the day they were bought, and sells them on the next trade day', async () => {
    await buyShares(300);
    expect(await send({ side: 'sell', quantity: 100 })).toMatchObject({
      status: 409,
      body: { msg: '禾垣电力是今天买入的，按 T+1 规则下一个交易日才能卖出' },
    });
    expect((await account()).holdings).toMatchObject([{ quantity: 300, sellable: 0, frozenQuantity: 0 }]);
    expect(await check({ side: 'sell' })).toMatchObject({ most: 0, refusal: expect.stringContaining('T+1') });
    await advanceToNextDay();
    expect((await account()).holdings).toMatchObject([{ quantity: 300, sellable: 300 }]);
    expect((await send({ side: 'sell', quantity: 300 })).status).toBe(200);
    expect((await account()).holdings).toMatchObject([{ quantity: 300, sellable: 0, frozenQuantity: 300 }]);
    expect(await fillAt(portal, codes.main, 10_000)).toBe(1);
    expect((await account()).holdings).toEqual([]);
  });

  test('refuses to sell shares that another sale has frozen', async () => {
    await buyShares(300);
    await advanceToNextDay();
    expect((await send({ side: 'sell', quantity: 200, price: 10_500 })).status).toBe(200);
    expect(await send({ side: 'sell', quantity: 200 })).toMatchObject({
      status: 409,
      body: { msg: '可卖数量不足，现在最多能卖 100 股' },
    });
  });

  test('sells an odd lot as a whole', async () => {
    await buyShares(300);
    await sql`insert into contest_entries (player_id, kind, day, at, code, quantity)
      values (${player.playerId}, 'dividend', '2026-11-03', now(), ${codes.main}, 50)`.execute(portal.ctx.db);
    await advanceToNextDay();
    expect(await send({ side: 'sell', quantity: 30 })).toMatchObject({
      status: 400,
      body: { msg: '卖出数量应为 100 股的整数倍，零股要一次卖出' },
    });
    expect((await send({ side: 'sell', quantity: 150 })).status).toBe(200);
    expect((await send({ side: 'sell', quantity: 200 })).status).toBe(200);
  });
});

test('a stale quote fills nothing, and the next one does', async () => {
  await send();
  vi.setSystemTime(Date.now() + 1000);
  await setQuote(portal, codes.main, 10_000);
  vi.setSystemTime(Date.now() + 61_000);
  const { fillOrders } = await import('./fill-orders.ts');
  expect(await fillOrders(portal.ctx, { freshMs: 60_000 })).toBe(0);
  expect((await orders({ state: 'open' })).records).toHaveLength(1);
  expect(await fillAt(portal, codes.main, 10_000)).toBe(1);
});

describe('the preview of an order', () => {
  test('shows its cost and the maximum quantity, and changes nothing', async () => {
    expect(await check({ price: 10_000, quantity: 100 })).toEqual({
      refusal: null,
      amount: 100_000,
      fees: 501,
      most: 4_000,
    });
    expect(await check({ side: 'buy', code: codes.bse })).toMatchObject({ amount: 0, fees: 0, most: 0 });
    expect((await orders()).records).toEqual([]);
    expect((await send({ quantity: 3_600 })).status).toBe(200);
    expect(await check({ price: 10_000 })).toMatchObject({ most: 0 });
  });

  test('refuses numbers beyond any account like any other order', async () => {
    expect(await check({ price: 100_000_000, quantity: 10_000_000 })).toMatchObject({
      refusal: expect.stringContaining('价格高于涨停价'),
      amount: 100_000_000_000_000,
    });
  });
});

describe('the orders of a player', () => {
  test('are listed newest first with fill and fees, in pages', async () => {
    await buyShares(200);
    await send({ price: 9_500 });
    await send({ price: 9_400 });
    const first = await orders({ size: '2' });
    expect(first.records).toMatchObject([
      { price: 9_400, state: 'open', fill: null, frozenCash: 94_501 },
      { price: 9_500, state: 'open', name: '禾垣电力' },
    ]);
    const second = await orders({ size: '2', cursor: first.cursor });
    expect(second).toMatchObject({
      records: [{ state: 'filled', fill: { price: 10_000, amount: 200_000, fees: 502, profit: null } }],
      cursor: null,
    });
    const states = async (state: string) =>
      (await orders({ state })).records.map((order: { state: string }) => order.state);
    expect(await states('open')).toEqual(['open', 'open']);
    expect(await states('filled')).toEqual(['filled']);
    expect(await account()).toMatchObject({ fees: 502, frozenCash: 94_501 + 95_501 });
  });

  test('cannot be seen or cancelled by others', async () => {
    const { body } = await send({ price: 9_500 });
    expect((await orders({}, other)).records).toEqual([]);
    expect(await cancel(body.data.id, other)).toMatchObject({
      status: 404,
      body: { msg: '没有这笔委托' },
    });
    expect((await orders()).records).toMatchObject([{ id: body.data.id, state: 'open' }]);
  });

  test('release what they froze when cancelled, once', async () => {
    const { body } = await send({ price: 9_500 });
    expect(await account()).toMatchObject({ frozenCash: 95_501 });
    expect((await cancel(body.data.id)).status).toBe(200);
    expect(await account()).toMatchObject({ cash: 10_000_000, frozenCash: 0 });
    expect(await cancel(body.data.id)).toMatchObject({
      status: 409,
      body: { msg: '这笔委托已经成交、撤销或过期' },
    });
  });

  test('expire with the day', async () => {
    await send({ price: 9_500 });
    await advanceToNextDay();
    expect((await orders()).records).toMatchObject([{ state: 'expired' }]);
    expect(await account()).toMatchObject({ cash: 10_000_000, frozenCash: 0 });
  });
});

test('an account is its cash plus its holdings at the last price, compared with the evening before', async () => {
  await buyShares(1000);
  const cash = 10_000_000 - 1_000_000 - 510;
  await setQuote(portal, codes.main, 10_500, { previous: 10_000 });
  expect(await account()).toMatchObject({
    playerId: player.playerId,
    cash,
    marketValue: 1_050_000,
    assets: cash + 1_050_000,
    todayGain: 49_490,
    returnPpm: 4_949,
    fees: 510,
    place: null,
    holdings: [{ name: '禾垣电力', quantity: 1000, cost: 1_000_510, value: 1_050_000, gain: 49_490 }],
    curve: [],
  });
  setClock('2026-11-02T15:10');
  await closeDay(portal, '2026-11-02', { [codes.main]: 10_500 });
  expect(await account()).toMatchObject({
    todayGain: 49_490,
    place: 1,
    curve: [{ day: '2026-11-02', assets: cash + 1_050_000, index: null }],
  });
  setClock('2026-11-03T09:31');
  await setQuote(portal, codes.main, 10_400, { previous: 10_500 });
  expect(await account()).toMatchObject({ todayGain: -10_000 });
});

test('a purchase at market is estimated at its worst-case price, a sale at the last price', async () => {
  expect(await check({ quantity: 100 })).toMatchObject({ refusal: null, amount: 110_000 });
  await buyShares(100);
  await advanceToNextDay();
  await setQuote(portal, codes.main, 10_200);
  expect(await check({ side: 'sell', quantity: 100 })).toMatchObject({ refusal: null, amount: 102_000 });
});

test('a security delisted while it was held stays in the account by name, and cannot be traded', async () => {
  await send({});
  expect(await fillAt(portal, codes.main, 10_000)).toBe(1);
  await sql`update instruments set delisted_on = '2026-11-03' where code = ${codes.main}`.execute(
    portal.ctx.db,
  );
  setClock('2026-11-03T09:31');
  const { holdings } = await account();
  expect(holdings).toMatchObject([{ code: codes.main, name: '禾垣电力', quantity: 100, value: 100_000 }]);
  expect((await send({ side: 'sell' })).status).toBe(404);
  await sql`update instruments set delisted_on = null where code = ${codes.main}`.execute(portal.ctx.db);
});

test('a holding that came under a risk warning can be sold, but not bought', async () => {
  await buyShares(200);
  await sql`update instruments set is_st = true where code = ${codes.main}`.execute(portal.ctx.db);
  setClock('2026-11-03T09:31');
  await setQuote(portal, codes.main, 10_000);
  expect((await send({})).body.msg).toContain('本赛季不能交易风险警示证券');
  expect((await send({ side: 'sell', quantity: 100 })).status).toBe(200);
  await sql`update instruments set is_st = false where code = ${codes.main}`.execute(portal.ctx.db);
});
