import { z } from 'zod';
import { fen, fields, idOf, requiredText, text } from '#kernel/http/bodies.ts';
import { choice, id, optionalId, optionalText, paging, size } from '#kernel/http/inputs.ts';
import { cursorPageOf } from '#kernel/http/paging.ts';

export const done = z.boolean();
export const createdId = z.object({ id: z.string() });

const withdrawalState = z.enum(['requested', 'approved', 'rejected', 'paid']);

/** A withdrawal that an author requested. Money is fen. */
export const withdrawal = z.object({
  id: z.string(),
  amount: z.number().int(),
  /** The account to pay to, as the author typed it. */
  payee: z.string(),
  state: withdrawalState,
  note: z.string(),
  createdAt: z.string(),
  decidedAt: z.string().nullable(),
  paidAt: z.string().nullable(),
});

/** An author's income. A refund after a withdrawal can make `balance` negative. */
export const income = z.object({
  isAuthor: z.boolean(),
  /** The amount owed in total, including a requested withdrawal. */
  balance: z.number().int(),
  /** The part of it whose buyers can still request a refund. */
  settling: z.number().int(),
  /** The amount that can be withdrawn now. */
  available: z.number().int(),
  /** The total paid out so far. */
  paidOut: z.number().int(),
  /** The minimum of a withdrawal. */
  least: z.number().int(),
  /** The author's share of a sale made today, in percent. */
  sharePercent: z.number(),
  /** The open withdrawal. */
  open: withdrawal.nullable(),
});

/** The months of an author's account, newest first. */
export const months = z.array(
  z.object({
    /** `2026-11`, a month in Shanghai. */
    month: z.string(),
    sales: z.number().int(),
    earned: z.number().int(),
    refunded: z.number().int(),
    withdrawn: z.number().int(),
    /** The amount owed at the end of the month. */
    balance: z.number().int(),
  }),
);

/** One line of an author's account. */
const line = z.object({
  id: z.string(),
  kind: z.enum(['sale', 'refund', 'settlement']),
  /** The title of the post sold; empty for withdrawals. */
  title: z.string(),
  orderId: z.string().nullable(),
  /** The change of the balance: positive for income. */
  amount: z.number().int(),
  bookedAt: z.string(),
});
export const linePage = cursorPageOf(line);
export const linesQuery = z.object({ size, cursor: paging.cursor });

export const withdrawalPage = cursorPageOf(withdrawal);
export const withdrawalsQuery = z.object({ cursor: optionalId('游标'), size });
export const withdrawalInput = fields({
  amount: fen('提现金额').meta({ examples: [10_000] }),
  payee: requiredText('收款账户', 200),
});

export const adminWithdrawal = withdrawal.extend({
  authorId: z.string(),
  authorName: z.string(),
  memberId: z.string().nullable(),
});
export const adminWithdrawalPage = cursorPageOf(adminWithdrawal);
export const adminWithdrawalsQuery = z.object({
  state: choice('状态', ['all', ...withdrawalState.options], 'all'),
  authorId: optionalId('作者编号'),
  cursor: optionalId('游标'),
  size,
});
export const decideInput = fields({ id: idOf('提现编号'), note: text('说明', 200) });
export const rejectInput = fields({ id: idOf('提现编号'), note: requiredText('原因', 200) });
/** `note` is the bank's reference or another proof of the payment. */
export const payInput = fields({ id: idOf('提现编号'), note: requiredText('打款凭证号', 200) });

/** The balances by account; `authors` is the sum of all author accounts. Debits are positive; the sum is zero. */
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
  authorName: z.string().nullable(),
  /** The gateway's number of the payment or refund; null for other bookings. */
  gatewayNumber: z.string().nullable(),
  bookedAt: z.string(),
  entries: z.array(z.object({ account: z.string(), amount: z.number().int() })),
});
export const bookingPage = cursorPageOf(booking);
export const bookingsQuery = z.object({
  /** A whole account name, such as `gateway:wechat` or `author:12`. */
  account: optionalText('账户', 40),
  orderId: optionalId('订单编号'),
  cursor: optionalId('游标'),
  size,
});
export const exportQuery = bookingsQuery.pick({ account: true });
export const authorQuery = z.object({ authorId: id('作者编号') });
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
export type AdminWithdrawal = z.infer<typeof adminWithdrawal>;
export type LedgerBooking = z.infer<typeof booking>;
export type AuthorAccount = z.infer<typeof authorAccount>;
