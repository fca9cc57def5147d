import type { ReactNode } from 'react';
import { classNames } from '#ui/class-names.ts';
import s from './people.module.css';

/** A word about a person: what they are, or what stands in their way. */
export function Chip({
  tone,
  children,
}: {
  tone?: 'role' | 'vip' | 'good' | 'warn' | 'bad';
  children: ReactNode;
}) {
  return <span className={classNames(s.chip, tone && s[tone])}>{children}</span>;
}
