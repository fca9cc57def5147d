import type { ReactNode } from 'react';
import { classNames } from '#ui/class-names.ts';
import s from './chip.module.css';

export type ChipTone = 'info' | 'vip' | 'good' | 'warn' | 'bad';

/** A word about a person or a thing: what it is, where it stands, what stands in its way. */
export function Chip({ tone, children }: { tone?: ChipTone | undefined; children: ReactNode }) {
  return <span className={classNames(s.chip, tone && s[tone])}>{children}</span>;
}
