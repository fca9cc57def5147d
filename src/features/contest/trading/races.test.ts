import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { inTransaction } from '#kernel/db/transaction.ts';
import {
  addPlayer,
  addSeason,
  advanceSecond,
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
import { logIn } from '#testing/posts-and-members.ts';
import { waitFor } from '#testing/wait-for.ts';
import { recomputeSeason } from '../clearing/recompute.ts';
import { setDisqualified } from '../seasons/disqualify.ts';
import { findSeason, insertPlayer } from '../seasons/season-queries.ts';
import { lockPlayers } from './account-queries.ts';
import { fillOrders } from './fill-orders.ts';
import { placeOrders } from './place-orders.ts';

/** Concurrent actions: nothing is spent twice, and the balances equal the log. */

let portal: Portal;
let seasonId: string;
let player: Player;

beforeAll(async () => {
  portal = await openMarketPortal({ DATABASE_POOL: '10' });
});
afterAll(() => closeMarketPortal(portal));
beforeEach(async () => {
  setClock('2026-11-02T09:31');
  await clearContest(portal);
  seasonId = await addSeason(portal, { position_cap_bp: 10_000 });
  player = await addPlayer(portal, seasonId);
  await setQuote(portal, codes.main, 10_000);
  await setQuote(portal, codes.other, 10_000);
});

const send = (order: OrderOptions) => sendOrder(portal, seasonId, player.token, order);
const cancel = (id: string) =>
  portal.call('POST /member/contest/cancel', { token: player.token, body: { id } });
const fill = () => fillOrders(portal.ctx, { freshMs: 60_000 });
const account = async () =>
  (await portal.call('GET /member/contest/account', { token: player.token, query: { seasonId } })).body.data;
const stateOf = async (id: string) =>
  (
    await portal.ctx.db
      .selectFrom('contest_orders')
      .select('state')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).state;
const repeat = <T>(count: number, work: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => work(n)));
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).toSorted();

/** Checks that balances equal the log and the open orders, and that none is negative. */
async function expectConsistent(): Promise<void> {
  expect((await recomputeSeason(portal.ctx, seasonId)).differences).toEqual([]);
  const { rows } = await sql<{ frozen: string; open: string }>`
    select p.frozen_cash frozen, coalesce((select sum(o.frozen_cash) from contest_orders o
      where o.player_id = p.id and o.state = 'open'), 0) open
    from contest_players p`.execute(portal.ctx.db);
  for (const { frozen, open } of rows) expect(Number(frozen)).toBe(Number(open));
  const { rows: lots } = await sql<{ frozen: number; open: string }>`
    select h.frozen_quantity frozen, coalesce((select sum(o.quantity) from contest_orders o
      where o.player_id = h.player_id and o.code = h.code and o.side = 'sell' and o.state = 'open'), 0) open
    from contest_holdings h`.execute(portal.ctx.db);
  for (const { frozen, open } of lots) expect(frozen).toBe(Number(open));
}

async function holdOvernight(quantity: number): Promise<void> {
  await send({ quantity });
  await fillAt(portal, codes.main, 10_000);
  setClock('2026-11-02T15:10');
  await closeDay(portal, '2026-11-02', { [codes.main]: 10_000 });
  setClock('2026-11-03T09:31');
  await setQuote(portal, codes.main, 10_000);
}

