import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { findSeason, insertPlayer } from '../seasons/season-queries.ts';
import { insertEntries } from '../trading/account-queries.ts';
import { fillOrders } from '../trading/fill-orders.ts';
import { placeOrders } from '../trading/place-orders.ts';
import { clearDay } from './clear-day.ts';
import { recomputeSeason } from './recompute.ts';

let portal: Portal;
let ctx: Context;
let seasonId: string;
let players: string[];
let now: Date;
let serial = 0;

beforeAll(async () => {
  portal = await openPortal();
  ctx = { ...portal.ctx, now: () => now };
  await sql`insert into instruments (code, name, board) values ('697012', '禾垣电力', 'main'), ('697305', '岬浦航运', 'main')`.execute(
    ctx.db,
  );
  await sql`insert into trade_days values ('2026-11-02'), ('2026-11-03'), ('2026-11-09')`.execute(ctx.db);
});
afterAll(() => portal.close());

beforeEach(async () => {
  serial += 1;
  await sql`truncate daily_quotes, latest_quotes`.execute(ctx.db);
  await sql`update contest_seasons set is_open = false`.execute(ctx.db);
  const { rows } = await sql<{ id: string }>`
    insert into contest_seasons (name, starts_on, ends_on, starting_cash, boards, is_open)
    values (${`赛季 ${serial}`}, '2026-11-02', '2026-11-30', 10000000, '{main}', true) returning id`.execute(
    ctx.db,
  );
  seasonId = rows[0]?.id ?? '';
  players = [];
  now = new Date('2026-11-02T09:31:00+08:00');
  for (const who of [1, 2, 3]) players.push(await enrol(who));
  await tradeTwoDays();
});

