import type { BillLine } from './gateways/gateway.ts';
import type { OwnPayment, OwnRefund } from './reconcile-queries.ts';
import type { Reconciliation } from './schema.ts';

export type Difference = Reconciliation['differences'][number];

type Side = { count: number; amount: number };

/** What a day comes to on both sides; amounts in fen, what came less what went back. */
export type Comparison = { ours: Side; theirs: Side; differences: Difference[] };

/**
 * Holds a day of our book against the gateway's bill, line by line. A refund stands in the bill of the day on which the
 * gateway took it, which may be the day before the one it was finished on: `earlier` are the numbers of that bill.
 */
export function compareDay(
  own: { payments: readonly OwnPayment[]; refunds: readonly OwnRefund[] },
  bill: readonly BillLine[],
  earlier: ReadonlySet<string>,
): Comparison {
  const billed = (kind: BillLine['kind']) =>
    bill
      .filter((line) => line.kind === kind)
      .map((line) => ({
        number: kind === 'refund' ? line.refundNumber : line.tradeNumber,
        amount: line.amount,
      }));
  const [theirPayments, theirRefunds] = [billed('payment'), billed('refund')];
  const inBill = new Set(theirRefunds.map(({ number }) => number));
  const done = own.refunds.filter(
    ({ number, is_done }) => is_done && (inBill.has(number) || !earlier.has(number)),
  );
  return {
    ours: sum(own.payments, done),
    theirs: sum(theirPayments, theirRefunds),
    differences: [...differ('payment', own.payments, theirPayments), ...differ('refund', done, theirRefunds)],
  };
}

type Line = { number: string; amount: number };

function differ(what: Difference['what'], ours: readonly Line[], theirs: readonly Line[]): Difference[] {
  const [mine, their] = [byNumber(ours), byNumber(theirs)];
  return [...new Set([...mine.keys(), ...their.keys()])].flatMap((number): Difference[] => {
    const [own, other] = [mine.get(number) ?? null, their.get(number) ?? null];
    if (own === other) return [];
    const kind = own === null ? 'missing_here' : other === null ? 'missing_there' : 'amount';
    return [{ kind, what, number, ours: own, theirs: other }];
  });
}

// A number that stands twice in a bill counts with both amounts, and so shows as a difference.
function byNumber(lines: readonly Line[]): Map<string, number> {
  const amounts = new Map<string, number>();
  for (const { number, amount } of lines) amounts.set(number, (amounts.get(number) ?? 0) + amount);
  return amounts;
}

const total = (lines: readonly Line[]) => lines.reduce((sum, { amount }) => sum + amount, 0);

const sum = (payments: readonly Line[], refunds: readonly Line[]): Side => ({
  count: payments.length + refunds.length,
  amount: total(payments) - total(refunds),
});
