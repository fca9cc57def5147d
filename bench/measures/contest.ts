import { clearDay, fillOrders, findSeason, payDividends, placeOrders } from '#features/contest/index.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { dayOf } from '#shared/dates.ts';
import { openBourse } from '../bourse.ts';
import { checkBooks, clockReads, openSeason } from '../contest-season.ts';
import { gatherCrowd } from '../crowd.ts';
import type { LoneMeasure } from '../measure.ts';
import { atMost, type Line, said } from '../report.ts';
import { median, quantile } from '../rounds.ts';

const hour = 3_600_000;
const dayMs = 24 * hour;
const firstDay = Date.parse('2025-01-02T00:00:00+08:00');

/** How large a season is played; CONTEST_BENCH=days,players,orders plays a smaller one. */
const [dayCount = 250, players = 10_000, orders = 2_000_000] = (process.env.CONTEST_BENCH ?? '')
  .split(',')
  .filter(Boolean)
  .map(Number);
const securities = 200;
const rounds = 4;
const batchSize = 500;

/**
 * A whole season: every trade day its orders are taken in four rounds with a new quote of every security before and after
 * each, what matches fills, and the day is cleared; at the end the season is recomputed from its log. `orders` are those
 * taken: what the rules refuse is counted beside them.
 */
export const contest: LoneMeasure = async ({ portal, log }) => {
  const mornings = weekdays(dayCount);
  let now = new Date(mornings[0] ?? firstDay);
  const ctx: Context = { ...portal.ctx, now: () => now };
  const random = randomFrom(7);
  const days = mornings.map((morning) => dayOf(new Date(morning)));
  const bourse = await openBourse(ctx, { securities, days, random });
  const seasonId = await openSeason(ctx, { players, from: days[0] ?? '', until: days.at(-1) ?? '' });
  const season = await findSeason(ctx.db, seasonId);
  if (!season) throw new Error('the season is not there');
  const crowd = gatherCrowd(ctx, { seasonId, bourse, random });
  const times = { take: [] as number[], fill: [] as number[], pay: [] as number[], clear: [] as number[] };
  const counts = { taken: 0, refused: 0, filled: 0 };

  for (const [index, morning] of mornings.entries()) {
    const spent = { take: 0, fill: 0 };
    now = new Date(morning + 9 * hour);
    if (await bourse.payOn(dayOf(now))) times.pay.push(await clock(() => payDividends(ctx, dayOf(now))));
    await crowd.wake();
    for (let round = 0; round < rounds; round += 1) {
      const wanted = Math.round((orders * (index + (round + 1) / rounds)) / dayCount);
      now = new Date(morning + (9.5 + round / 4) * hour);
      await bourse.quote(now);
      while (counts.taken < wanted) {
        const batch = Array.from({ length: Math.min(batchSize, wanted - counts.taken) }, crowd.order);
        spent.take += await clock(async () => {
          const answers = await inTransaction(ctx, (trx) => placeOrders(ctx, trx, season, batch));
          const taken = answers.filter((answer) => 'orderId' in answer).length;
          counts.taken += taken;
          counts.refused += answers.length - taken;
        });
      }
      now = new Date(morning + (9.6 + round / 4) * hour);
      await bourse.quote(now);
      spent.fill += await clock(async () => {
        counts.filled += await fillOrders(ctx, { freshMs: 60_000 });
      });
    }
    now = new Date(morning + 15.5 * hour);
    await bourse.close(now);
    times.clear.push(await clock(() => clearDay(ctx, dayOf(now))));
    times.take.push(spent.take);
    times.fill.push(spent.fill);
    if (index % 25 === 24 || index === dayCount - 1)
      log(
        `  day ${index + 1}: ${counts.taken} orders taken, ${counts.refused} refused, ${counts.filled} filled; ` +
          `of 25 days: taking ${spell(times.take.slice(-25))}, filling ${spell(times.fill.slice(-25))}, ` +
          `clearing ${spell(times.clear.slice(-25))}`,
      );
  }

  return [
    said(
      'contest: a season',
      `${dayCount} trade days, ${players} players, ${counts.taken} orders taken, ${counts.filled} filled ` +
        `(${counts.refused} more refused by the rules)`,
    ),
    said('contest: taking a day’s orders', spell(times.take)),
    said('contest: filling them', spell(times.fill)),
    said('contest: paying a day’s dividends', spell(times.pay)),
    said('contest: clearing a day', spell(times.clear)),
    ...growthOf(times.clear),
    ...(await clockReads(ctx, seasonId, log)),
    ...(await checkBooks(ctx, seasonId, log)),
  ];
};

/** Whether clearing grows with the log: the last 25 days beside 25 of the first quarter, when all have bought. */
function growthOf(clear: readonly number[]): Line[] {
  if (clear.length < 100) return [];
  const [early, late] = [median(clear.slice(25, 50)), median(clear.slice(-25))];
  const detail = `${Math.round(late)} ms, before ${Math.round(early)} ms`;
  return [atMost('contest: clearing, last 25 days : days 26–50', late / early, 1.5, '×', detail)];
}

const spell = (list: readonly number[]) =>
  `${Math.round(median(list))} ms median, ${Math.round(quantile(list, 0.95))} ms p95`;

async function clock(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** The mornings of so many days from Monday to Friday. */
function weekdays(count: number): number[] {
  const mornings: number[] = [];
  for (let at = firstDay; mornings.length < count; at += dayMs)
    if (![0, 6].includes(new Date(at + 12 * hour).getUTCDay())) mornings.push(at);
  return mornings;
}

/** The same numbers in every run, and no short circle of them (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
