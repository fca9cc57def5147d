import type { ReactNode } from 'react';
import { classNames } from '#ui/class-names.ts';
import s from './chip.module.css';

export type ChipTone = 'info' | 'vip' | 'good' | 'warn' | 'bad';

/** A short label that shows the kind, the state or a problem of a person or a record. */
export function Chip({ tone, children }: { tone?: ChipTone | undefined; children: ReactNode }) {
  return <span className={classNames(s.chip, tone && s[tone])}>{children}</span>;
}
