/** The ledger's accounts. Debits are positive: what the site has; credits are negative: what it owes or has earned. */
export type Account =
  | `gateway:${string}`
  | `author:${string}`
  /** Payments that paid nothing and must be refunded. */
  | 'owed:surplus'
  /** The platform's earnings. */
  | 'revenue'
  /** Approved withdrawals that are not paid out yet. */
  | 'withdrawals'
  | 'bank';

export type Entry = { account: Account; amount: number };

/** Shares are ten-thousandths: 7000 is 70 %. */
const shareUnit = 10_000;

/** Returns the author's share of an amount in fen, rounded down; the platform gets the rest. */
export const authorPart = (amount: number, share: number): number => Math.floor((amount * share) / shareUnit);

/** An author, as far as their part of a sale depends on it. */
export type ShareOwner = { share_percent: number | null; member_id: string | null; is_staff: boolean };

/**
 * Returns an author's own part of a sale in percent; null for that of the site. What the house writes is the house's:
 * an author without a member, or one who holds a staff role, has no part unless an editor set one.
 */
export const ownShare = ({ share_percent, member_id, is_staff }: ShareOwner): number | null =>
  share_percent ?? (member_id === null || is_staff ? 0 : null);

type Sale = { gateway: string; amount: number; authorId: string | null; authorShare: number };

/** Returns the entries of a sale: the gateway holds the money, the author is owed a share, the site earns the rest. */
export function saleEntries({ gateway, amount, authorId, authorShare }: Sale): Entry[] {
  const owed = authorId === null ? 0 : authorPart(amount, authorShare);
  return withoutZeros([
    { account: `gateway:${gateway}`, amount },
    { account: `author:${authorId}`, amount: -owed },
    { account: 'revenue', amount: owed - amount },
  ]);
}

/**
 * Returns the entries of a refund of `amount` fen, after `refunded` fen were refunded before. The author's share is
 * computed over all refunds so far, so that refunds of the whole, in any parts, reverse the sale exactly.
 */
export function refundEntries({ refunded, ...sale }: Sale & { refunded: number }): Entry[] {
  const { gateway, amount, authorId, authorShare } = sale;
  const owed =
    authorId === null ? 0 : authorPart(refunded + amount, authorShare) - authorPart(refunded, authorShare);
  return withoutZeros([
    { account: `gateway:${gateway}`, amount: -amount },
    { account: `author:${authorId}`, amount: owed },
    { account: 'revenue', amount: amount - owed },
  ]);
}

/** Returns the entries of a payment that paid nothing: it was received and is owed. */
export const surplusEntries = (gateway: string, amount: number): Entry[] => [
  { account: `gateway:${gateway}`, amount },
  { account: 'owed:surplus', amount: -amount },
];

/** Returns the entries of the refund of such a payment. */
export const surplusRefundEntries = (gateway: string, amount: number): Entry[] => [
  { account: `gateway:${gateway}`, amount: -amount },
  { account: 'owed:surplus', amount },
];

/** The ledger rejects entries of zero. */
const withoutZeros = (entries: Entry[]): Entry[] => entries.filter(({ amount }) => amount !== 0);
