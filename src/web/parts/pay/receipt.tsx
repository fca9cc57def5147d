import type { ReactNode } from 'react';
import s from './receipt.module.css';

export function Receipt({ rows }: { rows: readonly { label: string; value: ReactNode }[] }) {
  return (
    <dl className={s.receipt}>
      {rows.map(({ label, value }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two refunds of one amount are two lines.
        <div key={index}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
