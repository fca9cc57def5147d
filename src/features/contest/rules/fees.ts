export type Side = 'buy' | 'sell';

/** What a trade costs; rates are millionths: 500 is 0.05 %. */
export type FeeRule = {
  commissionPpm: number;
  /** In fen; charged where the commission would be less. */
  commissionLeast: number;
  /** Of sales alone. */
  stampPpm: number;
  transferPpm: number;
};

/** In fen. */
export type Fees = { commission: number; stamp: number; transfer: number; total: number };

/** The fees of a trade worth `amount` fen, each rounded half up to a fen. */
export function feesOf(side: Side, amount: number, rule: FeeRule): Fees {
  const part = (ppm: number) => Math.floor((amount * ppm + 500_000) / 1_000_000);
  const commission = Math.max(part(rule.commissionPpm), rule.commissionLeast);
  const stamp = side === 'sell' ? part(rule.stampPpm) : 0;
  const transfer = part(rule.transferPpm);
  return { commission, stamp, transfer, total: commission + stamp + transfer };
}
