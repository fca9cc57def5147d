import type { Context } from '#kernel/context.ts';
import { binaryFile, byHand, get, post } from '#kernel/http/calls.ts';
import { exportBookings, exportIncome } from './export-ledger.ts';
import {
  type IncomeRules,
  listAdminWithdrawals,
  listOwnLines,
  listOwnWithdrawals,
  readAccounts,
  readAuthorAccount,
  readBookings,
  readIncome,
  readMonths,
} from './reads.ts';
import * as schema from './schema.ts';
import { approveWithdrawal, markWithdrawalPaid, rejectWithdrawal, requestWithdrawal } from './withdrawals.ts';

const view = { permission: 'ledger.view' };
const settle = { permission: 'ledger.settle' };

/** Reads the settings at the time of use. */
export type ReadIncomeRules = (ctx: Context) => Promise<IncomeRules>;

export const ledgerRoutes = (rules: ReadIncomeRules) => [
  get('/member/getIncome', {
    access: 'member',
    summary: "Returns the caller's income as an author and the amount that can be withdrawn.",
    data: schema.income,
    run: async (ctx) => readIncome(ctx, await rules(ctx)),
  }),
  get('/member/incomeMonths', {
    access: 'member',
    summary: "Returns a monthly statement of the caller's account.",
    data: schema.months,
    run: (ctx) => readMonths(ctx),
  }),
  get('/member/incomeLines', {
    access: 'member',
    summary: "Lists the lines of the caller's account, newest first.",
    query: schema.linesQuery,
    data: schema.linePage,
    run: (ctx, { query }) => listOwnLines(ctx, query),
  }),
  get('/member/exportIncome', {
    access: 'member',
    summary: "Exports the lines of the caller's account as a CSV file.",
    binary: 'text/csv; charset=utf-8',
    data: binaryFile,
    run: (ctx) => exportIncome(ctx),
  }),
  get('/member/withdrawals', {
    access: 'member',
    summary: "Lists the caller's withdrawals, newest first.",
    query: schema.withdrawalsQuery,
    data: schema.withdrawalPage,
    run: (ctx, { query }) => listOwnWithdrawals(ctx, query),
  }),
  post('/member/requestWithdrawal', {
    access: 'member',
    limit: byHand,
    summary: "Requests a withdrawal of the caller's own income, one at a time.",
    body: schema.withdrawalInput,
    data: schema.createdId,
    run: async (ctx, { body }) => requestWithdrawal(ctx, await rules(ctx), body),
  }),
  get('/admin/ledger/accounts', {
    access: view,
    summary: "Returns the balances of the ledger's accounts, whose sum is zero.",
    data: schema.accounts,
    run: (ctx) => readAccounts(ctx),
  }),
  get('/admin/ledger/list', {
    access: view,
    summary: 'Lists bookings, newest first, of one account or one order.',
    query: schema.bookingsQuery,
    data: schema.bookingPage,
    run: (ctx, { query }) => readBookings(ctx, query),
  }),
  get('/admin/ledger/export', {
    access: view,
    summary: 'Exports the bookings of one account or of all as a CSV file.',
    query: schema.exportQuery,
    binary: 'text/csv; charset=utf-8',
    data: binaryFile,
    run: (ctx, { query }) => exportBookings(ctx, query),
  }),
  get('/admin/ledger/author', {
    access: view,
    summary: "Returns an author's account with its months.",
    query: schema.authorQuery,
    data: schema.authorAccount,
    run: async (ctx, { query }) => readAuthorAccount(ctx, await rules(ctx), query.authorId),
  }),
  get('/admin/withdrawal/list', {
    access: view,
    summary: 'Lists requested withdrawals, newest first.',
    query: schema.adminWithdrawalsQuery,
    data: schema.adminWithdrawalPage,
    run: (ctx, { query }) => listAdminWithdrawals(ctx, query),
  }),
  post('/admin/withdrawal/approve', {
    access: settle,
    summary: "Approves a withdrawal; its amount leaves the author's account.",
    body: schema.decideInput,
    data: schema.done,
    run: (ctx, { body }) => approveWithdrawal(ctx, body),
  }),
  post('/admin/withdrawal/reject', {
    access: settle,
    summary: 'Rejects a withdrawal, including an approved one that could not be paid.',
    body: schema.rejectInput,
    data: schema.done,
    run: (ctx, { body }) => rejectWithdrawal(ctx, body),
  }),
  post('/admin/withdrawal/pay', {
    access: settle,
    summary: 'Records the payment of an approved withdrawal with its proof.',
    body: schema.payInput,
    data: schema.done,
    run: (ctx, { body }) => markWithdrawalPaid(ctx, body),
  }),
];
