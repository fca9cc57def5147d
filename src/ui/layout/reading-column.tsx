import type { ReactNode } from 'react';
import s from './reading-column.module.css';

/** Text alone, 38 Han characters wide, with nothing beside it. */
export function ReadingColumn({ children }: { children: ReactNode }) {
  return <div className={s.column}>{children}</div>;
}
