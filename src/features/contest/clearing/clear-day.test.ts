import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
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
import { payDividends } from './clear-day.ts';
import { recomputeSeason } from './recompute.ts';

/** The result of clearing a day, also when it is cleared late, follows a holiday, or players join on it. */

let portal: Portal;
let seasonId: string;

beforeAll(async () => {
  portal = await openMarketPortal(undefined, '2026-09-29T09:31');
  // The National Day holiday is from 1 to 7 October; the 12th is a Monday.
  await sql`insert into trade_days select unnest('{2026-09-29,2026-09-30,2026-10-08,2026-10-09,2026-10-12}'::date[])`.execute(
    portal.ctx.db,
  );
});
afterAll(() => closeMarketPortal(portal));
beforeEach(async () => {
  setClock('2026-09-29T09:31');
  await clearContest(portal);
  await sql`truncate dividends`.execute(portal.ctx.db);
  seasonId = await addSeason(portal, { starts_on: '2026-09-29' });
  await setQuote(portal, codes.main, 10_000);
});

const join = () => addPlayer(portal, seasonId);
const send = (player: Player, order: OrderOptions) => sendOrder(portal, seasonId, player.token, order);

/** Places an order and fills it at a price. */
async function trade(player: Player, order: OrderOptions, price: number): Promise<void> {
  expect((await send(player, order)).status).toBe(200);
  expect(await fillAt(portal, order.code ?? codes.main, price)).toBe(1);
}

async function clear(day: string, close: number): Promise<void> {
  setClock(`${day}T15:10`);
  await closeDay(portal, day, { [codes.main]: close });
}

async function openDay(day: string, last: number): Promise<void> {
  setClock(`${day}T09:31`);
  await setQuote(portal, codes.main, last);
}

const dayOf = async ({ playerId }: Player, day: string) => {
  const { rows } = await sql`
    select cash::int, market_value::int worth, sales, won from contest_days
    where player_id = ${playerId} and day = ${day}`.execute(portal.ctx.db);
  return rows[0];
};

/** Returns by period, in millionths. */
const returnsOf = async ({ playerId }: Player) => {
  const { rows } = await sql<{ period: string; return_ppm: number }>`
    select period, return_ppm from contest_ranks where player_id = ${playerId}`.execute(portal.ctx.db);
  return Object.fromEntries(rows.map(({ period, return_ppm }) => [period, return_ppm]));
};

const differences = async () => (await recomputeSeason(portal.ctx, seasonId)).differences;

describe('a day whose evening the worker missed', () => {
  test('is cleared with its closing state, although players have traded since', async () => {
    const player = await join();
    await trade(player, { quantity: 2_000 }, 10_000);
    await openDay('2026-09-30', 10_500);
    await trade(player, { side: 'sell', quantity: 500 }, 10_700);
    const late = await join();
    await clear('2026-09-29', 10_500);
    expect(await dayOf(player, '2026-09-29')).toEqual({
      cash: 10_000_000 - 2_000_520,
      worth: 2_100_000,
      sales: 0,
      won: 0,
    });
    expect(await dayOf(late, '2026-09-29')).toBeUndefined();

    await clear('2026-09-30', 11_000);
    const earned = 535_000 - 500 - 268 - 5;
    expect(await dayOf(player, '2026-09-30')).toEqual({
      cash: 10_000_000 - 2_000_520 + earned,
      worth: 1_650_000,
      sales: 1,
      won: 1,
    });
    expect(await dayOf(late, '2026-09-30')).toMatchObject({ cash: 10_000_000, worth: 0 });
    expect(await differences()).toEqual([]);
  });

  test('counts shares that were sold later', async () => {
    const player = await join();
    await trade(player, { quantity: 1_000 }, 10_000);
    await openDay('2026-09-30', 10_500);
    await trade(player, { side: 'sell', quantity: 1_000 }, 10_500);
    await clear('2026-09-29', 10_200);
    expect(await dayOf(player, '2026-09-29')).toMatchObject({ worth: 1_020_000 });
    await clear('2026-09-30', 10_600);
    expect(await differences()).toEqual([]);
  });

  test('releases the frozen cash of an order left open overnight', async () => {
    const player = await join();
    await send(player, { price: 9_500, quantity: 1_000 });
    await openDay('2026-09-30', 9_400);
    expect(await fillAt(portal, codes.main, 9_400)).toBe(0);
    await clear('2026-09-29', 10_000);
    const { body } = await portal.call('GET /member/contest/account', {
      token: player.token,
      query: { seasonId },
    });
    expect(body.data).toMatchObject({ cash: 10_000_000, frozenCash: 0, holdings: [] });
  });
});

