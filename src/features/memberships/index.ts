import { defineFeature } from '#kernel/feature.ts';
import { membershipRoutes } from './routes.ts';

export { findCouponId, markCouponUsed, quoteCoupon, releaseCoupon, reserveCoupon } from './coupons.ts';
export { addFirstPlans } from './first-plans.ts';
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
