import { addFigures } from '#features/identity/index.ts';
import { isMilestoneReached, reachMilestone } from '#features/settings/index.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { dayMs, dayOf } from '#shared/dates.ts';
import { clearDay } from '../clearing/clear-day.ts';
import { listDaysBefore, tryLockGenerator } from '../market/generator/generator-queries.ts';
import { planned, plantInvented, writeDay } from '../market/generator/plant.ts';
import { inventedIndex } from '../market/generator/securities.ts';
import { randomOf } from '../market/generator/walk.ts';
import type { NewDaily, NewQuote } from '../market/import/import-queries.ts';
import { writeQuotes } from '../market/import/intraday.ts';
import { insertPlayer } from '../seasons/season-queries.ts';
import { insertEntries } from '../trading/account-queries.ts';
import { fillOrders } from '../trading/fill-orders.ts';
import { hasOrders, listUnplayedDays, upsertDemoSeason } from './demo-queries.ts';
import { demoPlayers, demoSeason } from './people.ts';
import { tradeDemo } from './traders.ts';

const played = 'contest demo played';
/** The season began so many trade days ago, and goes on for so many days. */
const playedDays = 20;
const daysAhead = 40;
/** When the players of a past day order, and how far from its open to its close prices are by then. */
const moments = [
  { clock: '10:00:00', share: 0.2 },
  { clock: '11:10:00', share: 0.55 },
  { clock: '13:40:00', share: 0.7 },
  { clock: '14:50:00', share: 0.95 },
] as const;

/** Whether the demo's season has caught up with today. */
export const isPlayed = (ctx: Context): Promise<boolean> => isMilestoneReached(ctx, played);

/**
 * Plays the demo's season out up to yesterday, once: invented people who traded by the same rules and the same code as
 * everybody. What was cut off goes on where it was. @returns whether it is done; false while another process is at it
 */
export async function playDemo(ctx: Context): Promise<boolean> {
  if (await isPlayed(ctx)) return true;
  return inTransaction(ctx, async (lock) => {
    if (!(await tryLockGenerator(lock))) return false;
    const seasonId = await inTransaction(ctx, (trx) => makeSeason(ctx, trx));
    const today = dayOf(ctx.now());
    for (const day of await listUnplayedDays(ctx.db, seasonId, today)) await playDay(ctx, seasonId, day);
    await reachMilestone(ctx, played);
    return true;
  });
}

async function makeSeason(ctx: Context, trx: Parameters<typeof plantInvented>[1]): Promise<string> {
  await plantInvented(ctx, trx, playedDays);
  const today = dayOf(ctx.now());
  const starts_on = (await listDaysBefore(trx, today, playedDays)).at(-1) ?? today;
  const joined_at = new Date(`${starts_on}T08:30:00+08:00`);
  const id = await upsertDemoSeason(trx, {
    ...demoSeason,
    starts_on,
    ends_on: dayOf(new Date(ctx.now().getTime() + daysAhead * dayMs)),
    index_code: inventedIndex.code,
  });
  const members = await addFigures(
    ctx,
    demoPlayers.map(({ mobile, name }) => ({ mobile, name })),
    joined_at,
  );
  for (const [place, member_id] of members.entries()) {
    const mobile_hash = Buffer.from(`demo ${demoPlayers[place]?.mobile}`);
    const player_id = await insertPlayer(trx, { season_id: id, member_id, mobile_hash, joined_at });
    if (player_id)
      await insertEntries(trx, [
        { player_id, kind: 'start', day: starts_on, at: joined_at, cash: 100_000_000 },
      ]);
  }
  return id;
}

/** A day as it went: quotes come, players order, quotes come again, orders fill; in the evening it is cleared. */
async function playDay(ctx: Context, seasonId: string, day: string): Promise<void> {
  const rows = await inTransaction(ctx, (trx) => planned(ctx, trx, day));
  const isCutOff = await hasOrders(ctx.db, seasonId, day);
  for (const { clock, share } of moments) {
    const random = randomOf(`demo ${day} ${clock}`);
    const at = Date.parse(`${day}T${clock}+08:00`);
    const then = (seconds: number): Context => ({ ...ctx, now: () => new Date(at + seconds * 1000) });
    await quote(then(0), rows, share);
    if (!isCutOff) await tradeDemo(then(1), seasonId, { random, eagerness: 0.7 });
    await quote(then(3), rows, share + 0.01);
    await fillOrders(then(4), { freshMs: 60_000 });
  }
  await inTransaction(ctx, (trx) => writeDay(ctx, trx, day));
  await clearDay({ ...ctx, now: () => new Date(`${day}T15:01:00+08:00`) }, day);
}

/** What everything was at, so far on its way from open to close. */
const quote = (ctx: Context, rows: readonly NewDaily[], share: number): Promise<number> =>
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