describe('dividends', () => {
  const announce = (code: string, day: string, cash: number, bonus: number) =>
    sql`insert into dividends values (${code}, ${day}, ${cash}, ${bonus})`.execute(portal.ctx.db);
  const sellable = async ({ token }: Player) => {
    const { body } = await portal.call('GET /member/contest/account', { token, query: { seasonId } });
    return body.data.holdings[0];
  };

  /** One player holds 1,000 shares overnight, the other buys them on the ex-day. */
  async function twoPlayers(): Promise<[Player, Player]> {
    const players: [Player, Player] = [await join(), await join()];
    await trade(players[0], { quantity: 1_000 }, 10_000);
    await clear('2026-09-29', 10_000);
    await announce(codes.main, '2026-09-30', 5_000, 3_000);
    await openDay('2026-09-30', 8_000);
    return players;
  }

  test('are paid once, to holders of the evening before; bonus shares can be sold the same day', async () => {
    const [holder] = await twoPlayers();
    expect(await payDividends(portal.ctx, '2026-09-30')).toBe(1);
    expect(await payDividends(portal.ctx, '2026-09-30')).toBe(0);
    expect(await sellable(holder)).toMatchObject({ quantity: 1_300, sellable: 1_300 });
    await trade(holder, { side: 'sell', quantity: 1_300 }, 8_000);
    await clear('2026-09-30', 8_000);
    // ¥500 for a thousand shares at ¥5 for every ten.
    const earned = 1_040_000 - 500 - 520 - 10;
    expect(await dayOf(holder, '2026-09-30')).toMatchObject({
      cash: 10_000_000 - 1_000_510 + 50_000 + earned,
      worth: 0,
    });
    expect(await differences()).toEqual([]);
  });

  test('paid late on the ex-day use the holdings of the evening before, not later trades', async () => {
    const [holder, buyer] = await twoPlayers();
    await trade(holder, { side: 'sell', quantity: 1_000 }, 8_000);
    await trade(buyer, { quantity: 1_000 }, 8_000);
    expect(await payDividends(portal.ctx, '2026-09-30')).toBe(1);
    expect(await sellable(holder)).toMatchObject({ quantity: 300, sellable: 300 });
    expect(await sellable(buyer)).toMatchObject({ quantity: 1_000, sellable: 0 });
    await clear('2026-09-30', 8_000);
    expect(await differences()).toEqual([]);
  });

  test('are not paid once the day is cleared, since its boards are final', async () => {
    const [holder] = await twoPlayers();
    await clear('2026-09-30', 8_000);
    expect(await payDividends(portal.ctx, '2026-09-30')).toBe(0);
    expect(await sellable(holder)).toMatchObject({ quantity: 1_000 });
    expect(await differences()).toEqual([]);
  });
});

describe('a board over a holiday', () => {
  /** From 10 yuan to 11 before the holiday, 12 after it, 9 on the Friday and 10 on the Monday after. */
  async function playOverHoliday(player: Player): Promise<void> {
    await trade(player, { quantity: 2_000 }, 10_000);
    await clear('2026-09-29', 10_000);
    for (const [day, close] of [
      ['2026-09-30', 11_000],
      ['2026-10-08', 12_000],
    ] as const) {
      await openDay(day, close);
      await clear(day, close);
    }
  }
  const assets = (close: number) => 10_000_000 - 2_000_520 + 200 * close;
  const gain = (to: number, from: number) => Math.floor(((to - from) * 1_000_000) / from);

  test('measures week and month from the last evening before them', async () => {
    const player = await join();
    await playOverHoliday(player);
    expect(await returnsOf(player)).toEqual({
      day: gain(assets(12_000), assets(11_000)),
      week: gain(assets(12_000), assets(11_000)),
      month: gain(assets(12_000), assets(11_000)),
      season: gain(assets(12_000), 10_000_000),
    });
  });

  test('measures the next week from its Friday, and a player who joined during it from their start', async () => {
    const player = await join();
    await playOverHoliday(player);
    await openDay('2026-10-09', 9_000);
    const late = await join();
    await clear('2026-10-09', 9_000);
    await openDay('2026-10-12', 10_000);
    const newest = await join();
    await trade(newest, { quantity: 1_000 }, 10_000);
    await clear('2026-10-12', 10_000);
    expect(await returnsOf(player)).toEqual({
      day: gain(assets(10_000), assets(9_000)),
      week: gain(assets(10_000), assets(9_000)),
      month: gain(assets(10_000), assets(11_000)),
      season: gain(assets(10_000), 10_000_000),
    });
    expect(await returnsOf(late)).toEqual({ day: 0, week: 0, month: 0, season: 0 });
    const fees = gain(10_000_000 - 510, 10_000_000);
    expect(await returnsOf(newest)).toEqual({ day: fees, week: fees, month: fees, season: fees });
    expect(await differences()).toEqual([]);
  });
});

