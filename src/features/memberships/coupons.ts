import type { z } from 'zod';
import { differences, recordAction } from '#features/audit/index.ts';
import { columnRows } from '#features/columns/index.ts';
import type { Context, Database, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, invalid, notFound } from '#kernel/errors.ts';
import { toIso } from '#shared/dates.ts';
import { formatFen } from '#shared/money.ts';
import * as queries from './queries.ts';
import { isPostOffered } from './redeem-queries.ts';
import type { couponInput } from './schema.ts';

/** What a coupon is applied to: `targetId` is the VIP plan, the column plan or the post. */
export type CouponItem = {
  scope: 'vip' | 'column' | 'post';
  targetId: string;
  columnId?: string | null;
  price: number;
};

export type CouponQuote = { couponId: string; name: string; discount: number };

/**
 * Returns the discount of a coupon for this member and these goods, without reserving it. Within a transaction it locks
 * the coupon, so that the quote still holds when `reserveCoupon` follows. @throws invalid for an unknown or inactive
 * code; conflict for a coupon that cannot be used here, now or by this member
 */
export async function quoteCoupon(
  ctx: Pick<Context, 'now'>,
  db: Database | Trx,
  { code, memberId, goods }: { code: string; memberId: string; goods: CouponItem },
): Promise<CouponQuote> {
  const found = await queries.findCouponByCode(db, normaliseCouponCode(code));
  if (!found?.is_active) throw invalid('优惠码不存在或已停用', 'couponCode');
  // Outside a transaction a lock would end with the statement.
  const coupon = db.isTransaction ? await queries.lockCoupon(db as Trx, found.id) : found;
  if (!coupon) throw invalid('优惠码不存在或已停用', 'couponCode');
  checkCoupon(coupon, goods, ctx.now());
  if (coupon.total_limit !== null && coupon.used >= coupon.total_limit) throw conflict('优惠码已被用完');
  const uses = await queries.countCouponUses(db, coupon.id, memberId);
  if (uses >= coupon.member_limit)
    throw conflict(
      coupon.member_limit === 1 ? '你已用过这个优惠码' : `这个优惠码每人限用 ${coupon.member_limit} 次`,
    );
  return { couponId: coupon.id, name: coupon.name, discount: discountOf(coupon, goods.price) };
}

/** Returns the id of the coupon with a code, usable or not; undefined without one. */
export const findCouponId = async (db: Database | Trx, code: string): Promise<string | undefined> =>
  (await queries.findCouponByCode(db, normaliseCouponCode(code)))?.id;

/** Reserves a coupon, quoted in the same transaction, for a pending order. */
export async function reserveCoupon(
  trx: Trx,
  { couponId, memberId, orderId }: { couponId: string; memberId: string; orderId: string },
): Promise<void> {
  await queries.insertCouponUse(trx, { order_id: orderId, coupon_id: couponId, member_id: memberId });
  await queries.changeUsedCount(trx, couponId, 1);
}

/** Marks the coupon that a paid order holds, if any, as used for good. May be repeated. */
export async function markCouponUsed(trx: Trx, orderId: string): Promise<void> {
  await queries.updateCouponUse(trx, orderId, 'used');
}

/** Releases the coupon that a closed order holds, if any, so that it can be used again. May be repeated. */
export async function releaseCoupon(trx: Trx, orderId: string): Promise<void> {
  const couponId = await queries.updateCouponUse(trx, orderId, 'released');
  if (couponId !== undefined) await queries.changeUsedCount(trx, couponId, -1);
}

/**
 * Adds or changes a coupon; orders that hold it keep their discount. @throws conflict for an existing code; invalid for
 * a missing target, a changed code, an end before the start, and limits below the number of uses; notFound
 */
