import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { purge } from '#kernel/cache/purge.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { seededRandom } from '#shared/seeded-random.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { recomputeSeason } from '../clearing/recompute.ts';
import { runContest, runMarket } from '../jobs/contest-jobs.ts';
import { inventedCompanies } from '../market/generator/invented-securities.ts';
import { moveMarket } from '../market/generator/move-market.ts';
import { placeDemoOrders } from './place-demo-orders.ts';
import { playDemoSeason } from './play-demo-season.ts';

let portal: Portal;
let ctx: Context;
let now: Date;
beforeAll(async () => {
  portal = await openPortal({ DATABASE_POOL: '8' });
  ctx = { ...portal.ctx, now: () => now };
});
afterAll(() => portal.close());
beforeEach(async () => {
  now = new Date('2026-11-21T14:00:00+08:00');
  await sql`truncate instruments, trade_days, contest_seasons, milestones cascade`.execute(ctx.db);
  await sql`delete from members where mobile like '12%'`.execute(ctx.db);
});

const season = async () => ctx.db.selectFrom('contest_seasons').selectAll().executeTakeFirstOrThrow();

describe('the demo season', () => {
  test('is played by the normal rules: it has boards, curves, and a log that adds up', {
    tags: ['deep'],
  }, async () => {
    expect(await playDemoSeason(ctx)).toBe(true);
    const { id, cleared_on } = await season();
    expect(cleared_on).not.toBeNull();
    const { rows } = await sql<{ players: number; fills: number; days: number; sold: number }>`
      select (select count(*)::int from contest_ranks where period = 'season') players,
        (select count(*)::int from contest_fills) fills, (select count(*)::int from contest_fills where side = 'sell') sold,
        (select count(distinct day)::int from contest_days) days`.execute(ctx.db);
    expect(rows[0]?.players).toBe(24);
    expect(rows[0]?.days).toBe(20);
    expect(rows[0]?.fills).toBeGreaterThan(200);
    expect(rows[0]?.sold).toBeGreaterThan(50);
    expect((await recomputeSeason(ctx, id)).differences).toEqual([]);
    const returns = (
      await ctx.db.selectFrom('contest_ranks').select('return_ppm').where('period', '=', 'season').execute()
    ).map(({ return_ppm }) => return_ppm);
    expect(new Set(returns).size).toBeGreaterThan(15);
    expect(Math.max(...returns)).toBeGreaterThan(0);
    expect(Math.min(...returns)).toBeLessThan(0);
    expect(Math.max(...returns.map(Math.abs))).toBeLessThan(600_000);

    const { rows: people } = await sql<{ n: number; able: number }>`
      select count(*)::int n, count(password_hash)::int able from members where mobile like '12%'`.execute(
      ctx.db,
    );
    expect(people).toEqual([{ n: 24, able: 0 }]);

    // The players go on trading once the market moves again.
    await moveMarket(ctx, { generator: 'always' });
    expect(
      await placeDemoOrders(ctx, id, { random: seededRandom('today'), tradeProbability: 1 }),
    ).toBeGreaterThan(2);
  });

  test('is played once, and resumes after an interruption', { tags: ['deep'] }, async () => {
    let emitsLeft = 7;
    const interrupted: Context = {
      ...ctx,
      now: () => now,
      events: {
        ...ctx.events,
        emit: async (...event) => {
          emitsLeft -= 1;
          if (emitsLeft === 0) throw new Error('cut off');
          await ctx.events.emit(...event);
        },
      },
    };
    await expect(playDemoSeason(interrupted)).rejects.toThrow('cut off');
    expect(await playDemoSeason(ctx)).toBe(true);
    expect(await playDemoSeason(ctx)).toBe(true);
    const { id } = await season();
    expect(await ctx.db.selectFrom('contest_players').select('id').execute()).toHaveLength(24);
    expect((await recomputeSeason(ctx, id)).differences).toEqual([]);
  });

  test('is played by one process; the others and today’s market wait', { tags: ['deep'] }, async () => {
    const rules = { ...(await portal.app.market.rulesOf(ctx)), generator: 'always' as const };
    await runMarket(ctx, rules, true);
    expect(await ctx.db.selectFrom('latest_quotes').selectAll().execute()).toEqual([]);
    const both = await Promise.all([playDemoSeason(ctx), playDemoSeason(ctx)]);
    expect(both.filter((one) => one === true)).toHaveLength(1);
    await runContest(ctx, rules, true);
    await runMarket(ctx, rules, true);
    const { rows } = await sql<{ at: Date }>`select max(at) at from latest_quotes`.execute(ctx.db);
    expect(rows[0]?.at).toEqual(now);
  });

  test('a portal without the demo edition invents a market only if it is configured to', async () => {
    const rules = await portal.app.market.rulesOf(ctx);
    await runMarket(ctx, rules, false);
    expect(await ctx.db.selectFrom('instruments').select('code').execute()).toEqual([]);
    await runMarket(ctx, { ...rules, isGeneratorChosen: true }, false);
    expect(await ctx.db.selectFrom('latest_quotes').select('code').execute()).toHaveLength(
      inventedCompanies.length + 1,
    );
  });
});

