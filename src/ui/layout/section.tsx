import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import s from './section.module.css';
import { SectionHead, type SectionHeadProps } from './section-head.tsx';

export interface SectionProps extends Omit<SectionHeadProps, 'id'> {
  /** Id of the heading; names the section. */
  id: string;
  /** No room above: the first in its column. */
  first?: boolean | undefined;
  children: ReactNode;
}

/** A headed part of a page. */
export function Section({ id, first = false, className, children, ...head }: SectionProps) {
  return (
    <section className={classNames(!first && s[head.tone ?? 'main'], className)} aria-labelledby={id}>
      <SectionHead id={id} {...head} />
      {children}
    </section>
  );
}
