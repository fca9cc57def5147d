import type { ReactNode } from 'react';
import s from './reading-column.module.css';

/** A single column of text, 38 Han characters wide. */
export function ReadingColumn({ children }: { children: ReactNode }) {
  return <div className={s.column}>{children}</div>;
}
