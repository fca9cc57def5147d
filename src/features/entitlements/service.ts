import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { invalid } from '#kernel/errors.ts';
import { dayMs } from '#shared/dates.ts';
import { findVipEnd, insertGrant } from './queries.ts';

/**
 * Gives VIP for so many days, from the later of now and the current end (PRODUCT §6), in the caller's
 * transaction. @returns the new end
 */
export async function grantVip(
  ctx: Context,
  trx: Trx,
  memberId: string,
  days: number,
  source: string,
): Promise<Date> {
  const now = ctx.now();
  const from = (await findVipEnd(trx, memberId, now)) ?? now;
  const until = new Date(from.getTime() + days * dayMs);
  await insertGrant(trx, {
    member_id: memberId,
    scope: 'vip',
    target_id: null,
    source,
    starts_at: now,
    ends_at: until,
  });
  return until;
}

/**
 * Gives VIP by hand, in a transaction of its own. @returns the new end
 * @throws invalid for a number of days that is none
 */
export async function giveVip(ctx: Context, memberId: string, days: number, source: string): Promise<Date> {
  checkVipDays(days);
  return inTransaction(ctx, (trx) => grantVip(ctx, trx, memberId, days, source));
}

/** @throws invalid unless it is a whole number of days, of a century at most */
export function checkVipDays(days: number): void {
  if (!(Number.isInteger(days) && days >= 1 && days <= 36_500))
    throw invalid('VIP 天数（--vip）应为 1 到 36500 的整数');
}
