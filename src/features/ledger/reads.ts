import type { z } from 'zod';
import { requireMemberId } from '#kernel/actor.ts';
import type { Context } from '#kernel/context.ts';
import { notFound } from '#kernel/errors.ts';
import { cutPage, toCursorPage } from '#kernel/http/paging.ts';
import { writeCursor } from '#shared/cursors.ts';
import { toIso } from '#shared/dates.ts';
import { ownShare } from './accounts.ts';
import {
  findAuthor,
  findAuthorOf,
  findOpenWithdrawal,
  type LineRow,
  listLines,
  listMonths,
  listWithdrawals,
  sumPaidOut,
  type WithdrawalRow,
} from './income-queries.ts';
import { type BookingRow, findBalance, listBalances, listBookings } from './queries.ts';
import type * as schema from './schema.ts';
import { findAuthorBalance, type PayoutRules } from './withdrawals.ts';

export type IncomeRules = PayoutRules & { authorShare: number };

/** Five years of months. */
const maxMonths = 60;
const siteAccounts = [
  'gateway:wechat',
  'gateway:alipay',
  'gateway:sandbox',
  'bank',
  'revenue',
  'owed:surplus',
  'withdrawals',
];

/** Returns the caller's income as an author; zeros for a caller who is not an author. */
export async function readIncome(ctx: Context, rules: IncomeRules): Promise<schema.Income> {
  const author = await findAuthorOf(ctx.db, requireMemberId(ctx));
  const known = {
    least: rules.withdrawalLeast,
    sharePercent: (author && ownShare(author)) ?? rules.authorShare / 100,
  };
  if (!author)
    return { isAuthor: false, balance: 0, settling: 0, available: 0, paidOut: 0, open: null, ...known };
  const [authorBalance, paidOut, open] = await Promise.all([
    findAuthorBalance(ctx, ctx.db, author.id, rules),
    sumPaidOut(ctx.db, author.id),
    findOpenWithdrawal(ctx.db, author.id),
  ]);
  return { isAuthor: true, ...authorBalance, paidOut, open: open ? presentWithdrawal(open) : null, ...known };
}

/** Returns the caller's account by month. */
export async function readMonths(ctx: Context): Promise<schema.IncomeMonth[]> {
  const author = await findAuthorOf(ctx.db, requireMemberId(ctx));
  return author ? monthsOf(ctx, author.id) : [];
}

/** Returns the lines of the caller's account, newest first. */
export async function listOwnLines(ctx: Context, { size, cursor }: z.output<typeof schema.linesQuery>) {
  const author = await findAuthorOf(ctx.db, requireMemberId(ctx));
  if (!author) return { records: [], cursor: null };
  const after = cursor && { at: new Date(cursor.at), id: cursor.id };
  const rows = await listLines(ctx.db, author.id, { limit: size + 1, after });
  const { shown, last } = cutPage(rows, size);
  return {
    records: shown.map(presentLine),
    cursor: last ? writeCursor({ at: last.created_at.getTime(), id: last.id }) : null,
  };
}

/** Returns the caller's withdrawals. */
export async function listOwnWithdrawals(
  ctx: Context,
  { size, cursor }: z.output<typeof schema.withdrawalsQuery>,
) {
  const author = await findAuthorOf(ctx.db, requireMemberId(ctx));
  if (!author) return { records: [], cursor: null };
  const filter = { state: 'all', authorId: author.id };
  const rows = await listWithdrawals(ctx.db, filter, { limit: size + 1, before: cursor });
  return toCursorPage(rows, size, presentWithdrawal);
}

/** Returns withdrawals for staff, newest first. */
export async function listAdminWithdrawals(
  ctx: Context,
  { state, authorId, size, cursor }: z.output<typeof schema.adminWithdrawalsQuery>,
) {
  const rows = await listWithdrawals(ctx.db, { state, authorId }, { limit: size + 1, before: cursor });
  return toCursorPage(rows, size, presentAdminWithdrawal);
}

/**
 * Returns the balances of the site's accounts and of all authors together. The whole ledger sums to zero, so the
 * authors' balance is computed from the others.
 */
export async function readAccounts(ctx: Context): Promise<{ account: string; balance: number }[]> {
  const known = await listBalances(ctx.db, siteAccounts);
  const authors = 0 - known.reduce((sum, { balance }) => sum + balance, 0);
  const balanceOf = new Map(known.map(({ account, balance }) => [account, balance]));
  const site = siteAccounts.flatMap((account) => {
    const balance = balanceOf.get(account);
    return balance === undefined ? [] : [{ account, balance }];
  });
  return [...site, { account: 'authors', balance: authors }];
}

/** Returns bookings, newest first, of one account or one order. */
export async function readBookings(
  ctx: Context,
  { account, orderId, size, cursor }: z.output<typeof schema.bookingsQuery>,
) {
  const rows = await listBookings(ctx.db, { account, orderId }, { limit: size + 1, before: cursor });
  return toCursorPage(rows, size, presentBooking);
}

/** Returns an author's account for staff. @throws notFound */
export async function readAuthorAccount(
  ctx: Context,
  rules: PayoutRules,
  authorId: string,
): Promise<schema.AuthorAccount> {
  const author = await findAuthor(ctx.db, authorId);
  if (!author) throw notFound('作者不存在');
  const [authorBalance, paidOut, months] = await Promise.all([
    findAuthorBalance(ctx, ctx.db, authorId, rules),
    sumPaidOut(ctx.db, authorId),
    monthsOf(ctx, authorId),
  ]);
  return { authorId, authorName: author.name, ...authorBalance, paidOut, months };
}

/** Computes the balances backwards from the current one: each month begins with the end of the previous one. */
async function monthsOf(ctx: Context, authorId: string): Promise<schema.IncomeMonth[]> {
  const rows = await listMonths(ctx.db, authorId, maxMonths);
  let balance = 0 - (await findBalance(ctx.db, `author:${authorId}`));
  return rows.map((row) => {
    const [earned, refunded, withdrawn] = [row.earned, row.refunded, row.withdrawn].map(Number) as [
      number,
      number,
      number,
    ];
    const shown = { month: row.month, sales: row.sales, earned, refunded, withdrawn, balance };
    balance -= earned - refunded - withdrawn;
    return shown;
  });
}

const presentWithdrawal = (row: WithdrawalRow): schema.Withdrawal => ({
  id: row.id,
  amount: Number(row.amount),
  payee: row.payee,
  state: row.state as schema.Withdrawal['state'],
  note: row.note,
  createdAt: toIso(row.created_at),
  decidedAt: row.decided_at && toIso(row.decided_at),
  paidAt: row.paid_at && toIso(row.paid_at),
});

const presentAdminWithdrawal = (row: WithdrawalRow): schema.AdminWithdrawal => ({
  ...presentWithdrawal(row),
  authorId: row.author_id,
  authorName: row.author_name,
  memberId: row.member_id,
});

const presentLine = (row: LineRow): schema.IncomeLine => ({
  id: row.id,
  kind: row.kind as schema.IncomeLine['kind'],
  title: row.title ?? '',
  orderId: row.order_id,
  amount: Number(row.amount),
  bookedAt: toIso(row.created_at),
});

const presentBooking = (row: BookingRow): schema.LedgerBooking => ({
  id: row.id,
  key: row.key,
  kind: row.kind as schema.LedgerBooking['kind'],
  orderId: row.order_id,
  orderNumber: row.order_number,
  authorId: row.author_id,
  authorName: row.author_name,
  gatewayNumber: row.gateway_number,
  bookedAt: toIso(row.created_at),
  entries: row.entries,
});
