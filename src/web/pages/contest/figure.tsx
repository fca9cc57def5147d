import type { ReactNode } from 'react';
import type { Tone } from '#shared/market.ts';
import { classNames } from '#ui/class-names.ts';
import s from './figure.module.css';

/** What figures stand for and what they are not, small under them. */
export const FootNote = ({ children }: { children: ReactNode }) => <p className={s.note}>{children}</p>;

export interface FigureProps {
  children: string;
  /** Its colour; the sign is in the figure itself. */
  tone?: Tone | undefined;
  className?: string | undefined;
}

/** A figure of the market, in figures of one width. */
export function Figure({ children, tone, className }: FigureProps) {
  return <span className={classNames('fig', tone && s[tone], className)}>{children}</span>;
}

/** A few facts under one another, each with its name. */
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
