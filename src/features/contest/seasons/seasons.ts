import { purge } from '#kernel/cache/purge.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { notFound } from '#kernel/errors.ts';
import { dayOf, toIso } from '#shared/dates.ts';
import { findNewestQuote } from '../market/market-queries.ts';
import { findSessions } from '../market/securities.ts';
import { isOpenAt, spellSessions } from '../rules/sessions.ts';
import type { ContestSeason, ContestSeasonHead } from '../schema.ts';
import { whyNotEnrol } from './enrol.ts';
import {
  beginSeasons,
  endSeasons,
  findCurrentView,
  findEntryOf,
  findSeasonView,
  listSeasonViews,
  mayTurn,
  type SeasonView,
} from './season-queries.ts';

/** Open seasons, the last to begin first. */
export async function readSeasons(ctx: Context): Promise<ContestSeasonHead[]> {
  const today = dayOf(ctx.now());
  return (await listSeasonViews(ctx.db)).map((row) => headOf(row, today));
}

/**
 * A season with where its caller stands; without an id the one that runs, else the newest, and null where there is none.
 * @throws notFound for an id that is no season's
 */
export async function readSeason(ctx: Context, id: string | undefined): Promise<ContestSeason | null> {
  const now = ctx.now();
  const today = dayOf(now);
  const row = id === undefined ? await findCurrentView(ctx.db, today) : await findSeasonView(ctx.db, id);
  if (!row && id !== undefined) throw notFound('没有这个赛季');
  if (!row) return null;
  const [{ sessions, isTradeDay }, quotesAt, me] = await Promise.all([
    findSessions(ctx, today),
    findNewestQuote(ctx.db),
    readMe(ctx, row),
  ]);
  return {
    ...headOf(row, today),
    boards: row.boards,
    withSt: row.with_st,
    positionCapBp: row.position_cap_bp,
    commissionPpm: row.commission_ppm,
    commissionLeast: row.commission_least,
    index: row.index_code === null ? null : { code: row.index_code, name: row.index_name ?? row.index_code },
    delayDays: row.delay_days,
    forWhom: row.for_whom as ContestSeason['forWhom'],
    rules: row.rules,
    isSessionOpen:
      isTradeDay && stateOf(row, today) === 'running' && row.cleared_on !== today && isOpenAt(sessions, now),
    sessions: spellSessions(sessions),
    quotesAt: quotesAt && toIso(quotesAt),
    clearedOn: row.cleared_on,
    me,
  };
}

async function readMe(ctx: Context, row: SeasonView): Promise<ContestSeason['me']> {
  const { actor } = ctx;
  if (actor.kind !== 'member') return null;
  const entry = await findEntryOf(ctx.db, row.id, actor.memberId);
  if (entry) {
    const isDisqualified = entry.disqualified_at !== null;
    const reason = isDisqualified ? entry.reason : '';
    return { playerId: entry.id, canEnrol: false, why: '', isDisqualified, reason };
  }
  const why = await whyNotEnrol(ctx, row, actor.memberId);
  return { playerId: null, canEnrol: why === null, why: why ?? '', isDisqualified: false, reason: '' };
}

const headOf = (row: SeasonView, today: string): ContestSeasonHead => ({
  id: row.id,
  name: row.name,
  startsOn: row.starts_on,
  endsOn: row.ends_on,
  state: stateOf(row, today),
  startingCash: Number(row.starting_cash),
  players: row.players,
  prizes: row.prizes,
});

/** A season is over with its last day, and already once that is cleared: places are final. */
export const stateOf = (
  { starts_on, ends_on, cleared_on }: Pick<SeasonView, 'starts_on' | 'ends_on' | 'cleared_on'>,
  today: string,
): ContestSeasonHead['state'] => {
  if (today < starts_on) return 'upcoming';
  return today > ends_on || (cleared_on !== null && cleared_on >= ends_on) ? 'ended' : 'running';
};

/**
 * Begins the seasons whose first day has come and ends those whose last day is cleared, each once, and announces it.
 * For every tick of the worker: may be repeated, also by several processes at once, and catches up after a pause.
 */
export async function turnSeasons(ctx: Context): Promise<void> {
  if (!(await mayTurn(ctx.db, dayOf(ctx.now())))) return;
  await inTransaction(ctx, async (trx) => {
    const now = ctx.now();
    const today = dayOf(now);
    const begun = await beginSeasons(trx, today, now);
    const ended = await endSeasons(trx, today, now);
    for (const seasonId of begun) await ctx.events.emit(ctx, trx, 'contest.begun', { seasonId });
    for (const seasonId of ended) await ctx.events.emit(ctx, trx, 'contest.ended', { seasonId });
    if (begun.length + ended.length > 0) await purge(ctx, trx, ['contest']);
  });
}