export async function saveCoupon(
  ctx: Context,
  { id, ...input }: z.output<typeof couponInput>,
): Promise<{ id: string }> {
  return inTransaction(ctx, async (trx) => {
    const before = id === undefined ? undefined : await queries.lockCoupon(trx, id);
    if (id !== undefined && !before) throw notFound('优惠券不存在');
    // A coupon can still be changed, such as switched off, after its post was withdrawn.
    const isSameTarget = before?.scope === input.scope && before.target_id === input.targetId;
    if (!isSameTarget && !(await isTargetPresent(ctx, trx, input)))
      throw invalid('适用对象不存在，或还没有发布', 'targetId');
    const startsAt = input.startsAt ?? before?.starts_at ?? ctx.now();
    if (input.endsAt !== null && input.endsAt <= startsAt) throw invalid('结束时间应晚于开始时间', 'endsAt');
    if (before && input.totalLimit !== null && input.totalLimit < before.used)
      throw invalid(`总次数不能少于已用的 ${before.used} 次`, 'totalLimit');
    if (before && before.code !== input.code) throw invalid('优惠码不能修改，请新建一张', 'code');
    const row = {
      code: input.code,
      name: input.name,
      amount_off: input.amountOff,
      percent_off: input.percentOff,
      least_price: input.leastPrice,
      scope: input.scope,
      target_id: input.targetId,
      starts_at: startsAt,
      ends_at: input.endsAt,
      total_limit: input.totalLimit,
      member_limit: input.memberLimit,
      is_active: input.isActive,
    };
    const savedId = before?.id ?? (await queries.insertCoupon(trx, row));
    if (savedId === undefined) throw conflict('这个优惠码已存在，请换一个', 'code');
    if (before) await queries.updateCoupon(trx, savedId, row);
    await recordAction(ctx, trx, {
      action: before ? 'coupon.save' : 'coupon.create',
      target: `coupon:${savedId}`,
      ...(before ? differences(describeCoupon(before), describeCoupon(row)) : { after: describeCoupon(row) }),
    });
    return { id: savedId };
  });
}

/** Activates or deactivates a coupon; orders that hold it keep it. @throws notFound */
export async function setCouponActive(
  ctx: Context,
  { id, isActive }: { id: string; isActive: boolean },
): Promise<true> {
  await inTransaction(ctx, async (trx) => {
    const before = await queries.lockCoupon(trx, id);
    if (!before) throw notFound('优惠券不存在');
    await queries.updateCoupon(trx, id, { is_active: isActive });
    await recordAction(ctx, trx, {
      action: 'coupon.setActive',
      target: `coupon:${id}`,
      before: { isActive: before.is_active },
      after: { isActive },
    });
  });
  return true;
}

/** Returns the discount in fen, at most the price. A percentage is rounded down. */
export function discountOf(
  { amount_off, percent_off }: Pick<queries.CouponRow, 'amount_off' | 'percent_off'>,
  price: number,
): number {
  return Math.min(price, amount_off ?? Math.floor((price * (percent_off ?? 0)) / 100));
}

const describeCoupon = (row: queries.NewCoupon) => ({
  code: row.code,
  name: row.name,
  amountOff: row.amount_off,
  percentOff: row.percent_off,
  leastPrice: row.least_price,
  scope: row.scope,
  targetId: row.target_id,
  startsAt: toIso(row.starts_at),
  endsAt: row.ends_at && toIso(row.ends_at),
  totalLimit: row.total_limit,
  memberLimit: row.member_limit,
  isActive: row.is_active,
});

/** Full-width and lower-case characters are equivalent. */
const normaliseCouponCode = (code: string): string => code.normalize('NFKC').trim().toUpperCase();

function checkCoupon(coupon: queries.CouponRow, goods: CouponItem, now: Date): void {
  if (coupon.starts_at > now) throw conflict('优惠码还没到可以使用的时间');
  if (coupon.ends_at !== null && coupon.ends_at <= now) throw conflict('优惠码已过期');
  const isApplicable =
    (coupon.scope === 'all' || coupon.scope === goods.scope) &&
    (coupon.target_id === null ||
      coupon.target_id === (goods.scope === 'column' ? goods.columnId : goods.targetId));
  if (!isApplicable) throw conflict('这个优惠码不能用于所选内容');
  if (goods.price < coupon.least_price)
    throw conflict(`满 ${formatFen(coupon.least_price)} 才能使用这个优惠码`);
}

/** Returns whether a target exists: a VIP plan, a column, a post. No target means that all are meant. */
export async function isTargetPresent(
  ctx: Context,
  db: Database | Trx,
  { scope, targetId }: { scope: string; targetId: string | null },
): Promise<boolean> {
  if (targetId === null) return true;
  if (scope === 'column') return (await columnRows(ctx)).some(({ id }) => id === targetId);
  if (scope === 'vip') return (await queries.findPlan(db, targetId))?.scope === 'vip';
  return isPostOffered(db, targetId);
}
