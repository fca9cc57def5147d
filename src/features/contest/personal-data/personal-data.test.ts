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

let portal: Portal;
let seasonId: string;
let player: Player;
let follower: Player;

beforeAll(async () => {
  portal = await openMarketPortal();
});
afterAll(() => closeMarketPortal(portal));
beforeEach(async () => {
  setClock('2026-11-02T09:31');
  await clearContest(portal);
  seasonId = await addSeason(portal);
  player = await addPlayer(portal, seasonId);
  follower = await addPlayer(portal, seasonId);
  const body = (playerId: string) => ({ body: { playerId } });
  await portal.call('POST /member/contest/follow', { token: player.token, ...body(follower.playerId) });
  await portal.call('POST /member/contest/follow', { token: follower.token, ...body(player.playerId) });
  await setQuote(portal, codes.main, 10_000);
  await sendOrder(portal, seasonId, player.token, { quantity: 200 });
  await fillAt(portal, codes.main, 10_000);
  await sendOrder(portal, seasonId, player.token, { price: 9_500 });
  setClock('2026-11-02T15:10');
  await closeDay(portal, '2026-11-02', { [codes.main]: 10_500 });
});

const deleteAccount = () =>
  inTransaction(portal.ctx, (trx) =>
    portal.ctx.events.emit(portal.ctx, trx, 'member.deleted', { memberId: player.memberId }),
  );
async function exportPersonalData(name: string): Promise<unknown[]> {
  const part = portal.app.identity.personalData.find((candidate) => candidate.name === name);
  const rows = [];
  for await (const row of (await part?.read(portal.ctx, player.memberId)) ?? []) rows.push(row);
  return rows;
}
const shown = async () =>
  (await portal.call('GET /reception/contest/player', { query: { id: player.playerId } })).body.data;

test('a member’s export contains their own holdings, orders and follows only', async () => {
  const { name: season } = await portal.ctx.db
    .selectFrom('contest_seasons')
    .select('name')
    .where('id', '=', seasonId)
    .executeTakeFirstOrThrow();
  expect(await exportPersonalData('contest-entries')).toEqual([
    {
      id: player.playerId,
      season,
      joinedAt: '2026-11-02T09:31:00+08:00',
      cash: 10_000_000 - 200_502,
      frozenCash: 0,
      holdings: [{ code: codes.main, quantity: 200, cost: 200_502 }],
      disqualifiedAt: null,
      reason: '',
    },
  ]);
  expect(await exportPersonalData('contest-orders')).toMatchObject([
    { season, code: codes.main, side: 'buy', state: 'filled', fill: { price: 10_000, fees: 502 } },
    { season, price: 9_500, state: 'expired', fill: null },
  ]);
  expect(await exportPersonalData('contest-follows')).toMatchObject([
    { playerId: follower.playerId, season },
  ]);
});

test('a deleted member’s entry plays on without a name, follows nobody, and is in no export', async () => {
  await portal.ctx.db
    .updateTable('members')
    .set({ name: '要走的人' })
    .where('id', '=', player.memberId)
    .execute();
  expect((await shown()).name).toBe('要走的人');
  await deleteAccount();
  expect(await shown()).toMatchObject({ name: '已离开的选手', avatar: null, places: [{}, {}, {}, {}] });
  for (const name of ['contest-entries', 'contest-orders', 'contest-follows'])
    expect(await exportPersonalData(name)).toEqual([]);
  const { records } = (await portal.call('GET /reception/contest/board', { query: { seasonId } })).body.data;
  expect(records.map(({ name }: { name: string }) => name)).toContain('已离开的选手');
  expect((await recomputeSeason(portal.ctx, seasonId)).differences).toEqual([]);
});

test('followers of a deleted member still see the place', async () => {
  await deleteAccount();
  const { data } = (
    await portal.call('GET /member/contest/following', { token: follower.token, query: { seasonId } })
  ).body;
  expect(data).toMatchObject([{ playerId: player.playerId, name: '已离开的选手', place: 1 }]);
});
