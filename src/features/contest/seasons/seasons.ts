import { purge } from '#kernel/cache/purge.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { notFound } from '#kernel/errors.ts';
import { dayOf, toIso } from '#shared/dates.ts';
import { findNewestQuoteTime } from '../market/market-queries.ts';
import { readTradeDaySessions } from '../market/securities.ts';
import { formatSessions, isOpenAt } from '../rules/sessions.ts';
import type { ContestSeason, ContestSeasonSummary } from '../schema.ts';
import { enrolmentRefusal } from './enrol.ts';
import {
  beginSeasons,
  endSeasons,
  findCurrentSeasonView,
  findOwnEntry,
  findSeasonView,
  hasDueSeasons,
  listSeasonViews,
  type SeasonView,
} from './season-queries.ts';

/** Returns the open seasons, latest start date first. */
export async function readSeasons(ctx: Context): Promise<ContestSeasonSummary[]> {
  const today = dayOf(ctx.now());
  return (await listSeasonViews(ctx.db)).map((row) => presentSeasonSummary(row, today));
}

/**
 * Returns a season with the caller's status; without an id the running one, else the newest, or null if there is none.
 * @throws notFound for an unknown id
 */
export async function readSeason(ctx: Context, id: string | undefined): Promise<ContestSeason | null> {
  const now = ctx.now();
  const today = dayOf(now);
  const row =
    id === undefined ? await findCurrentSeasonView(ctx.db, today) : await findSeasonView(ctx.db, id);
  if (!row && id !== undefined) throw notFound('没有这个赛季');
  if (!row) return null;
  const [{ sessions, isTradeDay }, quotesAt, me] = await Promise.all([
    readTradeDaySessions(ctx, today),
    findNewestQuoteTime(ctx.db),
    readOwnEntry(ctx, row),
  ]);
  return {
    ...presentSeasonSummary(row, today),
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
    sessions: formatSessions(sessions),
    quotesAt: quotesAt && toIso(quotesAt),
    clearedOn: row.cleared_on,
    me,
  };
}

async function readOwnEntry(ctx: Context, row: SeasonView): Promise<ContestSeason['me']> {
  const { actor } = ctx;
  if (actor.kind !== 'member') return null;
  const entry = await findOwnEntry(ctx.db, row.id, actor.memberId);
  if (entry) {
    const isDisqualified = entry.disqualified_at !== null;
    const reason = isDisqualified ? entry.reason : '';
    return { playerId: entry.id, canEnrol: false, why: '', isDisqualified, reason };
  }
  const refusal = await enrolmentRefusal(ctx, row, actor.memberId);
  return {
    playerId: null,
    canEnrol: refusal === null,
    why: refusal ?? '',
    isDisqualified: false,
    reason: '',
  };
}

const presentSeasonSummary = (row: SeasonView, today: string): ContestSeasonSummary => ({
  id: row.id,
  name: row.name,
  startsOn: row.starts_on,
  endsOn: row.ends_on,
  state: stateOf(row, today),
  startingCash: Number(row.starting_cash),
  players: row.players,
  prizes: row.prizes,
});

/** Returns the state of a season: it ends after its last day, or once that is cleared and places are final. */
export const stateOf = (
  { starts_on, ends_on, cleared_on }: Pick<SeasonView, 'starts_on' | 'ends_on' | 'cleared_on'>,
  today: string,
): ContestSeasonSummary['state'] => {
  if (today < starts_on) return 'upcoming';
  return today > ends_on || (cleared_on !== null && cleared_on >= ends_on) ? 'ended' : 'running';
};

/**
 * Begins seasons whose first day has come, ends those whose last day is cleared, each once, and publishes an event.
 * Called on every tick of the worker: idempotent, safe in several processes at once, and catches up after downtime.
 */
export async function updateSeasonStates(ctx: Context): Promise<void> {
  if (!(await hasDueSeasons(ctx.db, dayOf(ctx.now())))) return;
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
