import type { Reconciliation } from '#features/payments/schema.ts';
import { signedFen } from '#shared/money.ts';
import s from '../sales.module.css';

const kinds: Record<Reconciliation['differences'][number]['kind'], string> = {
  missing_here: '账单有，我们没有',
  missing_there: '我们有，账单没有',
  amount: '金额不同',
};

/** What differs between our book and a bill, line by line, or why they could not be compared. */
export function Differences({ reconciliation: { differences, error } }: { reconciliation: Reconciliation }) {
  const show = (fen: number | null) => (fen === null ? '没有' : signedFen(fen));
  return (
    <>
      {error && <p className={s.fault}>{error}</p>}
      <ul className={s.lines}>
        {differences.map(({ kind, what, number, ours, theirs }) => (
          <li key={`${what} ${number}`}>
            <span>
              {what === 'payment' ? '支付' : '退款'} {number}
              <span className={s.small}>{kinds[kind]}</span>
              {/* Below and not beside: on a phone the other end of the row lies beyond the edge. */}
              <span className={s.money}>
                我们 {show(ours)}，渠道 {show(theirs)}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
