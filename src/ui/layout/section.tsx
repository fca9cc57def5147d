import type { ReactNode } from 'react';
import s from './section.module.css';
import { SectionHead, type SectionHeadProps } from './section-head.tsx';

export interface SectionProps extends Omit<SectionHeadProps, 'id' | 'className'> {
  /** Id of the heading; names the section. */
  id: string;
  /** No room above: the first in its column. */
  first?: boolean | undefined;
  children: ReactNode;
}

/** A headed part of a page. */
export function Section({ id, first = false, children, ...head }: SectionProps) {
  return (
    <section className={first ? undefined : s[head.tone ?? 'main']} aria-labelledby={id}>
      <SectionHead id={id} {...head} />
      {children}
    </section>
  );
}