test('accepts only as many concurrent orders as the cash pays for', async () => {
  // ¥30,009.xx each of ¥100,000.
  const answers = await repeat(8, (n) =>
    send({ code: n % 2 ? codes.main : codes.other, price: 10_000, quantity: 3_000 }),
  );
  expect(statuses(answers)).toEqual([200, 200, 200, 409, 409, 409, 409, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.msg).toContain('可用资金不足');
  const { cash, frozenCash } = await account();
  expect(frozenCash).toBe(3 * 3_000_780);
  expect(frozenCash).toBeLessThanOrEqual(cash);
  await expectConsistent();
});

test('accepts only as many purchases of one batch as the cash pays for', async () => {
  const season = await findSeason(portal.ctx.db, seasonId);
  if (!season) throw new Error('the season is gone');
  const { playerId } = player;
  // ¥30,009.xx each of ¥100,000, half of them in another security, so that the position cap does not refuse them.
  const orders = Array.from({ length: 4 }, (_, n) => {
    const code = n % 2 ? codes.main : codes.other;
    return { playerId, code, side: 'buy', price: 10_000, quantity: 3_000 } as const;
  });
  const placed = await inTransaction(portal.ctx, (trx) => placeOrders(portal.ctx, trx, season, orders));
  const taken = { orderId: expect.any(String) };
  expect(placed).toEqual([taken, taken, taken, { refusal: expect.stringContaining('可用资金不足') }]);
  expect(await account()).toMatchObject({ frozenCash: 3 * 3_000_780 });
  await expectConsistent();
});

test('more concurrent orders than connections wait without deadlock, also with a cold rule cache', async () => {
  const season = await findSeason(portal.ctx.db, seasonId);
  if (!season) throw new Error('the season is gone');
  const { playerId } = player;
  const order = { playerId, code: codes.main, side: 'buy', price: 10_000, quantity: 100 } as const;
  portal.ctx.tenant.tags.purge(['market']);
  const placed = await repeat(24, () =>
    inTransaction(portal.ctx, (trx) => placeOrders(portal.ctx, trx, season, [order])),
  );
  expect(placed.filter(([answer]) => answer && 'orderId' in answer)).toHaveLength(24);
  await expectConsistent();
});

test('accepts only as many concurrent sales as the lots cover', async () => {
  await holdOvernight(500);
  const answers = await repeat(6, () => send({ side: 'sell', price: 10_000, quantity: 200 }));
  expect(statuses(answers)).toEqual([200, 200, 409, 409, 409, 409]);
  expect((await account()).holdings).toMatchObject([{ quantity: 500, frozenQuantity: 400, sellable: 100 }]);
  await expectConsistent();
});

test('an order that is cancelled while it is being filled ends in one of the two states, never both', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 6; n += 1) ids.push((await send({ price: 10_000 })).body.data.id);
  advanceSecond();
  await setQuote(portal, codes.main, 9_990, { previous: 10_000 });
  const [first, second, ...answers] = await Promise.all([fill(), fill(), ...ids.map(cancel)]);
  const states = await Promise.all(ids.map(stateOf));
  expect(states.map((state) => (state === 'cancelled' ? 200 : 409))).toEqual(
    answers.map(({ status }) => status),
  );
  expect(first + second).toBe(states.filter((state) => state === 'filled').length);
  expect(states.filter((state) => state === 'open')).toEqual([]);
  const filled = states.filter((state) => state === 'filled').length;
  expect(await account()).toMatchObject({ frozenCash: 0, cash: 10_000_000 - filled * (99_900 + 501) });
  await expectConsistent();
});

test('an order cancelled by several requests at once releases what it froze once', async () => {
  const { id } = (await send({ price: 10_000 })).body.data;
  expect(statuses(await repeat(5, () => cancel(id)))).toEqual([200, 409, 409, 409, 409]);
  expect(await account()).toMatchObject({ frozenCash: 0, cash: 10_000_000 });
  await expectConsistent();
});

test('concurrent orders, fills, cancels and the clearing leave no order open and lose nothing', async () => {
  const others = await repeat(3, () => addPlayer(portal, seasonId));
  const everyone = [player, ...others];
  for (const { token } of everyone)
    for (const price of [10_000, 9_900]) await sendOrder(portal, seasonId, token, { price, quantity: 1_000 });
  advanceSecond();
  await setQuote(portal, codes.main, 10_000);
  await Promise.all([
    fill(),
    fill(),
    closeDay(portal, '2026-11-02', { [codes.main]: 10_000 }),
    ...everyone.map(({ token }) => sendOrder(portal, seasonId, token, { quantity: 500 })),
  ]);
  const { rows } = await sql<{ state: string }>`
    select distinct state from contest_orders where state = 'open'`.execute(portal.ctx.db);
  expect(rows).toEqual([]);
  await expectConsistent();
});

