import { sql } from 'kysely';
import {
  clearDay,
  fillOrders,
  findSeason,
  listBoard,
  type PlayersOrder,
  placeOrders,
  recomputeSeason,
} from '#features/contest/index.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { dayOf } from '#shared/dates.ts';
import type { LoneMeasure } from '../measure.ts';
import { type Line, said } from '../report.ts';
import { quantile } from '../rounds.ts';

const dayMs = 86_400_000;
const firstDay = Date.parse('2025-01-02T00:00:00+08:00');
const at = (day: number, clockMs: number) => new Date(firstDay + day * dayMs + clockMs);
const hour = 3_600_000;

/** How large a season is played; CONTEST_BENCH=days,players,orders plays a smaller one. */
const [days = 250, players = 10_000, orders = 2_000_000] = (process.env.CONTEST_BENCH ?? '')
  .split(',')
  .filter(Boolean)
  .map(Number);
const securities = 200;
const rounds = 4;
const batchSize = 500;
const startingCash = 100_000_000;

/**
 * A whole season: every day its orders are placed in four rounds with a new quote of every security between them, what
 * matches fills, and the day is cleared; at the end the season is recomputed from its log. Prices walk at random.
 */
export const contest: LoneMeasure = async ({ portal, log }) => {
  let now = at(0, 9.5 * hour);
  const ctx: Context = { ...portal.ctx, now: () => now };
  const market = await openMarket(ctx);
  const { season, playerIds } = await openSeason(ctx);
  const random = randomFrom(7);
  const times = { place: [] as number[], fill: [] as number[], clear: [] as number[] };
  let placed = 0;
  let refused = 0;
  let filled = 0;
  const perRound = Math.round(orders / days / rounds);
  for (let day = 0; day < days; day += 1) {
    const spent = { place: 0, fill: 0 };
    for (let round = 0; round < rounds; round += 1) {
      now = at(day, (9.5 + round / 4) * hour);
      await market.quote(now, random);
      const batch = Array.from({ length: perRound }, () => anyOrder(playerIds, market, random));
      const began = performance.now();
      for (let from = 0; from < batch.length; from += batchSize) {
        const answers = await inTransaction(ctx, (trx) =>
          placeOrders(ctx, trx, season, batch.slice(from, from + batchSize)),
        );
        const taken = answers.filter((answer) => 'orderId' in answer).length;
        placed += taken;
        refused += answers.length - taken;
      }
      spent.place += performance.now() - began;
      now = at(day, (9.6 + round / 4) * hour);
      await market.quote(now, random);
      const filling = performance.now();
      filled += await fillOrders(ctx, { freshMs: 60_000 });
      spent.fill += performance.now() - filling;
    }
    now = at(day, 15.5 * hour);
    await market.close(now);
    const clearing = performance.now();
    await clearDay(ctx, dayOf(now));
    times.clear.push(performance.now() - clearing);
    times.place.push(spent.place);
    times.fill.push(spent.fill);
    if (day % 25 === 24) log(`  day ${day + 1}: ${placed} orders taken, ${filled} filled …`);
  }
  const ranking = await clockBoards(ctx, season.id);
  const began = performance.now();
  const { differences, entries } = await recomputeSeason(ctx, season.id);
  const recomputeS = (performance.now() - began) / 1000;
  const spell = (list: number[]) =>
    `${Math.round(quantile(list, 0.5))} ms median, ${Math.round(quantile(list, 0.95))} ms p95`;
  const lines: Line[] = [
    said(
      'contest: a season',
      `${days} days, ${players} players, ${placed + refused} orders (${refused} refused by the rules), ${filled} filled`,
    ),
    said('contest: taking a day’s orders', spell(times.place)),
    said('contest: filling them', spell(times.fill)),
    said('contest: clearing a day', spell(times.clear)),
    said('contest: a page of a board', `${quantile(ranking, 0.95).toFixed(2)} ms p95`),
    {
      what: 'contest: recomputed from the log',
      result: `${differences.length} differences in ${entries} entries, ${recomputeS.toFixed(1)} s`,
      target: '0 differences',
      isMet: differences.length === 0,
    },
  ];
  return lines;
};

type Market = {
  codes: string[];
  lasts: number[];
  previous: number[];
  quote(at: Date, random: () => number): Promise<void>;
  close(at: Date): Promise<void>;
};

