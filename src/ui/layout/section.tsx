import type { ReactNode } from 'react';
import s from './section.module.css';
import { SectionHead, type SectionHeadProps } from './section-head.tsx';

export interface SectionProps extends Omit<SectionHeadProps, 'id' | 'className'> {
  /** Id of the heading, which names the section. */
  id: string;
  /** No space above: the first section of its column. */
  first?: boolean | undefined;
  children: ReactNode;
}

export function Section({ id, first = false, children, ...head }: SectionProps) {
  return (
    <section className={first ? undefined : s[head.tone ?? 'main']} aria-labelledby={id}>
      <SectionHead id={id} {...head} />
      {children}
    </section>
  );
}
