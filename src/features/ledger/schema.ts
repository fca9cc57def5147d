import { z } from 'zod';
import { fen, fields, filled, idOf, text } from '#kernel/http/bodies.ts';
import { choice, id, optionalId, optionalText, paging, size } from '#kernel/http/inputs.ts';
import { cursorPageOf } from '#kernel/http/paging.ts';

export const done = z.boolean();
export const madeId = z.object({ id: z.string() });

const withdrawalState = z.enum(['requested', 'approved', 'rejected', 'paid']);

/** What somebody asked to be paid out. Money is fen. */
export const withdrawal = z.object({
  id: z.string(),
  amount: z.number().int(),
  /** Where it is to go, as its author wrote it. */
  payee: z.string(),
  state: withdrawalState,
  note: z.string(),
  createdAt: z.string(),
  decidedAt: z.string().nullable(),
  paidAt: z.string().nullable(),
});

/** What an author is owed. A refund after a payout can leave them in debt: `balance` is below zero then. */
export const income = z.object({
  isAuthor: z.boolean(),
  /** What is owed in all, payouts that wait included. */
  balance: z.number().int(),
  /** Of it, what came so lately that its buyers can still ask for a refund. */
  settling: z.number().int(),
  /** What can be asked for now. */
  available: z.number().int(),
  /** What was paid out so far. */
  paidOut: z.number().int(),
  /** The least one can ask for. */
  least: z.number().int(),
  /** The author's part of a sale made today, in percent. */
  sharePercent: z.number(),
  /** The payout that is under way. */
  open: withdrawal.nullable(),
});

/** A month of an author's account; newest first. */
export const months = z.array(
  z.object({
    /** `2026-11`, a month of Shanghai. */
    month: z.string(),
    sales: z.number().int(),
    earned: z.number().int(),
    refunded: z.number().int(),
    withdrawn: z.number().int(),
    /** What was owed at its end. */
    balance: z.number().int(),
  }),
);

/** One line of an author's account. */
const line = z.object({
  id: z.string(),
  kind: z.enum(['sale', 'refund', 'settlement']),
  /** What was sold; empty for payouts. */
  title: z.string(),
  orderId: z.string().nullable(),
  /** What it changed: above zero came, below went. */
  amount: z.number().int(),
  bookedAt: z.string(),
});
export const linePage = cursorPageOf(line);
export const linesQuery = z.object({ size, cursor: paging.cursor });

export const withdrawalPage = cursorPageOf(withdrawal);
export const withdrawalsQuery = z.object({ cursor: optionalId('cursor', '游标'), size });
export const withdrawalInput = fields({
  amount: fen('amount', '提现金额'),
  payee: filled('payee', '收款账户', 200),
});

export const staffWithdrawal = withdrawal.extend({
  authorId: z.string(),
  authorName: z.string(),
  memberId: z.string().nullable(),
});
export const staffWithdrawalPage = cursorPageOf(staffWithdrawal);
export const staffWithdrawalsQuery = z.object({
  state: choice('state', '状态', ['all', ...withdrawalState.options], 'all'),
  authorId: optionalId('authorId', '作者编号'),
  cursor: optionalId('cursor', '游标'),
  size,
});
export const decideInput = fields({ id: idOf('id', '提现编号'), note: text('note', '说明', 200) });
export const rejectInput = fields({ id: idOf('id', '提现编号'), note: filled('note', '原因', 200) });
/** `note` is the bank's number or whatever proves the payment. */
export const payInput = fields({ id: idOf('id', '提现编号'), note: filled('note', '打款凭证号', 200) });

/** What we have and owe, by account; `authors` are all of theirs together. Debits positive; the sum is zero. */
export const accounts = z.array(z.object({ account: z.string(), balance: z.number().int() }));

const bookingKind = z.enum([
  'sale',
  'surplus',
  'refund',
  'surplus_refund',
  'settlement',
  'withdrawal',
  'fee',
]);
export const booking = z.object({
  id: z.string(),
  key: z.string(),
  kind: bookingKind,
  orderId: z.string().nullable(),
  orderNumber: z.string().nullable(),
  authorId: z.string().nullable(),
  bookedAt: z.string(),
  entries: z.array(z.object({ account: z.string(), amount: z.number().int() })),
});
export const bookingPage = cursorPageOf(booking);
export const bookingsQuery = z.object({
  /** A whole account, such as `gateway:wechat` or `author:12`. */
  account: optionalText('account', '账户', 40),
  orderId: optionalId('orderId', '订单编号'),
  cursor: optionalId('cursor', '游标'),
  size,
});
export const authorQuery = z.object({ authorId: id('authorId', '作者编号') });
export const authorAccount = z.object({
  authorId: z.string(),
  authorName: z.string(),
  balance: z.number().int(),
  settling: z.number().int(),
  available: z.number().int(),
  paidOut: z.number().int(),
  months,
});

export type Income = z.infer<typeof income>;
export type IncomeMonth = z.infer<typeof months>[number];
export type IncomeLine = z.infer<typeof linePage>['records'][number];
export type Withdrawal = z.infer<typeof withdrawal>;
export type StaffWithdrawal = z.infer<typeof staffWithdrawal>;
export type LedgerBooking = z.infer<typeof booking>;
export type AuthorAccount = z.infer<typeof authorAccount>;