async function openMarket(ctx: Context): Promise<Market> {
  const codes = Array.from({ length: securities }, (_, index) => String(698_000 + index));
  await sql`insert into instruments (code, name, board)
    select code, '模拟' || right(code, 3), 'main' from unnest(${codes}::text[]) code on conflict do nothing`.execute(
    ctx.db,
  );
  const tradeDays = Array.from({ length: days }, (_, day) => dayOf(at(day, 12 * hour)));
  await sql`insert into trade_days select unnest(${tradeDays}::date[]) on conflict do nothing`.execute(
    ctx.db,
  );
  const market: Market = {
    codes,
    lasts: codes.map((_, index) => 5_000 + index * 250),
    previous: codes.map((_, index) => 5_000 + index * 250),
    async quote(moment, random) {
      market.lasts = market.lasts.map((last, index) => {
        const close = market.previous[index] ?? last;
        const walked = last + Math.round(((random() - 0.49) * close) / 400) * 10;
        return Math.max(Math.min(walked, limit(close, 1.09)), limit(close, 0.91));
      });
      await sql`
        insert into latest_quotes (code, at, open, high, low, last, previous_close)
        select code, ${moment}, last, last, last, last, previous
        from unnest(${codes}::text[], ${market.lasts}::int[], ${market.previous}::int[]) q(code, last, previous)
        on conflict (code) do update set at = excluded.at, last = excluded.last,
          previous_close = excluded.previous_close`.execute(ctx.db);
    },
    async close(moment) {
      await sql`
        insert into daily_quotes (code, day, open, high, low, close, previous_close)
        select code, ${dayOf(moment)}::date, last, last, last, last, previous
        from unnest(${codes}::text[], ${market.lasts}::int[], ${market.previous}::int[]) q(code, last, previous)`.execute(
        ctx.db,
      );
      market.previous = [...market.lasts];
    },
  };
  return market;
}

const limit = (close: number, times: number) => Math.max(Math.round((close * times) / 10) * 10, 20);

async function openSeason(ctx: Context) {
  const { rows } = await sql<{ id: string }>`
    insert into contest_seasons (name, starts_on, ends_on, starting_cash, boards, is_open)
    values (${`测速 ${Date.now()}`}, ${dayOf(at(0, hour))}::date, ${dayOf(at(days, hour))}::date, ${startingCash}, '{main}', true)
    returning id`.execute(ctx.db);
  const id = rows[0]?.id ?? '';
  const added = await sql<{ id: string }>`
    with people as (
      insert into members (mobile, name, password_hash)
      select '12' || lpad((${Number(id)} * 100000 + n)::text, 9, '0'), '选手 ' || n, '' from generate_series(1, ${players}::int) n
      returning id, mobile
    ), enrolled as (
      insert into contest_players (season_id, member_id, mobile_hash)
      select ${id}, id, convert_to(mobile, 'utf8') from people returning id
    )
    select id from enrolled`.execute(ctx.db);
  const playerIds = added.rows.map((row) => row.id);
  await sql`
    insert into contest_entries (player_id, kind, day, at, cash)
    select id, 'start', ${dayOf(at(0, hour))}::date, ${at(0, hour)}, ${startingCash}
    from contest_players where season_id = ${id}`.execute(ctx.db);
  const season = await findSeason(ctx.db, id);
  if (!season) throw new Error('the season is not there');
  return { season, playerIds };
}

function anyOrder(playerIds: readonly string[], market: Market, random: () => number): PlayersOrder {
  const pick = (count: number) => Math.floor(random() * count);
  // A player keeps to a few securities, so that sales find something to sell.
  const place = pick(playerIds.length);
  const security = (place * 7 + pick(6)) % market.codes.length;
  const last = market.lasts[security] ?? 10;
  const side = random() < 0.55 ? 'buy' : 'sell';
  const price = random() < 0.3 ? null : last + (pick(7) - 3) * 10;
  const quantity = (1 + pick(20)) * 100;
  return { playerId: playerIds[place] ?? '', code: market.codes[security] ?? '', side, price, quantity };
}

/** The first hundred places of each board, over and over. */
async function clockBoards(ctx: Context, seasonId: string): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < 50; round += 1)
    for (const period of ['day', 'week', 'month', 'season'] as const) {
      const began = performance.now();
      await listBoard(ctx.db, { seasonId, period }, { place: 0, playerId: '0' }, 100);
      times.push(performance.now() - began);
    }
  return times;
}

/** The same numbers in every run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