test('a board shows the maximum drawdown and the win rate, also after better days', async () => {
  const player = await join();
  await trade(player, { quantity: 2_000 }, 10_000);
  await clear('2026-09-29', 12_000);
  await openDay('2026-09-30', 9_000);
  await trade(player, { side: 'sell', quantity: 300 }, 9_000);
  await clear('2026-09-30', 9_000);
  const high = 10_000_000 - 2_000_520 + 2_400_000;
  const low = 10_000_000 - 2_000_520 + 1_800_000 - (500 + 135 + 3);
  await openDay('2026-10-01', 9_000);
  await sql`insert into trade_days values ('2026-10-01')`.execute(portal.ctx.db);
  await trade(player, { side: 'sell', quantity: 300 }, 13_000);
  await trade(player, { side: 'sell', quantity: 400 }, 13_000);
  await clear('2026-10-01', 13_000);
  await sql`delete from trade_days where day = '2026-10-01'`.execute(portal.ctx.db);
  const { rows } = await sql`
    select drawdown_ppm, win_rate_ppm from contest_ranks
    where player_id = ${player.playerId} and period = 'season'`.execute(portal.ctx.db);
  expect(rows[0]).toEqual({
    drawdown_ppm: Math.floor(((high - low) * 1_000_000) / high),
    win_rate_ppm: 666_666,
  });
});

test('an absurd close does not block clearing, and a later correct close repairs the boards', async () => {
  const player = await join();
  await trade(player, { quantity: 2_000 }, 10_000);
  await clear('2026-09-29', 2_000_000_000);
  expect(await returnsOf(player)).toMatchObject({ season: 2_000_000_000 });
  expect(await differences()).toEqual([]);
  await clear('2026-09-30', 10_000);
  expect(await returnsOf(player)).toMatchObject({ season: -52 });
  expect(await differences()).toEqual([]);
});

test('players with equal returns share a place, and the next place counts them', async () => {
  const players = [await join(), await join(), await join(), await join()];
  const [winner, , , loser] = players;
  if (!winner || !loser) throw new Error('no players');
  await trade(winner, { quantity: 1_000 }, 10_000);
  await trade(loser, { quantity: 1_000 }, 10_900);
  await clear('2026-09-29', 10_500);
  const { body } = await portal.call('GET /reception/contest/board', { query: { seasonId } });
  expect(body.data.records.map((line: { place: number }) => line.place)).toEqual([1, 2, 2, 4]);
  expect(body.data.records[3].playerId).toBe(loser.playerId);
});

test('two seasons clear the same day independently', async () => {
  const [one, otherId] = [await join(), await addSeason(portal, { starts_on: '2026-09-30' })];
  const other = await addPlayer(portal, otherId);
  await trade(one, { quantity: 1_000 }, 10_000);
  await clear('2026-09-29', 10_500);
  expect(await dayOf(one, '2026-09-29')).toMatchObject({ worth: 1_050_000 });
  expect(await dayOf(other, '2026-09-29')).toBeUndefined();
  await openDay('2026-09-30', 10_500);
  expect((await sendOrder(portal, otherId, other.token, { quantity: 500 })).status).toBe(200);
  await fillAt(portal, codes.main, 10_500);
  await clear('2026-09-30', 11_000);
  expect(await dayOf(one, '2026-09-30')).toMatchObject({ worth: 1_100_000 });
  expect(await dayOf(other, '2026-09-30')).toMatchObject({ worth: 550_000 });
  expect(await differences()).toEqual([]);
  expect((await recomputeSeason(portal.ctx, otherId)).differences).toEqual([]);
});
