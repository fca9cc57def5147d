import type { Context, Trx } from '#kernel/context.ts';
import type { Entry } from './accounts.ts';
import { findKind, insertTransaction } from './queries.ts';

export type BookingKind =
  | 'sale'
  | 'surplus'
  | 'refund'
  | 'surplus_refund'
  | 'settlement'
  | 'withdrawal'
  | 'fee';

export type Booking = {
  /** What it books, once: `payment:7`, `refund:3`, `withdrawal:5:paid`. */
  key: string;
  kind: BookingKind;
  orderId?: string;
  /** The author whose account it touches. */
  authorId?: string | null;
  /** In fen, debits positive; they sum to zero. */
  entries: readonly Entry[];
};

/**
 * Books a transaction of double entry, in the caller's: once by its key, however often it is asked to. The database
 * refuses at commit what does not balance; here it is refused where it can be seen who did it.
 * @returns whether it was booked now; false where its key was before
 * @throws Error for entries that do not sum to zero, of nothing, or of parts of a fen
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

/** What was booked under a key; null where nothing was. */
export const findBooking = async (trx: Trx, key: string): Promise<BookingKind | null> =>
  ((await findKind(trx, key)) as BookingKind | undefined) ?? null;
