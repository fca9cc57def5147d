import { get, post } from '#kernel/http/calls.ts';
import { saveCoupon, setCouponActive } from './coupons.ts';
import { savePlan } from './plans.ts';
import { listMemberships, listOffers, listStaffPlans, readBatches, readCodes, readCoupons } from './reads.ts';
import { createBatch, redeemCode, revokeBatch } from './redeem.ts';
import * as schema from './schema.ts';

const manage = { permission: 'offers.manage' };

/** Plans, coupons and redeem codes: what readers see of them, and what staff do with them. */
export const membershipRoutes = [
  get('/reception/getPlans', {
    access: 'open',
    summary:
      'The plans on sale: VIP, and subscriptions of one column or all, each with what it costs the caller.',
    query: schema.plansQuery,
    data: schema.offeredPlans,
    run: (ctx, { query }) => listOffers(ctx, query),
  }),
  get('/member/memberships', {
    access: 'member',
    summary: 'What the caller has running: VIP and columns, each until when.',
    data: schema.memberships,
    run: (ctx) => listMemberships(ctx),
  }),
  post('/member/redeemCode', {
    access: 'member',
    summary: 'Gives the caller what a redeem code stands for, once; limited in wrong tries.',
    body: schema.redeemInput,
    data: schema.redeemed,
    run: (ctx, { body }) => redeemCode(ctx, body.code),
  }),
  get('/admin/plan/list', {
    access: manage,
    summary: 'All plans, on sale or not.',
    data: schema.staffPlans,
    run: (ctx) => listStaffPlans(ctx),
  }),
  post('/admin/plan/save', {
    access: manage,
    summary: 'Adds a plan or changes one; orders that wait keep their price.',
    body: schema.planInput,
    data: schema.madeId,
    run: (ctx, { body }) => savePlan(ctx, body),
  }),
  get('/admin/coupon/list', {
    access: manage,
    summary: 'Coupons, newest first; a keyword is a whole code.',
    query: schema.couponsQuery,
    data: schema.couponPage,
    run: (ctx, { query }) => readCoupons(ctx, query),
  }),
  post('/admin/coupon/save', {
    access: manage,
    summary: 'Adds a coupon or changes one.',
    body: schema.couponInput,
    data: schema.madeId,
    run: (ctx, { body }) => saveCoupon(ctx, body),
  }),
  post('/admin/coupon/setActive', {
    access: manage,
    summary: 'Lets a coupon be used, or no longer.',
    body: schema.activeInput,
    data: schema.done,
    run: (ctx, { body }) => setCouponActive(ctx, body),
  }),
  get('/admin/redeem/batches', {
    access: manage,
    summary: 'Batches of redeem codes, newest first.',
    query: schema.batchesQuery,
    data: schema.batchPage,
    run: (ctx, { query }) => readBatches(ctx, query),
  }),
  post('/admin/redeem/create', {
    access: manage,
    summary: 'Makes a batch of redeem codes, answered in plain text this once.',
    body: schema.batchInput,
    data: schema.madeBatch,
    run: (ctx, { body }) => createBatch(ctx, body),
  }),
  get('/admin/redeem/codes', {
    access: manage,
    summary: 'The codes of a batch by their endings, and who redeemed them.',
    query: schema.codesQuery,
    data: schema.codePage,
    run: (ctx, { query }) => readCodes(ctx, query),
  }),
  post('/admin/redeem/revoke', {
    access: manage,
    summary: 'Makes one code of a batch, or all that nobody redeemed, worth nothing.',
    body: schema.revokeInput,
    data: schema.revoked,
    run: (ctx, { body }) => revokeBatch(ctx, body),
  }),
];