async function enrol(who: number): Promise<string> {
  const mobile = `135${String(serial * 10 + who).padStart(8, '0')}`;
  const member = await ctx.db
    .insertInto('members')
    .values({ mobile, name: `选手 ${who}`, password_hash: '' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return inTransaction(ctx, async (trx) => {
    const row = {
      season_id: seasonId,
      member_id: member.id,
      mobile_hash: Buffer.from(mobile),
      joined_at: now,
    };
    const id = (await insertPlayer(trx, row)) ?? '';
    await insertEntries(trx, [
      { player_id: id, kind: 'start', day: '2026-11-02', at: now, cash: 10_000_000 },
    ]);
    return id;
  });
}

async function quote(code: string, last: number, previous: number): Promise<void> {
  now = new Date(now.getTime() + 1000);
  await sql`
    insert into latest_quotes (code, at, open, high, low, last, previous_close)
    values (${code}, ${now}, ${last}, ${last}, ${last}, ${last}, ${previous})
    on conflict (code) do update set at = excluded.at, last = excluded.last, previous_close = excluded.previous_close`.execute(
    ctx.db,
  );
}

async function close(day: string, closes: Record<string, number>): Promise<void> {
  for (const [code, price] of Object.entries(closes))
    await sql`insert into daily_quotes (code, day, open, high, low, close, previous_close)
      values (${code}, ${day}, ${price}, ${price}, ${price}, ${price}, ${price})`.execute(ctx.db);
  await clearDay(ctx, day);
}

async function order(player: number, side: 'buy' | 'sell', code: string, quantity: number): Promise<void> {
  await inTransaction(ctx, async (trx) => {
    const season = await findSeason(trx, seasonId);
    if (!season) throw new Error('no season');
    const [placed] = await placeOrders(ctx, trx, season, [
      { playerId: players[player] ?? '', side, code, price: null, quantity },
    ]);
    expect(placed).toHaveProperty('orderId');
  });
}

/** The first player gains, the second loses and sells, the third only holds cash. */
async function tradeTwoDays(): Promise<void> {
  await quote('697012', 10_000, 10_000);
  await quote('697305', 20_000, 20_000);
  await order(0, 'buy', '697012', 2000);
  await order(1, 'buy', '697305', 1000);
  await quote('697012', 10_100, 10_000);
  await quote('697305', 20_100, 20_000);
  await fillOrders(ctx, { freshMs: 60_000 });
  await close('2026-11-02', { '697012': 10_500, '697305': 19_000 });
  now = new Date('2026-11-03T10:00:00+08:00');
  await quote('697012', 10_600, 10_500);
  await quote('697305', 18_000, 19_000);
  await order(0, 'sell', '697012', 500);
  await order(1, 'sell', '697305', 1000);
  await quote('697012', 10_700, 10_500);
  await quote('697305', 17_900, 19_000);
  await fillOrders(ctx, { freshMs: 60_000 });
  await close('2026-11-03', { '697012': 11_000 });
}

const places = async (period: string) => {
  const { rows } = await sql<{ player_id: string; place: number; win_rate_ppm: number | null }>`
    select player_id, place, win_rate_ppm from contest_ranks
    where season_id = ${seasonId} and period = ${period} order by place`.execute(ctx.db);
  return rows.map((row) => [players.indexOf(row.player_id), row.place, row.win_rate_ppm]);
};

describe('after two days', () => {
  test('ranks players by return, with win rates', async () => {
    expect(await places('season')).toEqual([
      [0, 1, 1_000_000],
      [2, 2, null],
      [1, 3, 0],
    ]);
  });

  test('measures a day from the evening before, a week and a month from the evening before each', async () => {
    const { rows } = await sql<{ period: string; return_ppm: number }>`
      select period, return_ppm from contest_ranks where player_id = ${players[0] ?? ''} order by period`.execute(
      ctx.db,
    );
    const [first, second] = (
      await ctx.db
        .selectFrom('contest_days')
        .selectAll()
        .where('player_id', '=', players[0] ?? '')
        .orderBy('day')
        .execute()
    ).map((row) => Number(row.cash) + Number(row.market_value));
    const gain = (then: number) => Math.floor((((second ?? 0) - then) * 1_000_000) / then);
    expect(Object.fromEntries(rows.map((row) => [row.period, row.return_ppm]))).toEqual({
      day: gain(first ?? 0),
      week: gain(10_000_000),
      month: gain(10_000_000),
      season: gain(10_000_000),
    });
  });

  test('measures a board of the next week from the Friday before it', async () => {
    now = new Date('2026-11-09T15:00:00+08:00');
    await close('2026-11-09', { '697012': 9_900 });
    const { rows } = await sql<{ return_ppm: number }>`
      select return_ppm from contest_ranks where player_id = ${players[0] ?? ''} and period = 'week'`.execute(
      ctx.db,
    );
    expect(rows[0]?.return_ppm).toBeLessThan(0);
    expect((await recomputeSeason(ctx, seasonId)).differences).toEqual([]);
  });

  test('finds no difference between the log and the stored state', async () => {
    const found = await recomputeSeason(ctx, seasonId);
    expect(found).toEqual({ players: 3, entries: expect.any(Number), differences: [] });
    expect(found.entries).toBe(3 + 4 + 4);
  });

  test.each<[string, (player: string) => ReturnType<typeof sql>, string]>([
    ['cash', (id) => sql`update contest_players set cash = cash + 1 where id = ${id}`, '资金'],
    [
      'a holding',
      (id) => sql`update contest_holdings set quantity = 9999 where player_id = ${id}`,
      '持仓 697012 数量',
    ],
    [
      'when it was bought',
      (id) => sql`update contest_holdings set bought_quantity = 0 where player_id = ${id}`,
      '持仓 697012 最近买入',
    ],
    [
      'what it cost',
      (id) => sql`update contest_holdings set cost = cost + 1 where player_id = ${id}`,
      '持仓 697012 成本',
    ],
    [
      'a day of the curve',
      (id) => sql`update contest_days set cash = cash + 1 where player_id = ${id} and day = '2026-11-02'`,
      '2026-11-02 资金',
    ],
    [
      'a price',
      (id) => sql`update contest_fills set price = price + 10 where player_id = ${id} and side = 'buy'`,
      '成交',
    ],
    [
      'a place',
      (id) => sql`update contest_ranks set place = 9 where player_id = ${id} and period = 'day'`,
      '排名 day',
    ],
    [
      'a board',
      (id) => sql`delete from contest_ranks where player_id = ${id} and period = 'month'`,
      '排名 month',
    ],
  ])('detects and names a falsified value: %s', async (_name, falsify, what) => {
    const player = players[0] ?? '';
    await falsify(player).execute(ctx.db);
    const { differences } = await recomputeSeason(ctx, seasonId);
    expect(differences.length).toBeGreaterThan(0);
    for (const difference of differences) expect(difference.playerId).toBe(player);
    expect(differences.map((difference) => difference.what).join()).toContain(what);
  });

  test('reports only some of many differences and counts the rest', async () => {
    const player = players[0] ?? '';
    await sql`insert into instruments (code, name, board)
      select (699000 + n)::text, '证券' || n, 'main' from generate_series(1, 70) n`.execute(ctx.db);
    await sql`
      insert into contest_holdings (player_id, code, quantity)
      select ${player}, (699000 + n)::text, 100 from generate_series(1, 70) n`.execute(ctx.db);
    const { differences } = await recomputeSeason(ctx, seasonId);
    expect(differences).toHaveLength(51);
    expect(differences.at(-1)).toEqual({
      playerId: player,
      what: '其他',
      kept: '另有 20 处不同',
      rebuilt: '',
    });
  });

  test('the database refuses changes to the log', async () => {
    await expect(
      sql`update contest_entries set cash = 1 where player_id = ${players[0] ?? ''}`.execute(ctx.db),
    ).rejects.toThrow('append-only');
  });
});