test('an order being placed while its day is cleared expires with it', async () => {
  const season = await findSeason(portal.ctx.db, seasonId);
  if (!season) throw new Error('the season is gone');
  const { playerId } = player;
  const order = { playerId, code: codes.main, side: 'buy', price: 10_000, quantity: 100 } as const;
  let closing: Promise<void> = Promise.resolve();
  await inTransaction(portal.ctx, async (trx) => {
    expect(await placeOrders(portal.ctx, trx, season, [order])).toMatchObject([
      { orderId: expect.any(String) },
    ]);
    closing = closeDay(portal, '2026-11-02', { [codes.main]: 10_000 });
    await waitFor(async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(portal.ctx.db);
      expect(rows).toHaveLength(1);
    });
  });
  await closing;
  expect(await account()).toMatchObject({ frozenCash: 0, cash: 10_000_000 });
  await expectConsistent();
});

test('an order checked before its day was cleared and placed afterwards is refused', async () => {
  const season = await findSeason(portal.ctx.db, seasonId);
  if (!season) throw new Error('the season is gone');
  await closeDay(portal, '2026-11-02', { [codes.main]: 10_000 });
  const { playerId } = player;
  const order = { playerId, code: codes.main, side: 'buy', price: 10_000, quantity: 100 } as const;
  const placed = await inTransaction(portal.ctx, (trx) => placeOrders(portal.ctx, trx, season, [order]));
  expect(placed).toEqual([{ refusal: '今天已经清算，请下一个交易日再来下单' }]);
  expect(await account()).toMatchObject({ frozenCash: 0 });
});

test('clearing does not wait for players whom trades have locked: it takes them in another order', async () => {
  await inTransaction(portal.ctx, async (trx) => {
    await lockPlayers(trx, seasonId, [player.playerId]);
    setClock('2026-11-02T15:10');
    await closeDay(portal, '2026-11-02', { [codes.main]: 10_000 });
  });
  await expectConsistent();
});

test('a player disqualified while ordering and filling has no open order and no place', async () => {
  const others = await repeat(2, () => addPlayer(portal, seasonId));
  await send({ price: 10_000 });
  await send({ price: 9_500, quantity: 500 });
  advanceSecond();
  await setQuote(portal, codes.main, 10_000);
  const [, , ...answers] = await Promise.all([
    inTransaction(portal.ctx, (trx) => setDisqualified(portal.ctx, trx, player.playerId, '对倒')),
    fill(),
    ...[1, 2, 3].map(() => send({ price: 9_600 })),
    ...others.map(({ token }) => sendOrder(portal, seasonId, token, {})),
  ]);
  expect(answers.slice(3).map(({ status }) => status)).toEqual([200, 200]);
  const open = await portal.ctx.db
    .selectFrom('contest_orders')
    .select('id')
    .where('player_id', '=', player.playerId)
    .where('state', '=', 'open')
    .execute();
  expect(open).toEqual([]);
  expect(await account()).toMatchObject({ frozenCash: 0, isDisqualified: true });
  expect((await send({ price: 9_600 })).status).toBe(409);
  await expectConsistent();
});

test('a player disqualified while the day is cleared is on no board', async () => {
  const others = await repeat(2, () => addPlayer(portal, seasonId));
  setClock('2026-11-02T15:10');
  await Promise.all([
    closeDay(portal, '2026-11-02', { [codes.main]: 10_000 }),
    inTransaction(portal.ctx, (trx) => setDisqualified(portal.ctx, trx, player.playerId, '对倒')),
  ]);
  const { records } = (await portal.call('GET /reception/contest/board', { query: { seasonId } })).body.data;
  expect(records.map(({ playerId }: { playerId: string }) => playerId).toSorted()).toEqual(
    others.map(({ playerId }) => playerId).toSorted(),
  );
  await expectConsistent();
});

test('of two members who enrol with one mobile number at once, one succeeds and the other gets a conflict', async () => {
  const hash = Buffer.from('one mobile');
  const members = await repeat(4, () => logIn(portal));
  const ids = await Promise.all(
    members.map(({ memberId: member_id }) =>
      inTransaction(portal.ctx, (trx) =>
        insertPlayer(trx, { season_id: seasonId, member_id, mobile_hash: hash, joined_at: new Date() }),
      ),
    ),
  );
  expect(ids.filter((id) => id !== undefined)).toHaveLength(1);
});
