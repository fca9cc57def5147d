import type { z } from 'zod';
import type * as schema from './schema.ts';

export type OfferedPlan = z.infer<typeof schema.offeredPlan>;
export type StaffPlan = z.infer<typeof schema.staffPlan>;
export type PlanInput = z.input<typeof schema.planInput>;
export type Membership = z.infer<typeof schema.memberships>[number];
export type Coupon = z.infer<typeof schema.coupon>;
export type CouponInput = z.input<typeof schema.couponInput>;
export type RedeemBatch = z.infer<typeof schema.batch>;
export type BatchInput = z.input<typeof schema.batchInput>;
export type RedeemCode = z.infer<typeof schema.redeemCode>;
export type Redeemed = z.infer<typeof schema.redeemed>;

/** What readers ask about plans and codes. */
export type MembershipCalls = {
  'GET /reception/getPlans': { query: z.input<typeof schema.plansQuery>; data: OfferedPlan[] };
  'GET /member/memberships': { data: Membership[] };
  'POST /member/redeemCode': { body: z.input<typeof schema.redeemInput>; data: Redeemed };
};

/** Staff's, with the code `offers.manage`. */
export type OfferCalls = {
  'GET /admin/plan/list': { data: StaffPlan[] };
  'POST /admin/plan/save': { body: PlanInput; data: { id: string } };
  'GET /admin/coupon/list': {
    query: z.input<typeof schema.couponsQuery>;
    data: z.infer<typeof schema.couponPage>;
  };
  'POST /admin/coupon/save': { body: CouponInput; data: { id: string } };
  'POST /admin/coupon/setActive': { body: z.input<typeof schema.activeInput>; data: boolean };
  'GET /admin/redeem/batches': {
    query: z.input<typeof schema.batchesQuery>;
    data: z.infer<typeof schema.batchPage>;
  };
  'POST /admin/redeem/create': { body: BatchInput; data: { id: string; codes: string[] } };
  'GET /admin/redeem/codes': {
    query: z.input<typeof schema.codesQuery>;
    data: z.infer<typeof schema.codePage>;
  };
  'POST /admin/redeem/revoke': { body: z.input<typeof schema.revokeInput>; data: { revoked: number } };
};
