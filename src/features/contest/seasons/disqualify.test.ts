import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { inTransaction } from '#kernel/db/transaction.ts';
import {
  addPlayer,
  addSeason,
  clearContest,
  closeDay,
  closeMarketPortal,
  codes,
  fillAt,
  openMarketPortal,
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
  portal = await openMarketPortal();
});
afterAll(() => closeMarketPortal(portal));

/** Three players: the first gains most, the second some, the third has an open order. */
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
const setDisqualification = (who: number, reason: string | null) =>
  inTransaction(portal.ctx, (trx) => setDisqualified(portal.ctx, trx, players[who]?.playerId ?? '', reason));
async function places(): Promise<unknown[]> {
  const { body } = await portal.call('GET /reception/contest/board', { query: { seasonId } });
  return body.data.records.map((line: { place: number; playerId: string }) => [
    line.place,
    players.findIndex(({ playerId }) => playerId === line.playerId),
  ]);
}
const differences = async () => (await recomputeSeason(portal.ctx, seasonId)).differences;

test('a disqualified player reads the reason on the season until they are reinstated', async () => {
  const me = async () => {
    const request = { query: { id: seasonId }, token: players[0]?.token ?? '' };
    return (await portal.call('GET /reception/contest/season', request)).body.data.me;
  };
  await setDisqualification(0, '两个账号互相对倒');
  expect(await me()).toMatchObject({ isDisqualified: true, reason: '两个账号互相对倒' });
  await setDisqualification(0, null);
  expect(await me()).toMatchObject({ isDisqualified: false, reason: '' });
});

test('a disqualified player leaves every board at once, the others move up, and the log agrees', async () => {
  expect(await places()).toEqual([
    [1, 0],
    [2, 1],
    [3, 2],
  ]);
  expect(await setDisqualification(0, '两个账号互相对倒')).toEqual({ seasonId, reasonBefore: null });
  expect(await places()).toEqual([
    [1, 1],
    [2, 2],
  ]);
  for (const period of ['day', 'week', 'month']) {
    const { body } = await portal.call('GET /reception/contest/board', { query: { seasonId, period } });
    expect(body.data.records).toHaveLength(2);
  }
  expect(await differences()).toEqual([]);
});

test('a disqualified player cannot order, is given the reason, and their open orders release what they froze', async () => {
  await setQuote(portal, codes.main, 10_500);
  expect((await order(0, { quantity: 100 })).status).toBe(200);
  expect((await order(0, { side: 'sell', quantity: 500 })).status).toBe(200);
  await setDisqualification(0, '两个账号互相对倒');
  const token = players[0]?.token ?? '';
  const account = (await portal.call('GET /member/contest/account', { token, query: { seasonId } })).body
    .data;
  expect(account).toMatchObject({ isDisqualified: true, reason: '两个账号互相对倒', frozenCash: 0 });
  expect(account.holdings).toMatchObject([{ code: codes.main, quantity: 2000, frozenQuantity: 0 }]);
  const { records } = (await portal.call('GET /member/contest/orders', { token, query: { seasonId } })).body
    .data;
  expect(records.map(({ state }: { state: string }) => state)).toEqual(['cancelled', 'cancelled', 'filled']);
  const refused = await order(0, { quantity: 100 });
  expect(refused).toMatchObject({
    status: 409,
    body: { msg: '你已被取消这个赛季的资格，不能下单：两个账号互相对倒' },
  });
  const shown = await portal.call('GET /reception/contest/player', {
    query: { id: players[0]?.playerId ?? '' },
  });
  expect(shown.body.data).toMatchObject({ isDisqualified: true, reason: '两个账号互相对倒', places: [] });
  expect(await differences()).toEqual([]);
});

test('a reinstated player takes the place of their assets', async () => {
  const before = await places();
  await setDisqualification(0, '误会');
  expect(await setDisqualification(0, null)).toEqual({ seasonId, reasonBefore: '误会' });
  expect(await places()).toEqual(before);
  expect(await differences()).toEqual([]);
  await setQuote(portal, codes.main, 10_500);
  expect((await order(0, { quantity: 100 })).status).toBe(200);
});

test('a disqualified player’s curve includes the days cleared meanwhile', async () => {
  await setDisqualification(0, '误会');
  setClock('2026-11-03T15:10');
  await closeDay(portal, '2026-11-03', { [codes.main]: 10_800 });
  expect(await places()).toHaveLength(2);
  await setDisqualification(0, null);
  expect(await places()).toEqual([
    [1, 0],
    [2, 1],
    [3, 2],
  ]);
  expect(await differences()).toEqual([]);
});

test('disqualifying or reinstating twice is a conflict, and an unknown player is not found', async () => {
  await expect(setDisqualification(1, null)).rejects.toThrow('没有被取消资格');
  await setDisqualification(1, '一');
  await expect(setDisqualification(1, '二')).rejects.toThrow('已经被取消资格');
  await expect(
    inTransaction(portal.ctx, (trx) => setDisqualified(portal.ctx, trx, '999999', '无')),
  ).rejects.toThrow('没有这个选手');
});
