import { createHmac } from 'node:crypto';
import { isVip } from '#features/entitlements/index.ts';
import { portalSecret } from '#features/settings/index.ts';
import { requireMemberId } from '#kernel/actor.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, forbidden, notFound } from '#kernel/errors.ts';
import { dayMs, dayOf } from '#shared/dates.ts';
import { isMobile } from '#shared/mobiles.ts';
import { readExchangeRules, statutoryFeesOn } from '../market/securities.ts';
import { boardNames } from '../rules/check-order.ts';
import { type Board, ruleOn } from '../rules/trade-rules.ts';
import type { TradeFacts } from '../schema.ts';
import { insertEntries } from '../trading/account-queries.ts';
import {
  findMobile,
  findPlayerId,
  findSeason,
  findSeasonView,
  insertPlayer,
  isMobileEnrolled,
  lockSeasonShared,
  type SeasonRow,
} from './season-queries.ts';

/** Returns why a member cannot enrol now, with the action to take, or null. */
function eligibilityRefusal(
  season: Pick<SeasonRow, 'is_open' | 'ends_on' | 'for_whom' | 'cleared_on'>,
  { mobile, hasVip }: { mobile: string; hasVip: boolean },
  day: string,
): string | null {
  const isOver = day > season.ends_on || (season.cleared_on !== null && season.cleared_on >= season.ends_on);
  if (!season.is_open || isOver) return '这个赛季已经结束，不能再报名';
  if (!isMobile(mobile)) return '请先在“个人中心 › 我的资料”绑定手机号再报名';
  if (season.for_whom === 'vip' && !hasVip) return '这个赛季只限 VIP 会员报名，请先开通 VIP';
  return null;
}

const mobileTakenMessage = '这个手机号已经报过名，每个手机号限报一次';

/** Like `eligibilityRefusal`, and also checks whether the member's mobile number has enrolled already. */
export async function enrolmentRefusal(
  ctx: Context,
  season: Pick<SeasonRow, 'id' | 'is_open' | 'ends_on' | 'for_whom' | 'cleared_on'>,
  memberId: string,
): Promise<string | null> {
  const now = ctx.now();
  const mobile = (await findMobile(ctx.db, memberId)) ?? '';
  const refusal = eligibilityRefusal(season, { mobile, hasVip: isVip(ctx.actor, now.getTime()) }, dayOf(now));
  if (refusal) return refusal;
  return (await isMobileEnrolled(ctx.db, season.id, await hashMobile(ctx, season.id, mobile)))
    ? mobileTakenMessage
    : null;
}

/** Hashes a number with a secret and the season: equal within a season, and not reversible from the table alone. */
async function hashMobile(ctx: Context, seasonId: string, mobile: string): Promise<Buffer> {
  const secret = await portalSecret(ctx, 'contest');
  return createHmac('sha256', secret).update(`${seasonId}:${mobile}`).digest();
}

/**
 * Enrols the caller in a season with its starting cash: one entry per person and per mobile number, also after an
 * account was deleted and recreated. Idempotent: a player gets their existing entry.
 * @throws forbidden with the missing condition; conflict if the number has enrolled already; notFound
 */
export async function enrol(ctx: Context, seasonId: string): Promise<{ id: string }> {
  const memberId = requireMemberId(ctx);
  const season = await findSeason(ctx.db, seasonId);
  if (!season?.is_open) throw notFound('没有这个赛季');
  const existingId = await findPlayerId(ctx.db, seasonId, memberId);
  if (existingId) return { id: existingId };
  const mobile = (await findMobile(ctx.db, memberId)) ?? '';
  const today = dayOf(ctx.now());
  const hasVip = isVip(ctx.actor, ctx.now().getTime());
  const refusal = eligibilityRefusal(season, { mobile, hasVip }, today);
  if (refusal) throw forbidden(refusal);
  const mobile_hash = await hashMobile(ctx, seasonId, mobile);
  return inTransaction(ctx, async (trx) => {
    // Prevents a day from being cleared between computing the start day and inserting the player.
    const lockedSeason = await lockSeasonShared(trx, seasonId);
    const lateRefusal = lockedSeason && eligibilityRefusal(lockedSeason, { mobile, hasVip }, today);
    if (!lockedSeason || lateRefusal) throw lateRefusal ? forbidden(lateRefusal) : notFound('没有这个赛季');
    const joined_at = ctx.now();
    const id = await insertPlayer(trx, { season_id: seasonId, member_id: memberId, mobile_hash, joined_at });
    if (!id) {
      const ownId = await findPlayerId(trx, seasonId, memberId);
      if (ownId) return { id: ownId };
      throw conflict(mobileTakenMessage);
    }
    const cash = Number(lockedSeason.starting_cash);
    await insertEntries(trx, [
      { player_id: id, kind: 'start', day: entryStartDay(lockedSeason, today), at: joined_at, cash },
    ]);
    return { id };
  });
}

/** Returns the day a new entry counts from: not before the season's first, and tomorrow once today is cleared. */
function entryStartDay({ starts_on, cleared_on }: SeasonRow, today: string): string {
  if (today < starts_on) return starts_on;
  if (cleared_on === null || cleared_on < today) return today;
  return dayOf(new Date(Date.parse(`${cleared_on}T00:00:00+08:00`) + dayMs));
}

/**
 * Returns the exchange rules that a season's orders are checked against: today's while it runs, else those of its first
 * or last day. @throws notFound
 */
export async function readTradeFacts(ctx: Context, seasonId: string): Promise<TradeFacts> {
  const season = await findSeasonView(ctx.db, seasonId);
  if (!season) throw notFound('没有这个赛季');
  const asOf = clampDay(dayOf(ctx.now()), season.starts_on, season.ends_on);
  const [{ trade }, fees] = await Promise.all([readExchangeRules(ctx), statutoryFeesOn(ctx, asOf)]);
  const presentBoardRules = (board: Board) => {
    const { lotLeast, lotStep, limitBp, freeDays, tick } = ruleOn(trade, board, false, asOf);
    const stLimitBp = season.with_st ? ruleOn(trade, board, true, asOf).limitBp : null;
    return { name: boardNames[board], lotLeast, lotStep, limitBp, stLimitBp, freeDays, tick };
  };
  return {
    boards: (Object.keys(boardNames) as Board[])
      .filter((board) => season.boards.includes(board))
      .map(presentBoardRules),
    stampPpm: fees.stampPpm,
    transferPpm: fees.transferPpm,
    asOf,
  };
}

const clampDay = (day: string, first: string, last: string): string =>
  day < first ? first : day > last ? last : day;
