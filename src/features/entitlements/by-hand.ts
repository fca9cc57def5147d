import { recordAction } from '#features/audit/index.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, notFound } from '#kernel/errors.ts';
import { toIso } from '#shared/dates.ts';
import { deleteVipFrom, findEnd, type GrantPlace, lockHolder, updateVipEnds } from './queries.ts';
import { giveGrant } from './service.ts';

/** What the grants of a hand are said to come from. */
const source = 'staff';

/**
 * Gives VIP by hand. Two at once add up: the member's row makes them wait for each other.
 * @throws notFound for an unknown or deleted member
 */
export function giveVipByHand(
  ctx: Context,
  { id, days, reason }: { id: string; days: number; reason: string },
): Promise<{ vipUntil: string }> {
  return inTransaction(ctx, async (trx) => {
    if (!(await lockHolder(trx, id))) throw unknownMember();
    const before = await findEnd(trx, vipOf(id), ctx.now());
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
    if (!(await lockHolder(trx, id))) throw unknownMember();
    const now = ctx.now();
    const before = await findEnd(trx, vipOf(id), now);
    if (!before) throw conflict('这位会员现在没有 VIP');
    await updateVipEnds(trx, id, now);
    await deleteVipFrom(trx, id, now);
    await recordAction(ctx, trx, {
      action: 'member.endVip',
      target: `member:${id}`,
      before: { vipUntil: toIso(before) },
      after: { vipUntil: null, reason },
    });
    return { vipUntil: null };
  });
}

const vipOf = (memberId: string): GrantPlace => ({ memberId, scope: 'vip', targetId: null });
const unknownMember = () => notFound('没有这位会员，或账号已注销');
