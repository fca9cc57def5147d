import type { ReactNode } from 'react';
import { Cols } from '#ui/layout/cols.tsx';
import s from './card-grid.module.css';

/** Four `StoryCard`s with `style={span(3)}`; two a line below 1200 px, rows on a phone. */
export function CardGrid({ children }: { children: ReactNode }) {
  return <Cols className={s.cards}>{children}</Cols>;
}
