import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { invalid } from '#kernel/errors.ts';
import { addMonths, dayMs } from '#shared/dates.ts';
import {
  findEnd,
  findFormerScope,
  findGrant,
  type GrantPlace,
  insertGrant,
  listGrantsFor,
  lockGrantsOf,
  updateGrantEnd,
} from './queries.ts';

/** How long something is given: calendar months or days, exactly one of them. */
export type Period = { months: number; days?: undefined } | { months?: undefined; days: number };

/** What is given to whom; `columnId` for a column, `postId` for a piece for ever, neither for VIP. */
export type Grant = { memberId: string; source: string } & (
  | { scope: 'vip'; period: Period }
  | { scope: 'column'; columnId: string; period: Period }
  | { scope: 'post'; postId: string }
);

export type Given = { grantId: string; endsAt: Date | null };

/** What the source of a trial begins with: having tried does not count as having had. */
const trialSource = 'trial';

/**
 * Gives VIP or a column for a period, from the later of now and the current end (PRODUCT §6), or a piece for ever, in
 * the caller's transaction. Two at once for one member come one after the other, so that none is lost.
 * `source` says where it came from: `order:7`, `redeem:3`, `trial:order:9`.
 */
export async function giveGrant(ctx: Context, trx: Trx, grant: Grant): Promise<Given> {
  // A piece is held for ever: nothing of the member's other grants is read.
  if (grant.scope !== 'post') await lockGrantsOf(trx, grant.memberId);
  const now = ctx.now();
  const place = placeOf(grant);
  const from = grant.scope === 'post' ? now : ((await findEnd(trx, place, now)) ?? now);
  const endsAt = grant.scope === 'post' ? null : endOf(from, grant.period);
  const grantId = await insertGrant(trx, {
    member_id: grant.memberId,
    scope: place.scope,
    target_id: place.targetId,
    source: grant.source,
    starts_at: now,
    ends_at: endsAt,
  });
  return { grantId, endsAt };
}

/**
 * Takes back what a grant has left, now, in the caller's transaction: what was given on top of it moves forward, so
 * that nothing else the member has is shortened. May be repeated; a grant that has run out or is gone stays as it is.
 */
export async function endGrant(ctx: Context, trx: Trx, grantId: string): Promise<void> {
  const found = await findGrant(trx, grantId);
  if (!found) return;
  await lockGrantsOf(trx, found.member_id);
  const now = ctx.now();
  const place = { memberId: found.member_id, scope: found.scope, targetId: found.target_id };
  const all = await listGrantsFor(trx, place);
  const at = all.findIndex(({ id }) => id === grantId);
  const grant = all[at];
  if (!grant || (grant.ends_at !== null && grant.ends_at <= now)) return;
  // A period must have a length; one that is taken back in its first millisecond lasts that long.
  const soonest = new Date(Math.max(now.getTime(), grant.starts_at.getTime() + 1));
  if (grant.ends_at === null) return updateGrantEnd(trx, grantId, soonest);
  const before = all.slice(0, at).map(({ ends_at }) => ends_at?.getTime() ?? 0);
  const end = new Date(Math.max(soonest.getTime(), ...before));
  const taken = grant.ends_at.getTime() - end.getTime();
  if (taken <= 0) return;
  await updateGrantEnd(trx, grantId, end);
  for (const { id, ends_at } of all.slice(at + 1))
    if (ends_at) await updateGrantEnd(trx, id, new Date(ends_at.getTime() - taken));
}

/**
 * Whether a member ever had VIP or this column other than on trial, and whether they ever tried it: prices for
 * beginners and trials depend on it. Read it under the lock of whoever sells, or two at once both begin.
 */
export const findHistory = (
  trx: Trx | Context['db'],
  place: GrantPlace,
): Promise<{ had: boolean; tried: boolean }> => findFormerScope(trx, place, trialSource);

/**
 * Gives VIP by hand, in a transaction of its own. @returns the new end
 * @throws invalid for a number of days that is none
 */
export async function giveVip(ctx: Context, memberId: string, days: number, source: string): Promise<Date> {
  checkVipDays(days);
  const { endsAt } = await inTransaction(ctx, (trx) =>
    giveGrant(ctx, trx, { memberId, scope: 'vip', period: { days }, source }),
  );
  return endsAt as Date;
}

/** @throws invalid unless it is a whole number of days, of a century at most */
export function checkVipDays(days: number): void {
  if (!(Number.isInteger(days) && days >= 1 && days <= 36_500))
    throw invalid('VIP 天数（--vip）应为 1 到 36500 的整数');
}

const placeOf = (grant: Grant): GrantPlace => ({
  memberId: grant.memberId,
  scope: grant.scope,
  targetId: grant.scope === 'vip' ? null : grant.scope === 'column' ? grant.columnId : grant.postId,
});

const endOf = (from: Date, { months, days }: Period): Date =>
  months === undefined ? new Date(from.getTime() + days * dayMs) : addMonths(from, months);
