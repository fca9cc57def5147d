import { addDemoMembers } from '#features/identity/index.ts';
import { isMilestoneReached, reachMilestone } from '#features/settings/index.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { dayMs, dayOf } from '#shared/dates.ts';
import { seededRandom } from '#shared/seeded-random.ts';
import { clearDay } from '../clearing/clear-day.ts';
import { listTradeDaysBefore, tryLockGenerator } from '../market/generator/generator-queries.ts';
import { inventedIndex } from '../market/generator/invented-securities.ts';
import {
  planInventedDay,
  seedInventedMarket,
  writeInventedDay,
} from '../market/generator/seed-invented-market.ts';
import type { NewDaily, NewQuote } from '../market/import/import-queries.ts';
import { writeQuotes } from '../market/import/intraday.ts';
import { insertPlayer } from '../seasons/season-queries.ts';
import { insertEntries } from '../trading/account-queries.ts';
import { fillOrders } from '../trading/fill-orders.ts';
import { demoPlayers, demoSeason } from './demo-players.ts';
import { hasOrders, listUnplayedDays, upsertDemoSeason } from './demo-queries.ts';
import { placeDemoOrders } from './place-demo-orders.ts';

const demoPlayedMilestone = 'contest demo played';
/** Trade days between the start of the demo season and today, and days from today to its end. */
const pastTradeDays = 20;
const daysAhead = 40;
/** When players of a past day order, and how far prices have moved from open to close by then. */
const orderTimes = [
  { clock: '10:00:00', share: 0.2 },
  { clock: '11:10:00', share: 0.55 },
  { clock: '13:40:00', share: 0.7 },
  { clock: '14:50:00', share: 0.95 },
] as const;

/** Whether the demo season has caught up with today. */
export const isDemoPlayed = (ctx: Context): Promise<boolean> => isMilestoneReached(ctx, demoPlayedMilestone);

/**
 * Plays the demo season up to yesterday, once: invented players trade by the same rules and code as everyone. Resumes
 * after an interruption. @returns whether it is done; false while another process plays it
 */
export async function playDemoSeason(ctx: Context): Promise<boolean> {
  if (await isDemoPlayed(ctx)) return true;
  return inTransaction(ctx, async (lock) => {
    if (!(await tryLockGenerator(lock))) return false;
    const seasonId = await inTransaction(ctx, (trx) => createDemoSeason(ctx, trx));
    const today = dayOf(ctx.now());
    for (const day of await listUnplayedDays(ctx.db, seasonId, today)) await playTradeDay(ctx, seasonId, day);
    await reachMilestone(ctx, demoPlayedMilestone);
    return true;
  });
}

async function createDemoSeason(
  ctx: Context,
  trx: Parameters<typeof seedInventedMarket>[1],
): Promise<string> {
  await seedInventedMarket(ctx, trx, pastTradeDays);
  const today = dayOf(ctx.now());
  const starts_on = (await listTradeDaysBefore(trx, today, pastTradeDays)).at(-1) ?? today;
  const joined_at = new Date(`${starts_on}T08:30:00+08:00`);
  const id = await upsertDemoSeason(trx, {
    ...demoSeason,
    starts_on,
    ends_on: dayOf(new Date(ctx.now().getTime() + daysAhead * dayMs)),
    index_code: inventedIndex.code,
  });
  const members = await addDemoMembers(
    ctx,
    demoPlayers.map(({ mobile, name }) => ({ mobile, name, created_at: joined_at })),
  );
  for (const [index, { id: member_id }] of members.entries()) {
    const mobile_hash = Buffer.from(`demo ${demoPlayers[index]?.mobile}`);
    const player_id = await insertPlayer(trx, { season_id: id, member_id, mobile_hash, joined_at });
    if (player_id)
      await insertEntries(trx, [
        { player_id, kind: 'start', day: starts_on, at: joined_at, cash: 100_000_000 },
      ]);
  }
  return id;
}

/** Plays one day: quotes arrive, players order, quotes arrive again, orders fill; then the day is cleared. */
async function playTradeDay(ctx: Context, seasonId: string, day: string): Promise<void> {
  const rows = await inTransaction(ctx, (trx) => planInventedDay(ctx, trx, day));
  const isResumed = await hasOrders(ctx.db, seasonId, day);
  for (const { clock, share } of orderTimes) {
    const random = seededRandom(`demo ${day} ${clock}`);
    const at = Date.parse(`${day}T${clock}+08:00`);
    const contextAfter = (seconds: number): Context => ({ ...ctx, now: () => new Date(at + seconds * 1000) });
    await writeQuotesOnTheWay(contextAfter(0), rows, share);
    if (!isResumed) await placeDemoOrders(contextAfter(1), seasonId, { random, tradeProbability: 0.7 });
    await writeQuotesOnTheWay(contextAfter(3), rows, share + 0.01);
    await fillOrders(contextAfter(4), { freshMs: 60_000 });
  }
  await inTransaction(ctx, (trx) => writeInventedDay(ctx, trx, day));
  await clearDay({ ...ctx, now: () => new Date(`${day}T15:01:00+08:00`) }, day);
}

/** Writes a quote for every security at a `share` of its way from open to close. */
const writeQuotesOnTheWay = (ctx: Context, rows: readonly NewDaily[], share: number): Promise<number> =>
  inTransaction(ctx, (trx) =>
    writeQuotes(
      ctx,
      trx,
      rows.map(({ day: _, close, volume, amount, ...row }): NewQuote => {
        const last = Math.round((row.open + (close - row.open) * share) / 10) * 10;
        return {
          ...row,
          at: ctx.now(),
          last,
          high: Math.max(row.open, last),
          low: Math.min(row.open, last),
          volume: Math.floor(volume * share),
          amount: Math.floor(amount * share),
        };
      }),
    ),
  );
