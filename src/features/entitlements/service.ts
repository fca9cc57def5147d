import { recordAction } from '#features/audit/index.ts';
import type { ColumnsDeleting } from '#features/columns/events.ts';
import { hasPermission, requireMemberId } from '#kernel/actor.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, invalid, notFound } from '#kernel/errors.ts';
import { addMonths, dayMs, toIso } from '#shared/dates.ts';
import { vipRefusal } from './policy.ts';
import * as queries from './queries.ts';

/** The length of a grant: either calendar months or days. */
export type Period = { months: number; days?: undefined } | { months?: undefined; days: number };

/** Who gets what: `columnId` for a column, `postId` for a post without end, neither for VIP. */
export type Grant = { memberId: string; source: string } & (
  | { scope: 'vip'; period: Period }
  | { scope: 'column'; columnId: string; period: Period }
  | { scope: 'post'; postId: string }
);

export type GivenGrant = { grantId: string; endsAt: Date | null };

/** Prefix of a trial's source. A trial does not count as a former subscription. */
const trialSource = 'trial';

/**
 * Gives VIP or a column for a period that starts at the later of now and the current end (docs/product.md §16), or a
 * post without end, in the caller's transaction. Concurrent grants to one member are serialised, so none is lost.
 * `source` is the origin: `order:7`, `redeem:3`, `trial:order:9`.
 */
export async function giveGrant(ctx: Context, trx: Trx, grant: Grant): Promise<GivenGrant> {
  // A post has no end, so the member's other grants do not matter.
  if (grant.scope !== 'post') await queries.lockGrantsOf(trx, grant.memberId);
  const now = ctx.now();
  const target = targetOf(grant);
  const from = grant.scope === 'post' ? now : ((await queries.findGrantEnd(trx, target, now)) ?? now);
  const endsAt = grant.scope === 'post' ? null : endOf(from, grant.period);
  const grantId = await queries.insertGrant(trx, {
    member_id: grant.memberId,
    scope: target.scope,
    target_id: target.targetId,
    source: grant.source,
    starts_at: now,
    ends_at: endsAt,
  });
  return { grantId, endsAt };
}

/**
 * Ends a grant now, in the caller's transaction. Later grants that extended it move forward, so that the member keeps
 * their full length. May be repeated; an expired or missing grant is left unchanged.
 */
export async function revokeGrant(ctx: Context, trx: Trx, grantId: string): Promise<void> {
  const found = await queries.findGrant(trx, grantId);
  if (!found) return;
  await queries.lockGrantsOf(trx, found.member_id);
  const now = ctx.now();
  const target = { memberId: found.member_id, scope: found.scope, targetId: found.target_id };
  const all = await queries.listGrantsFor(trx, target);
  const index = all.findIndex(({ id }) => id === grantId);
  const grant = all[index];
  if (!grant || (grant.ends_at !== null && grant.ends_at <= now)) return;
  // A period must not be empty, so a grant revoked in its first millisecond lasts one millisecond.
  const earliestEnd = new Date(Math.max(now.getTime(), grant.starts_at.getTime() + 1));
  if (grant.ends_at === null) return queries.updateGrantEnd(trx, grantId, earliestEnd);
  const before = all.slice(0, index).map(({ ends_at }) => ends_at?.getTime() ?? 0);
  const end = new Date(Math.max(earliestEnd.getTime(), ...before));
  const taken = grant.ends_at.getTime() - end.getTime();
  if (taken <= 0) return;
  await queries.updateGrantEnd(trx, grantId, end);
  for (const { id, ends_at } of all.slice(index + 1))
    if (ends_at) await queries.updateGrantEnd(trx, id, new Date(ends_at.getTime() - taken));
}

/**
 * Returns whether a member ever had VIP or this column other than as a trial, and whether they ever had a trial:
 * first-time prices and trials depend on it. The caller must hold the lock of the sale, or two concurrent orders both
 * count as the first.
 */
export const findGrantHistory = (
  trx: Trx | Context['db'],
  target: queries.GrantTarget,
): Promise<{ had: boolean; tried: boolean }> => queries.findPastGrants(trx, target, trialSource);

