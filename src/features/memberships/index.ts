import type { z } from 'zod';
import type { Context } from '#kernel/context.ts';
import { defineFeature } from '#kernel/feature.ts';
import { validate } from '#kernel/http/calls.ts';
import { savePlan } from './plans.ts';
import { listOfferedPlans } from './reads.ts';
import { membershipRoutes } from './routes.ts';
import { planInput } from './schema.ts';

export { findCouponId, markCouponUsed, quoteCoupon, releaseCoupon, reserveCoupon } from './coupons.ts';
export { createGiftCode, ensureGiftKey, findRedeemedGifts, readGiftCode, revokeGift } from './gifts.ts';
export { pricePlan } from './plans.ts';
export { isTrialPlan } from './queries.ts';
export { listOfferedPlans } from './reads.ts';
export { limitWrongCodes } from './redeem.ts';

export const feature = defineFeature({
  name: 'memberships',
  routes: membershipRoutes,
  tables: {
    content: ['coupons', 'plans'],
    people: ['coupon_uses', 'redeem_batches', 'redeem_codes'],
    options: { coupons: { label: '优惠券' }, plans: { label: '套餐' } },
  },
  permissions: [
    {
      code: 'offers.manage',
      group: '经营',
      name: '套餐与优惠',
      about: '管理套餐、优惠券和兑换码',
      order: 50,
    },
  ],
  menu: [
    { to: '/offers', label: '售卖', icon: 'tag', permission: 'offers.manage', group: 'sales', order: 30 },
  ],
});

/** Adds the first plans of a portal, unless some are on sale. May be repeated. @throws invalid naming the field */
export async function addFirstPlans(ctx: Context, definitions: readonly unknown[]): Promise<void> {
  if ((await listOfferedPlans(ctx)).length > 0) return;
  for (const definition of definitions)
    await savePlan(ctx, validate(planInput, definition) as z.output<typeof planInput>);
}
