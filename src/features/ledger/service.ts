import type { Context, Trx } from '#kernel/context.ts';
import type { Entry } from './accounts.ts';
import { findTransactionKind, insertTransaction } from './queries.ts';

export type BookingKind =
  | 'sale'
  | 'surplus'
  | 'refund'
  | 'surplus_refund'
  | 'settlement'
  | 'withdrawal'
  | 'fee';

export type Booking = {
  /** Idempotency key, made from what is booked: `payment:7`, `refund:3`, `withdrawal:5:paid`. */
  key: string;
  kind: BookingKind;
  orderId?: string;
  /** The author whose account it changes. */
  authorId?: string | null;
  /** In fen, debits positive; they sum to zero. */
  entries: readonly Entry[];
};

/**
 * Books a double-entry transaction within the caller's database transaction, once per key. The database rejects an
 * unbalanced transaction only at commit; this check names the transaction and fails in its caller.
 * @returns true if it was booked now, false if the key was booked before
 * @throws Error if the entries do not sum to zero, are fewer than two, or contain zero or a fraction of a fen
 */
export async function bookTransaction(
  ctx: Pick<Context, 'now'>,
  trx: Trx,
  { key, kind, orderId, authorId, entries }: Booking,
): Promise<boolean> {
  const sum = entries.reduce((total, { amount }) => total + amount, 0);
  const isWhole = entries.every(({ amount }) => Number.isSafeInteger(amount) && amount !== 0);
  if (sum !== 0 || !isWhole || entries.length < 2)
    throw new Error(`ledger transaction ${key} does not balance: ${JSON.stringify(entries)}`);
  const row = {
    key,
    kind,
    order_id: orderId ?? null,
    author_id: authorId ?? null,
    created_at: ctx.now(),
  };
  return insertTransaction(trx, row, entries);
}

/** Returns the kind of the transaction booked under a key; null without one. */
export const findBookingKind = async (trx: Trx, key: string): Promise<BookingKind | null> =>
  ((await findTransactionKind(trx, key)) as BookingKind | undefined) ?? null;
