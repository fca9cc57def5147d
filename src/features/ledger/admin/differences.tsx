import { Lines } from '#admin/parts/sales/lines.tsx';
import type { Reconciliation } from '#features/payments/schema.ts';
import { signedFen } from '#shared/money.ts';

const kinds: Record<Reconciliation['differences'][number]['kind'], string> = {
  missing_here: '账单有，我们没有',
  missing_there: '我们有，账单没有',
  amount: '金额不同',
};

const formatAmount = (fen: number | null) => (fen === null ? '没有' : signedFen(fen));

/** Differences between our records and a bill, line by line, or the reason why the comparison failed. */
export const Differences = ({ differences, error }: Reconciliation) => (
  <>
    {error && <p>{error}</p>}
    <Lines
      lines={differences.map(({ kind, what, number, ours, theirs }) => ({
        key: `${what} ${number}`,
        what: `${what === 'payment' ? '支付' : '退款'} ${number}`,
        // Below, not at the end of the row: on a phone the end is outside the screen.
        below: [kinds[kind], `我们 ${formatAmount(ours)}，渠道 ${formatAmount(theirs)}`],
      }))}
    />
  </>
);