describe('the invented market', () => {
  const latest = () => ctx.db.selectFrom('latest_quotes').selectAll().orderBy('code').execute();

  test('moves at any hour, on ticks and within limits, and the index moves with it', async () => {
    const random = seededRandom('test');
    for (let step = 0; step < 40; step += 1) {
      expect(await moveMarket(ctx, { generator: 'always' }, random)).toBe(true);
      now = new Date(now.getTime() + 3000);
    }
    const quotes = await latest();
    expect(quotes).toHaveLength(inventedCompanies.length + 1);
    for (const { code, last, limit_up, limit_down, high, low, is_suspended, previous_close } of quotes) {
      expect(last % 10, code).toBe(0);
      expect(low <= last && last <= high, code).toBe(true);
      if (limit_up !== null && limit_down !== null)
        expect(limit_down <= last && last <= limit_up, code).toBe(true);
      if (is_suspended) expect(last).toBe(previous_close);
    }
    expect(quotes.filter(({ is_suspended }) => is_suspended)).toHaveLength(1);
    // The newly listed security and the index.
    expect(quotes.filter(({ limit_up }) => limit_up === null)).toHaveLength(2);
    expect(quotes.filter(({ last, previous_close }) => last !== previous_close).length).toBeGreaterThan(35);
    const minutes = await ctx.db
      .selectFrom('intraday_quotes')
      .select('at')
      .where('code', '=', '990000')
      .execute();
    expect(minutes.length).toBeGreaterThan(50);
    for (const { at } of minutes) expect(at.getTime() % 60_000).toBe(0);
  });

  test('starts with 90 days of history that obey the rules and are the same in every portal', async () => {
    await moveMarket(ctx, { generator: 'always' });
    const { rows } = await sql<{ code: string; n: number }>`
      select code, count(*)::int n from daily_quotes group by code`.execute(ctx.db);
    expect(rows).toHaveLength(inventedCompanies.length + 1);
    expect(rows.filter(({ n }) => n === 90)).toHaveLength(inventedCompanies.length);
    const { rows: beyond } = await sql`
      select code, day from daily_quotes where limit_up is not null and (high > limit_up or low < limit_down)`.execute(
      ctx.db,
    );
    expect(beyond).toEqual([]);
    const { rows: torn } = await sql`
      select code from (select code, previous_close, lag(close) over (partition by code order by day) before
        from daily_quotes) q where before <> previous_close`.execute(ctx.db);
    expect(torn).toEqual([]);
  });

  test('respects trading hours if it is configured to, and writes the closes after them', async () => {
    now = new Date('2026-11-20T10:00:00+08:00');
    expect(await moveMarket(ctx, { generator: 'hours' })).toBe(true);
    now = new Date('2026-11-20T12:00:00+08:00');
    expect(await moveMarket(ctx, { generator: 'hours' })).toBe(false);
    const closes = () =>
      ctx.db.selectFrom('daily_quotes').select('code').where('day', '=', '2026-11-20').execute();
    expect(await closes()).toEqual([]);
    now = new Date('2026-11-20T15:00:02+08:00');
    expect(await moveMarket(ctx, { generator: 'hours' })).toBe(false);
    expect(await closes()).toHaveLength(inventedCompanies.length + 1);
    now = new Date('2026-11-21T10:00:00+08:00');
    expect(await moveMarket(ctx, { generator: 'hours' })).toBe(false);
  });

  test('subtracts a dividend from the price on its ex-day', async () => {
    await moveMarket(ctx, { generator: 'always' });
    const before = (await latest()).find(({ code }) => code === '697012')?.last ?? 0;
    await sql`update dividends set ex_day = '2026-11-22' where code = '697012'`.execute(ctx.db);
    now = new Date('2026-11-22T00:00:05+08:00');
    await moveMarket(ctx, { generator: 'always' });
    const after = (await latest()).find(({ code }) => code === '697012');
    expect(after?.previous_close).toBe(Math.round((before - 320) / 10) * 10);
  });

  test('does not move while it is off, and moves once for two processes', async () => {
    expect(await moveMarket(ctx, { generator: 'off' })).toBe(false);
    expect(await latest()).toEqual([]);
    await moveMarket(ctx, { generator: 'always' });
    now = new Date(now.getTime() + 3000);
    const moved = await Promise.all([1, 2, 3].map(() => moveMarket(ctx, { generator: 'always' })));
    expect(moved.filter(Boolean)).toHaveLength(1);
  });

  test('does not reopen a day that a season has cleared', async () => {
    await inTransaction(ctx, (trx) => purge(ctx, trx, ['market']));
    await sql`insert into contest_seasons (name, starts_on, ends_on, starting_cash, boards, is_open, cleared_on)
      values ('甲', '2026-11-01', '2026-11-30', 10000000, '{main}', true, '2026-11-21')`.execute(ctx.db);
    expect(await moveMarket(ctx, { generator: 'always' })).toBe(false);
  });
});
