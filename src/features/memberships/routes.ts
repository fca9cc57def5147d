import { get, post } from '#kernel/http/calls.ts';
import { saveCoupon, setCouponActive } from './coupons.ts';
import { savePlan } from './plans.ts';
import {
  listAdminPlans,
  listMemberships,
  listOfferedPlans,
  readBatches,
  readCodes,
  readCoupons,
} from './reads.ts';
import { createBatch, redeemCode, revokeBatch } from './redeem.ts';
import * as schema from './schema.ts';

const manage = { permission: 'offers.manage' };

export const membershipRoutes = [
  get('/reception/getPlans', {
    access: 'open',
    summary: "Lists the plans on sale, for VIP, one column or all columns, with the caller's prices.",
    query: schema.plansQuery,
    data: schema.offeredPlans,
    run: (ctx, { query }) => listOfferedPlans(ctx, query),
  }),
  get('/member/memberships', {
    access: 'member',
    summary: "Lists the caller's current VIP and column subscriptions with their ends.",
    data: schema.memberships,
    run: (ctx) => listMemberships(ctx),
  }),
  post('/member/redeemCode', {
    access: 'member',
    summary: 'Redeems a code for the caller, once; wrong codes are rate-limited.',
    body: schema.redeemInput,
    data: schema.redeemed,
    run: (ctx, { body }) => redeemCode(ctx, body.code),
  }),
  get('/admin/plan/list', {
    access: manage,
    summary: 'Lists all plans, on sale or not.',
    data: schema.adminPlans,
    run: (ctx) => listAdminPlans(ctx),
  }),
  post('/admin/plan/save', {
    access: manage,
    summary: 'Creates or changes a plan; pending orders keep their price.',
    body: schema.planInput,
    data: schema.createdId,
    run: (ctx, { body }) => savePlan(ctx, body),
  }),
  get('/admin/coupon/list', {
    access: manage,
    summary: 'Lists coupons, newest first; a keyword is a whole code.',
    query: schema.couponsQuery,
    data: schema.couponPage,
    run: (ctx, { query }) => readCoupons(ctx, query),
  }),
  post('/admin/coupon/save', {
    access: manage,
    summary: 'Creates or changes a coupon.',
    body: schema.couponInput,
    data: schema.createdId,
    run: (ctx, { body }) => saveCoupon(ctx, body),
  }),
  post('/admin/coupon/setActive', {
    access: manage,
    summary: 'Activates or deactivates a coupon.',
    body: schema.activeInput,
    data: schema.done,
    run: (ctx, { body }) => setCouponActive(ctx, body),
  }),
  get('/admin/redeem/batches', {
    access: manage,
    summary: 'Lists batches of redeem codes, newest first.',
    query: schema.batchesQuery,
    data: schema.batchPage,
    run: (ctx, { query }) => readBatches(ctx, query),
  }),
  post('/admin/redeem/create', {
    access: manage,
    summary: 'Creates a batch of redeem codes; returns them in plain text only this once.',
    body: schema.batchInput,
    data: schema.createdBatch,
    run: (ctx, { body }) => createBatch(ctx, body),
  }),
  get('/admin/redeem/codes', {
    access: manage,
    summary: 'Lists the codes of a batch by their last characters, with the members who redeemed them.',
    query: schema.codesQuery,
    data: schema.codePage,
    run: (ctx, { query }) => readCodes(ctx, query),
  }),
  post('/admin/redeem/revoke', {
    access: manage,
    summary: 'Revokes one code of a batch, or all unredeemed ones.',
    body: schema.revokeInput,
    data: schema.revoked,
    run: (ctx, { body }) => revokeBatch(ctx, body),
  }),
];
