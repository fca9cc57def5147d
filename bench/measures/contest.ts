import { clearDay, fillOrders, findSeason, payDividends, placeOrders } from '#features/contest/index.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { dayOf } from '#shared/dates.ts';
import { checkRecompute, createSeason, measureReads } from '../contest-season.ts';
import type { StandaloneMeasure } from '../measure.ts';
import { atMost, infoLine, type Line } from '../report.ts';
import { median, quantile } from '../rounds.ts';
import { openSimulatedMarket } from '../simulated-market.ts';
import { createSimulatedPlayers } from '../simulated-players.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const firstDay = Date.parse('2025-01-02T00:00:00+08:00');

/** The size of the season; CONTEST_BENCH=days,players,orders sets a smaller one. */
const [dayCount = 250, players = 10_000, orders = 2_000_000] = (process.env.CONTEST_BENCH ?? '')
  .split(',')
  .filter(Boolean)
  .map(Number);
const securities = 200;
const rounds = 4;
const batchSize = 500;

/**
 * A whole season: on every trade day, orders are accepted in four rounds with a new quote of every security before and
 * after each, matching orders are filled, and the day is cleared; at the end the season is recomputed from its log.
 * `orders` counts the accepted ones; refused orders are counted separately.
 */
export const contest: StandaloneMeasure = async ({ portal, log }) => {
  const mornings = weekdays(dayCount);
  let now = new Date(mornings[0] ?? firstDay);
  const ctx: Context = { ...portal.ctx, now: () => now };
  const random = seededRandom(7);
  const days = mornings.map((morning) => dayOf(new Date(morning)));
  const market = await openSimulatedMarket(ctx, { securities, days, random });
  const seasonId = await createSeason(ctx, { players, from: days[0] ?? '', until: days.at(-1) ?? '' });
  const season = await findSeason(ctx.db, seasonId);
  if (!season) throw new Error('the season was not found');
  const simulatedPlayers = createSimulatedPlayers(ctx, { seasonId, market, random });
  const times = { take: [] as number[], fill: [] as number[], pay: [] as number[], clear: [] as number[] };
  const counts = { taken: 0, refused: 0, filled: 0 };

  for (const [index, morning] of mornings.entries()) {
    const spentMs = { take: 0, fill: 0 };
    now = new Date(morning + 9 * hourMs);
    if (await market.payDividendOn(dayOf(now)))
      times.pay.push(await measureMs(() => payDividends(ctx, dayOf(now))));
    await simulatedPlayers.loadAccounts();
    for (let round = 0; round < rounds; round += 1) {
      const targetCount = Math.round((orders * (index + (round + 1) / rounds)) / dayCount);
      now = new Date(morning + (9.5 + round / 4) * hourMs);
      await market.quote(now);
      while (counts.taken < targetCount) {
        const batch = Array.from(
          { length: Math.min(batchSize, targetCount - counts.taken) },
          simulatedPlayers.nextOrder,
        );
        spentMs.take += await measureMs(async () => {
          const answers = await inTransaction(ctx, (trx) => placeOrders(ctx, trx, season, batch));
          const taken = answers.filter((answer) => 'orderId' in answer).length;
          counts.taken += taken;
          counts.refused += answers.length - taken;
        });
      }
      now = new Date(morning + (9.6 + round / 4) * hourMs);
      await market.quote(now);
      spentMs.fill += await measureMs(async () => {
        counts.filled += await fillOrders(ctx, { freshMs: 60_000 });
      });
    }
    now = new Date(morning + 15.5 * hourMs);
    await market.close(now);
    times.clear.push(await measureMs(() => clearDay(ctx, dayOf(now))));
    times.take.push(spentMs.take);
    times.fill.push(spentMs.fill);
    if (index % 25 === 24 || index === dayCount - 1)
      log(
        `  day ${index + 1}: ${counts.taken} orders taken, ${counts.refused} refused, ${counts.filled} filled; ` +
          `of 25 days: taking ${formatTimes(times.take.slice(-25))}, filling ${formatTimes(times.fill.slice(-25))}, ` +
          `clearing ${formatTimes(times.clear.slice(-25))}`,
      );
  }

  return [
    infoLine(
      'contest: a season',
      `${dayCount} trade days, ${players} players, ${counts.taken} orders taken, ${counts.filled} filled ` +
        `(${counts.refused} more refused by the rules)`,
    ),
    infoLine('contest: taking a day’s orders', formatTimes(times.take)),
    infoLine('contest: filling them', formatTimes(times.fill)),
    infoLine('contest: paying a day’s dividends', formatTimes(times.pay)),
    infoLine('contest: clearing a day', formatTimes(times.clear)),
    ...checkGrowth(times.clear),
    ...(await measureReads(ctx, seasonId, log)),
    ...(await checkRecompute(ctx, seasonId, log)),
  ];
};

/**
 * Checks whether clearing slows down as the log grows: compares the last 25 days with 25 of the first quarter, when all
 * players have bought.
 */
function checkGrowth(clear: readonly number[]): Line[] {
  if (clear.length < 100) return [];
  const [early, late] = [median(clear.slice(25, 50)), median(clear.slice(-25))];
  const detail = `${Math.round(late)} ms, before ${Math.round(early)} ms`;
  return [atMost('contest: clearing, last 25 days : days 26–50', late / early, 1.5, '×', detail)];
}

const formatTimes = (list: readonly number[]) =>
  `${Math.round(median(list))} ms median, ${Math.round(quantile(list, 0.95))} ms p95`;

async function measureMs(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Returns the mornings of this many weekdays. */
function weekdays(count: number): number[] {
  const mornings: number[] = [];
  for (let at = firstDay; mornings.length < count; at += dayMs)
    if (![0, 6].includes(new Date(at + 12 * hourMs).getUTCDay())) mornings.push(at);
  return mornings;
}

/** Returns a random generator with the same numbers in every run and a long period (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
