import type { ReactNode } from 'react';
import type { Tone } from '#shared/market.ts';
import { classNames } from '#ui/class-names.ts';
import s from './figure.module.css';

/** A small note below figures that explains them. */
export const FootNote = ({ children }: { children: ReactNode }) => <p className={s.note}>{children}</p>;

export interface FigureProps {
  children: string;
  /** The colour; the sign is part of the text. */
  tone?: Tone | undefined;
  className?: string | undefined;
}

/** A market figure in tabular figures. */
export function Figure({ children, tone, className }: FigureProps) {
  return <span className={classNames('fig', tone && s[tone], className)}>{children}</span>;
}

export function Facts({ items }: { items: readonly { label: string; value: ReactNode }[] }) {
  return (
    <dl className={s.facts}>
      {items.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
