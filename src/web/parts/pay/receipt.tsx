import type { ReactNode } from 'react';
import s from './receipt.module.css';

/** What an order was, line by line. */
export function Receipt({ rows }: { rows: readonly { label: string; value: ReactNode }[] }) {
  return (
    <dl className={s.receipt}>
      {rows.map(({ label, value }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two refunds of one amount are two lines.
        <div key={place}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
