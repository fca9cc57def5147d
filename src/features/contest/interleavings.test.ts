import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { toIso } from '#shared/dates.ts';
import { ContestModel, type ModelQuote, modelBoard } from '#testing/contest-model.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { runs } from '#testing/runs.ts';
import { clearDay, payDividends } from './clearing/clear-day.ts';
import { recomputeSeason } from './clearing/recompute.ts';
import { findSeason, insertPlayer } from './seasons/season-queries.ts';
import { insertEntries } from './trading/account-queries.ts';
import { fillOrders } from './trading/fill-orders.ts';
import { cancelOrder, placeOrders } from './trading/place-orders.ts';

/**
 * For any sequence or interleaving of player and market actions: cash, frozen cash and holdings equal the sums of the
 * log, nothing is overspent, and the result equals that of a simple, separately written model. The same holds for daily
 * records and boards, also of days that were cleared only after trades of the next day.
 */

const codes = ['697012', '697305', '697588'];
const startingCash = 5_000_000;
const freshMs = 60_000;
const firstSessionMs = Date.parse('2026-11-02T09:30:00+08:00');
const dayMs = 86_400_000;

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal({ DATABASE_POOL: '8' });
  await sql`insert into instruments (code, name, board) select code, '证券' || code, 'main'
    from unnest(${codes}::text[]) code`.execute(portal.ctx.db);
  await sql`insert into trade_days select d::date from generate_series('2026-11-02'::date, '2026-12-31', '1 day') d`.execute(
    portal.ctx.db,
  );
});
afterAll(() => portal.close());

const stepArbitrary = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      what: fc.constant('place' as const),
      who: fc.nat({ max: 1 }),
      code: fc.constantFrom(...codes),
      side: fc.constantFrom('buy' as const, 'buy' as const, 'sell' as const),
      // Distance from the last price in ticks; null is at market.
      offset: fc.option(fc.integer({ min: -120, max: 120 }), { freq: 3 }),
      quantity: fc.constantFrom(100, 200, 500, 1000, 150, 53, 1, 2_500),
      twice: fc.boolean(),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      what: fc.constant('quote' as const),
      moves: fc.tuple(...codes.map(() => fc.integer({ min: -110, max: 110 }))),
      suspended: fc.option(fc.constantFrom(...codes), { freq: 2 }),
      isFilled: fc.constantFrom(true, true, false),
    }),
  },
  { weight: 4, arbitrary: fc.record({ what: fc.constant('fill' as const), late: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant('cancel' as const),
      who: fc.nat({ max: 1 }),
      pick: fc.nat({ max: 9 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('day' as const),
      // The worker misses this evening: the day is cleared with the next one, after its trades.
      isLate: fc.boolean(),
      // Change of the last prices until the close, in basis points.
      drift: fc.integer({ min: -300, max: 300 }),
      dividend: fc.option(
        fc.record({
          code: fc.constantFrom(...codes),
          cash: fc.nat({ max: 9_999 }),
          bonus: fc.nat({ max: 9_999 }),
        }),
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('join' as const) }) },
);

test('players, market and clearing in any order end in the state of the reference model', {
  timeout: 300_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(stepArbitrary, { minLength: 20, maxLength: 60 }), async (steps) => {
      const world = await createWorld();
      for (const step of steps) await applyStep(world, step);
      await compareBalances(world);
      await endDay(world, { isLate: false, drift: 0 });
      await compareBalances(world);
      await compareBoards(world);
      expect((await recomputeSeason(world.ctx, world.seasonId)).differences).toEqual([]);
    }),
    { numRuns: runs(40) },
  );
});

type Step = (typeof stepArbitrary extends fc.Arbitrary<infer T> ? T : never) & object;
type Person = { id: string; model: ContestModel; orderIds: string[] };
type World = {
  ctx: Context;
  seasonId: string;
  people: Person[];
  quotes: Map<string, ModelQuote>;
  day: number;
  now: number;
  /** The cleared days, and the days whose evening the worker missed. */
  cleared: string[];
  missed: string[];
};

let serial = 0;

