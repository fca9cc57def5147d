export { findCouponId, holdCoupon, quoteCoupon, releaseCoupon, spendCoupon } from './coupons.ts';
export { addFirstPlans } from './first-plans.ts';
export { findRedeemedGifts, makeGift, prepareGifts, readGiftCode, takeBackGift } from './gifts.ts';
export { isTrialPlan } from './plan-queries.ts';
export { pricePlan } from './plans.ts';
export { listOffers } from './reads.ts';
export { membershipRoutes } from './routes.ts';
export { limitTries, tidyTries } from './tries.ts';
