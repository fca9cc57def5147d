import { recordAction } from '#features/audit/index.ts';
import type { ColumnsDeleting } from '#features/columns/events.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, invalid, notFound } from '#kernel/errors.ts';
import { addMonths, dayMs, toIso } from '#shared/dates.ts';
import * as queries from './queries.ts';

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
  if (grant.scope !== 'post') await queries.lockGrantsOf(trx, grant.memberId);
  const now = ctx.now();
  const place = placeOf(grant);
  const from = grant.scope === 'post' ? now : ((await queries.findEnd(trx, place, now)) ?? now);
  const endsAt = grant.scope === 'post' ? null : endOf(from, grant.period);
  const grantId = await queries.insertGrant(trx, {
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
  const found = await queries.findGrant(trx, grantId);
  if (!found) return;
  await queries.lockGrantsOf(trx, found.member_id);
  const now = ctx.now();
  const place = { memberId: found.member_id, scope: found.scope, targetId: found.target_id };
  const all = await queries.listGrantsFor(trx, place);
  const at = all.findIndex(({ id }) => id === grantId);
  const grant = all[at];
  if (!grant || (grant.ends_at !== null && grant.ends_at <= now)) return;
  // A period must have a length; one that is taken back in its first millisecond lasts that long.
  const soonest = new Date(Math.max(now.getTime(), grant.starts_at.getTime() + 1));
  if (grant.ends_at === null) return queries.updateGrantEnd(trx, grantId, soonest);
  const before = all.slice(0, at).map(({ ends_at }) => ends_at?.getTime() ?? 0);
  const end = new Date(Math.max(soonest.getTime(), ...before));
  const taken = grant.ends_at.getTime() - end.getTime();
  if (taken <= 0) return;
  await queries.updateGrantEnd(trx, grantId, end);
  for (const { id, ends_at } of all.slice(at + 1))
    if (ends_at) await queries.updateGrantEnd(trx, id, new Date(ends_at.getTime() - taken));
}

/**
 * Whether a member ever had VIP or this column other than on trial, and whether they ever tried it: prices for
 * beginners and trials depend on it. Read it under the lock of whoever sells, or two at once both begin.
 */
export const findHistory = (
  trx: Trx | Context['db'],
  place: queries.GrantPlace,
): Promise<{ had: boolean; tried: boolean }> => queries.findFormerScope(trx, place, trialSource);

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

const placeOf = (grant: Grant): queries.GrantPlace => ({
  memberId: grant.memberId,
  scope: grant.scope,
  targetId: grant.scope === 'vip' ? null : grant.scope === 'column' ? grant.columnId : grant.postId,
});

const endOf = (from: Date, { months, days }: Period): Date =>
  months === undefined ? new Date(from.getTime() + days * dayMs) : addMonths(from, months);

/** What the grants of a hand are said to come from. */
const source = 'staff';

/**
 * Gives VIP by hand. Two at once add up: the member's row makes them wait for each other.
 * @throws conflict for one's own account; notFound for an unknown or deleted member
 */
export function giveVipByHand(
  ctx: Context,
  { id, days, reason }: { id: string; days: number; reason: string },
): Promise<{ vipUntil: string }> {
  if (ctx.actor.kind === 'member' && ctx.actor.memberId === id)
    throw conflict('不能给自己开通 VIP，请由其他同事操作');
  return inTransaction(ctx, async (trx) => {
    if (!(await queries.lockHolder(trx, id))) throw unknownMember();
    const before = await queries.findEnd(trx, vipOf(id), ctx.now());
    const { endsAt } = await giveGrant(ctx, trx, { memberId: id, scope: 'vip', period: { days }, source });
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
 * Ends VIP now; what was to begin later never does. What was bought or given of single pieces and columns stays.
 * @throws conflict where no VIP runs; notFound for an unknown or deleted member
 */
export function endVipByHand(
  ctx: Context,
  { id, reason }: { id: string; reason: string },
): Promise<{ vipUntil: null }> {
  return inTransaction(ctx, async (trx) => {
    if (!(await queries.lockHolder(trx, id))) throw unknownMember();
    const now = ctx.now();
    const before = await queries.findEnd(trx, vipOf(id), now);
    if (!before) throw conflict('这位会员现在没有 VIP');
    await queries.updateVipEnds(trx, id, now);
    await queries.deleteVipFrom(trx, id, now);
    await recordAction(ctx, trx, {
      action: 'member.endVip',
      target: `member:${id}`,
      before: { vipUntil: toIso(before) },
      after: { vipUntil: null, reason },
    });
    return { vipUntil: null };
  });
}

const vipOf = (memberId: string): queries.GrantPlace => ({ memberId, scope: 'vip', targetId: null });
const unknownMember = () => notFound('没有这位会员，或账号已注销');

/** What was sold for a period is not taken away. @throws conflict while somebody's subscription to it runs */
export async function refuseSubscribedColumn(
  ctx: Context,
  trx: Trx,
  { id, name }: ColumnsDeleting,
): Promise<void> {
  const subscribers = await queries.countColumnGrants(trx, id, ctx.now());
  if (subscribers > 0)
    throw conflict(`还有 ${subscribers} 位读者订阅着「${name}」，到期前不能删除；可以先让它不进菜单`);
}
