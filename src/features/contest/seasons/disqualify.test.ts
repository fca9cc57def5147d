import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { inTransaction } from '#kernel/db/transaction.ts';
import {
  addPlayer,
  addSeason,
  clearContest,
  closeDay,
  closeMarket,
  codes,
  fillAt,
  openMarket,
  type Player,
  sendOrder,
  setClock,
  setQuote,
} from '#testing/contest.ts';
import type { Portal } from '#testing/portal.ts';
import { recomputeSeason } from '../clearing/recompute.ts';
import { setDisqualified } from './disqualify.ts';

let portal: Portal;
let seasonId: string;
let players: Player[];

beforeAll(async () => {
  portal = await openMarket();
});
afterAll(() => closeMarket(portal));

/** Three players: the first gains most, the second some, the third waits with an order. */
beforeEach(async () => {
  setClock('2026-11-02T09:31');
  await clearContest(portal);
  seasonId = await addSeason(portal);
  players = [
    await addPlayer(portal, seasonId),
    await addPlayer(portal, seasonId),
    await addPlayer(portal, seasonId),
  ];
  await setQuote(portal, codes.main, 10_000);
  await order(0, { quantity: 2000 });
  await order(1, { quantity: 1000 });
  await fillAt(portal, codes.main, 10_000);
  setClock('2026-11-02T15:10');
  await closeDay(portal, '2026-11-02', { [codes.main]: 10_500 });
  setClock('2026-11-03T09:31');
});

const order = (who: number, wish: Parameters<typeof sendOrder>[3]) =>
  sendOrder(portal, seasonId, players[who]?.token ?? '', wish);
const put = (who: number, reason: string | null) =>
  inTransaction(portal.ctx, (trx) => setDisqualified(portal.ctx, trx, players[who]?.playerId ?? '', reason));
async function places(): Promise<unknown[]> {
  const { body } = await portal.ask('GET /reception/contest/board', { query: { seasonId } });
  return body.data.records.map((line: { place: number; playerId: string }) => [
    line.place,
    players.findIndex(({ playerId }) => playerId === line.playerId),
  ]);
}
const differences = async () => (await recomputeSeason(portal.ctx, seasonId)).differences;

test('who is out is told so by the season, with the reason, until they may play again', async () => {
  const me = async () => {
    const asking = { query: { id: seasonId }, token: players[0]?.token ?? '' };
    return (await portal.ask('GET /reception/contest/season', asking)).body.data.me;
  };
  await put(0, '两个账号互相对倒');
  expect(await me()).toMatchObject({ isDisqualified: true, reason: '两个账号互相对倒' });
  await put(0, null);
  expect(await me()).toMatchObject({ isDisqualified: false, reason: '' });
});

test('who is out leaves every board at once, those below move up, and the log agrees', async () => {
  expect(await places()).toEqual([
    [1, 0],
    [2, 1],
    [3, 2],
  ]);
  expect(await put(0, '两个账号互相对倒')).toEqual({ seasonId, reasonBefore: null });
  expect(await places()).toEqual([
    [1, 1],
    [2, 2],
  ]);
  for (const period of ['day', 'week', 'month']) {
    const { body } = await portal.ask('GET /reception/contest/board', { query: { seasonId, period } });
    expect(body.data.records).toHaveLength(2);
  }
  expect(await differences()).toEqual([]);
});

test('who is out is told why, cannot order, and their open orders give back what they froze', async () => {
  await setQuote(portal, codes.main, 10_500);
  expect((await order(0, { quantity: 100 })).status).toBe(200);
  expect((await order(0, { side: 'sell', quantity: 500 })).status).toBe(200);
  await put(0, '两个账号互相对倒');
  const token = players[0]?.token ?? '';
  const account = (await portal.ask('GET /member/contest/account', { token, query: { seasonId } })).body.data;
  expect(account).toMatchObject({ isDisqualified: true, reason: '两个账号互相对倒', frozenCash: 0 });
  expect(account.holdings).toMatchObject([{ code: codes.main, quantity: 2000, frozenQuantity: 0 }]);
  const { records } = (await portal.ask('GET /member/contest/orders', { token, query: { seasonId } })).body
    .data;
  expect(records.map(({ state }: { state: string }) => state)).toEqual(['cancelled', 'cancelled', 'filled']);
  const refused = await order(0, { quantity: 100 });
  expect(refused).toMatchObject({
    status: 409,
    body: { msg: '您已被取消这个赛季的资格，不能下单：两个账号互相对倒' },
  });
  const shown = await portal.ask('GET /reception/contest/player', {
    query: { id: players[0]?.playerId ?? '' },
  });
  expect(shown.body.data).toMatchObject({ isDisqualified: true, reason: '两个账号互相对倒', places: [] });
  expect(await differences()).toEqual([]);
});

test('who is let back in stands where their assets put them', async () => {
  const before = await places();
  await put(0, '误会');
  expect(await put(0, null)).toEqual({ seasonId, reasonBefore: '误会' });
  expect(await places()).toEqual(before);
  expect(await differences()).toEqual([]);
  await setQuote(portal, codes.main, 10_500);
  expect((await order(0, { quantity: 100 })).status).toBe(200);
});

test('a day that is cleared meanwhile keeps their curve whole', async () => {
  await put(0, '误会');
  setClock('2026-11-03T15:10');
  await closeDay(portal, '2026-11-03', { [codes.main]: 10_800 });
  expect(await places()).toHaveLength(2);
  await put(0, null);
  expect(await places()).toEqual([
    [1, 0],
    [2, 1],
    [3, 2],
  ]);
  expect(await differences()).toEqual([]);
});

test('nobody is put out or let in twice, and nobody unknown at all', async () => {
  await expect(put(1, null)).rejects.toThrow('没有被取消资格');
  await put(1, '一');
  await expect(put(1, '二')).rejects.toThrow('已经被取消资格');
  await expect(
    inTransaction(portal.ctx, (trx) => setDisqualified(portal.ctx, trx, '999999', '无')),
  ).rejects.toThrow('没有这个选手');
});
