/** Whose money it is. Debits are positive: what we have; credits negative: what we owe or have earned. */
export type Account =
  | `gateway:${string}`
  | `author:${string}`
  /** Money that paid nothing and goes back. */
  | 'owed:surplus'
  /** What the platform has earned. */
  | 'revenue'
  /** Withdrawals that were approved and are not paid out yet. */
  | 'withdrawals'
  | 'bank';

export type Entry = { account: Account; amount: number };

/** Shares are ten-thousandths: 7000 is 70 %. */
const whole = 10_000;

/** The author's part of so much, in fen, rounded down; the platform has the rest. */
export const authorPart = (amount: number, share: number): number => Math.floor((amount * share) / whole);

type Sale = { gateway: string; amount: number; authorId: string | null; authorShare: number };

/** A sale: the gateway has the money, the author is owed their part, the rest is earned. */
export function saleEntries({ gateway, amount, authorId, authorShare }: Sale): Entry[] {
  const owed = authorId === null ? 0 : authorPart(amount, authorShare);
  return present([
    { account: `gateway:${gateway}`, amount },
    { account: `author:${authorId}`, amount: -owed },
    { account: 'revenue', amount: owed - amount },
  ]);
}

/**
 * A refund of `amount` fen of a sale of which `refunded` were refunded before. The author's part is what is left of
 * theirs over all refunds so far, so that refunds of the whole, in however many pieces, undo the sale exactly.
 */
export function refundEntries({ refunded, ...sale }: Sale & { refunded: number }): Entry[] {
  const { gateway, amount, authorId, authorShare } = sale;
  const owed =
    authorId === null ? 0 : authorPart(refunded + amount, authorShare) - authorPart(refunded, authorShare);
  return present([
    { account: `gateway:${gateway}`, amount: -amount },
    { account: `author:${authorId}`, amount: owed },
    { account: 'revenue', amount: amount - owed },
  ]);
}

/** Money that paid nothing: it came, and is owed. */
export const surplusEntries = (gateway: string, amount: number): Entry[] => [
  { account: `gateway:${gateway}`, amount },
  { account: 'owed:surplus', amount: -amount },
];

/** It went back. */
export const surplusRefundEntries = (gateway: string, amount: number): Entry[] => [
  { account: `gateway:${gateway}`, amount: -amount },
  { account: 'owed:surplus', amount },
];

/** An entry of nothing is none. */
const present = (entries: Entry[]): Entry[] => entries.filter(({ amount }) => amount !== 0);
