import type { Context } from '#kernel/context.ts';
import { get, post } from '#kernel/http/calls.ts';
import {
  type IncomeRules,
  listOwnLines,
  listOwnWithdrawals,
  listStaffWithdrawals,
  readAccounts,
  readAuthorAccount,
  readBookings,
  readIncome,
  readMonths,
} from './reads.ts';
import * as schema from './schema.ts';
import { approveWithdrawal, payWithdrawal, rejectWithdrawal, requestWithdrawal } from './withdrawals.ts';

const view = { permission: 'ledger.view' };
const settle = { permission: 'ledger.settle' };

/** The rules at the time of use. */
export type ReadIncomeRules = (ctx: Context) => Promise<IncomeRules>;

/** An author's own income and payouts, and the ledger as staff see it. */
export const ledgerRoutes = (rules: ReadIncomeRules) => [
  get('/member/getIncome', {
    access: 'member',
    summary: 'What the caller is owed as an author, and what of it can be paid out.',
    data: schema.income,
    run: async (ctx) => readIncome(ctx, await rules(ctx)),
  }),
  get('/member/incomeMonths', {
    access: 'member',
    summary: 'The caller’s account by month: a statement.',
    data: schema.months,
    run: (ctx) => readMonths(ctx),
  }),
  get('/member/incomeLines', {
    access: 'member',
    summary: 'The lines of the caller’s account, newest first.',
    query: schema.linesQuery,
    data: schema.linePage,
    run: (ctx, { query }) => listOwnLines(ctx, query),
  }),
  get('/member/withdrawals', {
    access: 'member',
    summary: 'The payouts the caller asked for, newest first.',
    query: schema.withdrawalsQuery,
    data: schema.withdrawalPage,
    run: (ctx, { query }) => listOwnWithdrawals(ctx, query),
  }),
  post('/member/requestWithdrawal', {
    access: 'member',
    summary: 'Asks for a payout of the caller’s own income, one at a time.',
    body: schema.withdrawalInput,
    data: schema.madeId,
    run: async (ctx, { body }) => requestWithdrawal(ctx, await rules(ctx), body),
  }),
  get('/admin/ledger/accounts', {
    access: view,
    summary: 'What we have and owe, by account; the sum is zero.',
    data: schema.accounts,
    run: (ctx) => readAccounts(ctx),
  }),
  get('/admin/ledger/list', {
    access: view,
    summary: 'What was booked, newest first, of one account or one order.',
    query: schema.bookingsQuery,
    data: schema.bookingPage,
    run: (ctx, { query }) => readBookings(ctx, query),
  }),
  get('/admin/ledger/author', {
    access: view,
    summary: 'An author’s account with its months.',
    query: schema.authorQuery,
    data: schema.authorAccount,
    run: async (ctx, { query }) => readAuthorAccount(ctx, await rules(ctx), query.authorId),
  }),
  get('/admin/withdrawal/list', {
    access: view,
    summary: 'Payouts that were asked for, newest first.',
    query: schema.staffWithdrawalsQuery,
    data: schema.staffWithdrawalPage,
    run: (ctx, { query }) => listStaffWithdrawals(ctx, query),
  }),
  post('/admin/withdrawal/approve', {
    access: settle,
    summary: 'Agrees to a payout; it leaves the author’s account.',
    body: schema.decideInput,
    data: schema.done,
    run: (ctx, { body }) => approveWithdrawal(ctx, body),
  }),
  post('/admin/withdrawal/reject', {
    access: settle,
    summary: 'Refuses a payout, also one that was approved and could not be paid.',
    body: schema.rejectInput,
    data: schema.done,
    run: (ctx, { body }) => rejectWithdrawal(ctx, body),
  }),
  post('/admin/withdrawal/pay', {
    access: settle,
    summary: 'Writes down that an approved payout was paid, with its proof.',
    body: schema.payInput,
    data: schema.done,
    run: (ctx, { body }) => payWithdrawal(ctx, body),
  }),
];
