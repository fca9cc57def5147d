import { get, post } from '#kernel/http/calls.ts';
import { readGrants } from './reads.ts';
import { grantList, grantsQuery, vipAnswer, vipEnding, vipGift } from './schema.ts';
import { endVipByHand, giveVipByHand } from './service.ts';

/** VIP given and ended by staff. */
export const entitlementRoutes = [
  get('/admin/member/grants', {
    access: { permission: 'members.view' },
    summary: 'What a member was ever given to read, newest first.',
    query: grantsQuery,
    data: grantList,
    run: (ctx, { query }) => readGrants(ctx, query.id),
  }),
  post('/admin/member/giveVip', {
    access: { permission: 'members.manage' },
    summary: 'Gives VIP for so many days, from the later of now and the current end.',
    body: vipGift,
    data: vipAnswer,
    run: (ctx, { body }) => giveVipByHand(ctx, body),
  }),
  post('/admin/member/endVip', {
    access: { permission: 'members.manage' },
    summary: 'Ends VIP now, what was to begin later included.',
    body: vipEnding,
    data: vipAnswer,
    run: (ctx, { body }) => endVipByHand(ctx, body),
  }),
];
