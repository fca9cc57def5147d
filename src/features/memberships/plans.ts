import { findHistory } from '#features/entitlements/index.ts';
import type { Database, Trx } from '#kernel/context.ts';
import { conflict, invalid, notFound } from '#kernel/errors.ts';
import { findPlan, type PlanRow } from './plan-queries.ts';

export type PricedPlan = { plan: PlanRow; price: number };

/**
 * What a plan costs this member: the first-time price for whoever never had its scope other than on trial, else its
 * price; the same for everybody in the same offer (PIPL art. 24). A gift costs the price. Read it under the lock of
 * whoever sells.
 * @throws notFound for an unknown plan; conflict for one that is not sold, and for a second trial
 */
export async function pricePlan(
  db: Database | Trx,
  { planId, memberId, isGift }: { planId: string; memberId: string; isGift: boolean },
): Promise<PricedPlan> {
  const plan = await findPlan(db, planId);
  if (!plan) throw notFound('套餐不存在');
  if (!plan.is_active) throw conflict('这个套餐已停售，请选择其他套餐');
  if (isGift && plan.is_trial) throw invalid('体验套餐不能作为礼物（isGift）');
  if (isGift) return { plan, price: plan.price };
  const history = await findHistory(db, {
    memberId,
    scope: plan.scope,
    targetId: plan.scope === 'vip' ? null : plan.column_id,
  });
  if (plan.is_trial && (history.tried || history.had))
    throw conflict(history.had ? '体验套餐只给没有开通过的会员' : '体验套餐每人限一次，您已体验过');
  return { plan, price: priceFor(plan, history.had) };
}

/** The price for whoever had the scope before, or did not. */
export const priceFor = ({ price, first_price }: Pick<PlanRow, 'price' | 'first_price'>, had: boolean) =>
  had ? price : (first_price ?? price);