async function createWorld(): Promise<World> {
  serial += 1;
  const { db } = portal.ctx;
  await sql`truncate latest_quotes, daily_quotes, dividends`.execute(db);
  await sql`update contest_seasons set is_open = false`.execute(db);
  const { rows } = await sql<{ id: string }>`
    insert into contest_seasons (name, starts_on, ends_on, starting_cash, boards, is_open)
    values (${`赛季 ${serial}`}, '2026-11-02', '2026-12-31', ${startingCash}, '{main}', true) returning id`.execute(
    db,
  );
  const world: World = {
    ctx: portal.ctx,
    seasonId: rows[0]?.id ?? '',
    people: [],
    quotes: new Map(),
    day: 0,
    now: firstSessionMs,
    cleared: [],
    missed: [],
  };
  world.ctx = { ...portal.ctx, now: () => new Date(world.now) };
  for (const who of [0, 1]) world.people.push(await enrol(world, who));
  for (const code of codes) await quote(world, code, 10_000, 10_000, false);
  return world;
}

async function enrol(world: World, who: number): Promise<Person> {
  const member = await world.ctx.db
    .insertInto('members')
    .values({
      mobile: `136${String(serial * 100 + who).padStart(8, '0')}`,
      name: `选手 ${serial}-${who}`,
      password_hash: '',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return inTransaction(world.ctx, async (trx) => {
    const joined_at = new Date(world.now);
    const mobile_hash = Buffer.from(`${serial}-${who}`);
    const id = await insertPlayer(trx, {
      season_id: world.seasonId,
      member_id: member.id,
      mobile_hash,
      joined_at,
    });
    if (!id) throw new Error('not enrolled');
    const day = toIso(joined_at).slice(0, 10);
    await insertEntries(trx, [{ player_id: id, kind: 'start', day, at: joined_at, cash: startingCash }]);
    return { id, model: new ContestModel(startingCash, 0.4), orderIds: [] };
  });
}

async function quote(world: World, code: string, last: number, previous: number, isSuspended: boolean) {
  world.now += 1000;
  const at = new Date(world.now);
  await sql`
    insert into latest_quotes (code, at, open, high, low, last, previous_close, is_suspended)
    values (${code}, ${at}, ${last}, ${last}, ${last}, ${last}, ${previous}, ${isSuspended})
    on conflict (code) do update set at = excluded.at, last = excluded.last,
      previous_close = excluded.previous_close, is_suspended = excluded.is_suspended`.execute(world.ctx.db);
  world.quotes.set(code, { at: world.now, last, previous, isSuspended });
}

async function applyStep(world: World, step: Step): Promise<void> {
  world.now += 1000;
  if (step.what === 'place') return place(world, step);
  if (step.what === 'quote') {
    for (const [index, code] of codes.entries()) {
      const current = world.quotes.get(code);
      if (!current) continue;
      // Prices may reach the limits, but not exceed them.
      const maxMove = Math.floor(current.previous / 100);
      const move = Math.max(Math.min(step.moves[index] ?? 0, maxMove), -maxMove);
      await quote(world, code, current.previous + move * 10, current.previous, step.suspended === code);
    }
    if (step.isFilled) await fill(world);
    return;
  }
  if (step.what === 'fill') {
    if (step.late) world.now += 2 * freshMs;
    return fill(world);
  }
  if (step.what === 'cancel') {
    const person = world.people[step.who];
    const index = person ? step.pick % Math.max(person.orderIds.length, 1) : 0;
    const id = person?.orderIds[index];
    if (!person || !id) return;
    const isCancelled = await cancelOrder(world.ctx, person.id, world.seasonId, id).then(
      () => true,
      () => false,
    );
    expect(isCancelled).toBe(person.model.cancel(index));
    return;
  }
  if (step.what === 'join') {
    if (world.people.length < 4) world.people.push(await enrol(world, world.people.length));
    return;
  }
  await endDay(world, step);
  await nextDay(world, step.dividend);
}

/** Two concurrent calls, as on a portal with two processes. */
async function fill(world: World): Promise<void> {
  await Promise.all([fillOrders(world.ctx, { freshMs }), fillOrders(world.ctx, { freshMs })]);
  for (const { model } of world.people)
    model.fill(world.quotes, { day: world.day, at: world.now, fresh: freshMs });
}

async function place(world: World, step: Step & { what: 'place' }): Promise<void> {
  const person = world.people[step.who];
  const current = world.quotes.get(step.code);
  if (!person || !current) return;
  const price = step.offset === null ? null : current.last + step.offset * 10;
  const order = { playerId: person.id, code: step.code, side: step.side, price, quantity: step.quantity };
  const send = () =>
    inTransaction(world.ctx, async (trx) => {
      const season = await findSeason(trx, world.seasonId);
      if (!season) throw new Error('no season');
      const [placed] = await placeOrders(world.ctx, trx, season, [order]);
      return placed;
    });
  const clock = { day: world.day, at: world.now };
  const results = await Promise.all(step.twice ? [send(), send()] : [send()]);
  const expected = results.map(() => person.model.place(order, world.quotes, clock));
  // The order of two equal orders is undefined; how many were accepted is not.
  const placedIds = results.flatMap((result) => (result && 'orderId' in result ? [result.orderId] : []));
  expect(placedIds).toHaveLength(expected.filter(Boolean).length);
  person.orderIds.push(...placedIds.sort((a, b) => Number(a) - Number(b)));
}

const currentDay = (world: World): string => toIso(new Date(world.now)).slice(0, 10);

/** Closes the day, and clears it together with earlier missed days; or misses it. */
async function endDay(world: World, { isLate, drift }: { isLate: boolean; drift: number }): Promise<void> {
  const today = currentDay(world);
  const closes = new Map<string, number>();
  for (const [code, { last }] of world.quotes)
    closes.set(code, Math.max(Math.round((last * (10_000 + drift)) / 100_000) * 10, 10));
  for (const [code, close] of closes)
    await sql`insert into daily_quotes (code, day, open, high, low, close, previous_close)
      values (${code}, ${today}, ${close}, ${close}, ${close}, ${close}, ${close})`.execute(world.ctx.db);
  for (const { model } of world.people) model.endDay(today, closes);
  world.missed.push(today);
  if (isLate) return;
  for (const day of world.missed) await Promise.all([clearDay(world.ctx, day), clearDay(world.ctx, day)]);
  world.cleared.push(...world.missed.splice(0));
  for (const { model } of world.people) model.expire(world.day);
}

async function nextDay(world: World, dividend: (Step & { what: 'day' })['dividend']): Promise<void> {
  world.day += 1;
  world.now = firstSessionMs + world.day * dayMs;
  const day = currentDay(world);
  if (dividend && dividend.cash + dividend.bonus > 0) {
    const { code, cash, bonus } = dividend;
    await sql`insert into dividends values (${code}, ${day}::date, ${cash}, ${bonus})`.execute(world.ctx.db);
    await payDividends(world.ctx, day);
    await payDividends(world.ctx, day);
    for (const { model } of world.people) model.receive(code, cash, bonus);
  }
  for (const code of codes) {
    const last = world.quotes.get(code)?.last ?? 10_000;
    await quote(world, code, last, last, false);
  }
}

async function compareBoards({ ctx, seasonId, people, cleared }: World): Promise<void> {
  for (const { id, model } of people) {
    const { rows } = await sql`
      select day::text, cash::float8 cash, market_value::float8 worth, peak::float8 peak, drawdown_ppm drawdown, sales, won
      from contest_days where player_id = ${id} order by day`.execute(ctx.db);
    expect(rows).toEqual(model.days);
  }
  const named = people.map(({ id, model }) => ({ name: id, model }));
  for (const period of ['day', 'week', 'month', 'season'] as const) {
    const { rows } = await sql<{ name: string }>`
      select player_id::text "name", place, return_ppm gain, assets::float8 assets, drawdown_ppm drawdown,
        win_rate_ppm "winRate"
      from contest_ranks where season_id = ${seasonId} and period = ${period} order by player_id`.execute(
      ctx.db,
    );
    expect(rows).toEqual(modelBoard(named, period, cleared));
  }
}

async function compareBalances({ ctx, people }: World): Promise<void> {
  for (const { id, model } of people) {
    const player = await ctx.db
      .selectFrom('contest_players')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(Number(player.cash)).toBe(model.cash);
    expect(Number(player.frozen_cash)).toBe(model.frozenCash);
    const { rows } = await sql<{ code: string; quantity: number; frozen: number; cost: string }>`
      select code, sum(quantity)::int quantity, sum(frozen_quantity)::int frozen, sum(cost)::bigint cost
      from contest_entries where player_id = ${id} and code is not null group by code`.execute(ctx.db);
    const holdings = await ctx.db
      .selectFrom('contest_holdings')
      .selectAll()
      .where('player_id', '=', id)
      .execute();
    for (const code of codes) {
      const logged = rows.find((row) => row.code === code);
      const held = holdings.find((row) => row.code === code);
      expect(held?.quantity ?? 0).toBe(model.quantityOf(code));
      expect(held?.frozen_quantity ?? 0).toBe(model.frozenQuantityOf(code));
      expect(Number(held?.cost ?? 0)).toBe(model.costOf(code));
      expect([logged?.quantity ?? 0, logged?.frozen ?? 0, Number(logged?.cost ?? 0)]).toEqual([
        held?.quantity ?? 0,
        held?.frozen_quantity ?? 0,
        Number(held?.cost ?? 0),
      ]);
    }
  }
}
