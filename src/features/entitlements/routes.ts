import { get, post } from '#kernel/http/calls.ts';
import { readGrants } from './reads.ts';
import { endVipInput, giveVipInput, grantList, grantsQuery, vipAnswer } from './schema.ts';
import { endVipByHand, giveVipByHand } from './service.ts';

export const entitlementRoutes = [
  get('/admin/member/grants', {
    access: { permission: 'members.view' },
    summary: 'Lists all grants of access that a member ever had, newest first.',
    query: grantsQuery,
    data: grantList,
    run: (ctx, { query }) => readGrants(ctx, query.id),
  }),
  post('/admin/member/giveVip', {
    access: { permission: 'members.manage' },
    summary:
      'Gives a member VIP for a number of days, starting now or at the end of the current VIP, whichever is later.',
    body: giveVipInput,
    data: vipAnswer,
    run: (ctx, { body }) => giveVipByHand(ctx, body),
  }),
  post('/admin/member/endVip', {
    access: { permission: 'members.manage' },
    summary: "Ends a member's VIP now and deletes VIP periods that have not begun.",
    body: endVipInput,
    data: vipAnswer,
    run: (ctx, { body }) => endVipByHand(ctx, body),
  }),
];
