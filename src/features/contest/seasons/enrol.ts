import { createHmac } from 'node:crypto';
import { isVip } from '#features/entitlements/index.ts';
import { portalSecret } from '#features/settings/index.ts';
import { memberOf } from '#kernel/actor.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, forbidden, notFound } from '#kernel/errors.ts';
import { dayMs, dayOf } from '#shared/dates.ts';
import { publicFeesOn, readTables } from '../market/securities.ts';
import { boardNames } from '../rules/check-order.ts';
import { type Board, ruleOn } from '../rules/trade-rules.ts';
import type { TradeFacts } from '../schema.ts';
import { insertEntries } from '../trading/account-queries.ts';
import {
  findMobile,
  findPlayerOf,
  findSeason,
  findSeasonView,
  holdSeason,
  insertPlayer,
  isMobileIn,
  type SeasonRow,
} from './season-queries.ts';

/** Why somebody cannot enrol now, in a sentence that says what to do; null where they can. */
function refuseEnrolment(
  season: Pick<SeasonRow, 'is_open' | 'ends_on' | 'for_whom' | 'cleared_on'>,
  { mobile, hasVip }: { mobile: string; hasVip: boolean },
  day: string,
): string | null {
  const isOver = day > season.ends_on || (season.cleared_on !== null && season.cleared_on >= season.ends_on);
  if (!season.is_open || isOver) return '这个赛季已经结束，不能再报名';
  if (!/^1\d{10}$/.test(mobile)) return '请先在「个人中心 › 我的资料」绑定手机号再报名';
  if (season.for_whom === 'vip' && !hasVip) return '这个赛季只限 VIP 会员报名，请先开通 VIP';
  return null;
}

const refuseMobile = '这个手机号已经报过名，每个手机号限报一次';

/** Why a member who does not play cannot enrol now, their number looked at too; null where they can. */
export async function whyNotEnrol(
  ctx: Context,
  season: Pick<SeasonRow, 'id' | 'is_open' | 'ends_on' | 'for_whom' | 'cleared_on'>,
  memberId: string,
): Promise<string | null> {
  const now = ctx.now();
  const mobile = (await findMobile(ctx.db, memberId)) ?? '';
  const refusal = refuseEnrolment(season, { mobile, hasVip: isVip(ctx.actor, now.getTime()) }, dayOf(now));
  if (refusal) return refusal;
  return (await isMobileIn(ctx.db, season.id, await hashOf(ctx, season.id, mobile))) ? refuseMobile : null;
}

/** A number as an entry keeps it: the same in one season, and nothing to whoever reads the table. */
async function hashOf(ctx: Context, seasonId: string, mobile: string): Promise<Buffer> {
  const secret = await portalSecret(ctx, 'contest');
  return createHmac('sha256', secret).update(`${seasonId}:${mobile}`).digest();
}

/**
 * Enrols the caller in a season with its starting cash: one entry per person and per mobile number, also where somebody
 * deleted their account and came back. May be repeated: who plays already gets their entry.
 * @throws forbidden with what is missing; conflict where the number plays already; notFound
 */
export async function enrol(ctx: Context, seasonId: string): Promise<{ id: string }> {
  const memberId = memberOf(ctx);
  const season = await findSeason(ctx.db, seasonId);
  if (!season?.is_open) throw notFound('没有这个赛季');
  const known = await findPlayerOf(ctx.db, seasonId, memberId);
  if (known) return { id: known };
  const mobile = (await findMobile(ctx.db, memberId)) ?? '';
  const today = dayOf(ctx.now());
  const hasVip = isVip(ctx.actor, ctx.now().getTime());
  const refusal = refuseEnrolment(season, { mobile, hasVip }, today);
  if (refusal) throw forbidden(refusal);
  const mobile_hash = await hashOf(ctx, seasonId, mobile);
  return inTransaction(ctx, async (trx) => {
    // No day is cleared between looking from which one they count and having them in.
    const held = await holdSeason(trx, seasonId);
    const late = held && refuseEnrolment(held, { mobile, hasVip }, today);
    if (!held || late) throw late ? forbidden(late) : notFound('没有这个赛季');
    const joined_at = ctx.now();
    const id = await insertPlayer(trx, { season_id: seasonId, member_id: memberId, mobile_hash, joined_at });
    if (!id) {
      const own = await findPlayerOf(trx, seasonId, memberId);
      if (own) return { id: own };
      throw conflict(refuseMobile);
    }
    const cash = Number(held.starting_cash);
    await insertEntries(trx, [
      { player_id: id, kind: 'start', day: firstDayOf(held, today), at: joined_at, cash },
    ]);
    return { id };
  });
}

/** The day from which somebody who enrols today counts: the season's first, and tomorrow once today is cleared. */
function firstDayOf({ starts_on, cleared_on }: SeasonRow, today: string): string {
  if (today < starts_on) return starts_on;
  if (cleared_on === null || cleared_on < today) return today;
  return dayOf(new Date(Date.parse(`${cleared_on}T00:00:00+08:00`) + dayMs));
}

/**
 * The very rules a season's orders are checked by, for its page to say: today's while it runs, else those of its first or
 * last day. @throws notFound
 */
export async function readTradeFacts(ctx: Context, seasonId: string): Promise<TradeFacts> {
  const season = await findSeasonView(ctx.db, seasonId);
  if (!season) throw notFound('没有这个赛季');
  const asOf = within(dayOf(ctx.now()), season.starts_on, season.ends_on);
  const [{ trade }, fees] = await Promise.all([readTables(ctx), publicFeesOn(ctx, asOf)]);
  const ofBoard = (board: Board) => {
    const { lotLeast, lotStep, limitBp, freeDays, tick } = ruleOn(trade, board, false, asOf);
    const stLimitBp = season.with_st ? ruleOn(trade, board, true, asOf).limitBp : null;
    return { name: boardNames[board], lotLeast, lotStep, limitBp, stLimitBp, freeDays, tick };
  };
  return {
    boards: (Object.keys(boardNames) as Board[])
      .filter((board) => season.boards.includes(board))
      .map(ofBoard),
    stampPpm: fees.stampPpm,
    transferPpm: fees.transferPpm,
    asOf,
  };
}

const within = (day: string, first: string, last: string): string =>
  day < first ? first : day > last ? last : day;
