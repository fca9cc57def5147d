export type Side = 'buy' | 'sell';

/** Rates are in millionths: 500 is 0.05 %. */
export type FeeRule = {
  commissionPpm: number;
  /** Minimum commission, in fen. */
  commissionLeast: number;
  /** Charged on sales only. */
  stampPpm: number;
  transferPpm: number;
};

/** In fen. */
export type Fees = { commission: number; stamp: number; transfer: number; total: number };

/** Returns the fees of a trade worth `amount` fen, each rounded half up to a fen. */
export function feesOf(side: Side, amount: number, rule: FeeRule): Fees {
  const feeAt = (ppm: number) => Math.floor((amount * ppm + 500_000) / 1_000_000);
  const commission = Math.max(feeAt(rule.commissionPpm), rule.commissionLeast);
  const stamp = side === 'sell' ? feeAt(rule.stampPpm) : 0;
  const transfer = feeAt(rule.transferPpm);
  return { commission, stamp, transfer, total: commission + stamp + transfer };
}