/** Gives VIP without an order, in its own transaction. @returns the new end @throws invalid for a bad number of days */
export async function giveVip(ctx: Context, memberId: string, days: number, source: string): Promise<Date> {
  checkVipDays(days);
  const { endsAt } = await inTransaction(ctx, (trx) =>
    giveGrant(ctx, trx, { memberId, scope: 'vip', period: { days }, source }),
  );
  return endsAt as Date;
}

/** @throws invalid unless it is a whole number of days, of at most a century */
export function checkVipDays(days: number): void {
  if (!(Number.isInteger(days) && days >= 1 && days <= 36_500))
    throw invalid('VIP 天数（--vip）应为 1 到 36500 的整数');
}

const targetOf = (grant: Grant): queries.GrantTarget => ({
  memberId: grant.memberId,
  scope: grant.scope,
  targetId: grant.scope === 'vip' ? null : grant.scope === 'column' ? grant.columnId : grant.postId,
});

const endOf = (from: Date, { months, days }: Period): Date =>
  months === undefined ? new Date(from.getTime() + days * dayMs) : addMonths(from, months);

/** The source of grants that staff give. */
const staffSource = 'staff';

/**
 * Gives VIP on behalf of staff. Concurrent calls add up, because they lock the member's row.
 * @throws conflict for the caller's own account and for staff above the caller (`vipRefusal`); notFound for an unknown or deleted member
 */
export function giveVipByHand(
  ctx: Context,
  { id, days, reason }: { id: string; days: number; reason: string },
): Promise<{ vipUntil: string }> {
  return inTransaction(ctx, async (trx) => {
    const member = await queries.lockMember(trx, id);
    if (!member) throw unknownMember();
    const refusal = vipRefusal(requireMemberId(ctx), member, hasPermission(ctx.actor, 'staff.manage'));
    if (refusal !== null) throw conflict(refusal);
    const before = await queries.findGrantEnd(trx, vipTarget(id), ctx.now());
    const { endsAt } = await giveGrant(ctx, trx, {
      memberId: id,
      scope: 'vip',
      period: { days },
      source: staffSource,
    });
    const vipUntil = toIso(endsAt as Date);
    await recordAction(ctx, trx, {
      action: 'member.giveVip',
      target: `member:${id}`,
      before: { vipUntil: before && toIso(before) },
      after: { vipUntil, days, reason },
    });
    return { vipUntil };
  });
}

/**
 * Ends VIP now and deletes VIP that had not begun. Grants of single posts and columns stay.
 * @throws conflict where no VIP runs; notFound for an unknown or deleted member
 */
export function endVipByHand(
  ctx: Context,
  { id, reason }: { id: string; reason: string },
): Promise<{ vipUntil: null }> {
  return inTransaction(ctx, async (trx) => {
    if (!(await queries.lockMember(trx, id))) throw unknownMember();
    const now = ctx.now();
    const before = await queries.findGrantEnd(trx, vipTarget(id), now);
    if (!before) throw conflict('这位会员现在没有 VIP');
    await queries.endRunningVip(trx, id, now);
    await queries.deleteFutureVip(trx, id, now);
    await recordAction(ctx, trx, {
      action: 'member.endVip',
      target: `member:${id}`,
      before: { vipUntil: toIso(before) },
      after: { vipUntil: null, reason },
    });
    return { vipUntil: null };
  });
}

const vipTarget = (memberId: string): queries.GrantTarget => ({ memberId, scope: 'vip', targetId: null });
const unknownMember = () => notFound('没有这位会员，或账号已注销');

/** Prevents the deletion of a column that was sold. @throws conflict while a member's subscription to it runs */
export async function onColumnsDeleting(
  ctx: Context,
  trx: Trx,
  { id, name }: ColumnsDeleting,
): Promise<void> {
  const subscribers = await queries.countColumnGrants(trx, id, ctx.now());
  if (subscribers > 0)
    throw conflict(`还有 ${subscribers} 位读者订阅着“${name}”，到期前不能删除；可以先让它不进菜单`);
}
