import type { CSSProperties, HTMLAttributes, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import s from './cols.module.css';

export interface ColsProps {
  children: ReactNode;
  className?: string | undefined;
}

/** Twelve columns with a hairline in each gutter; one column below 900 px. The children are `Col`s. */
export function Cols({ children, className }: ColsProps) {
  return <div className={classNames(s.cols, className)}>{children}</div>;
}

export interface ColProps extends HTMLAttributes<HTMLElement> {
  /** Width in twelfths. */
  span: number;
  /** Width in twelfths between 900 and 1199 px. */
  spanNarrow?: number | undefined;
  as?: 'div' | 'section' | 'aside' | 'article';
}

export function Col({ span, spanNarrow, as: Element = 'div', ...rest }: ColProps) {
  return <Element {...rest} style={columnSpan(span, spanNarrow)} />;
}

/** Style that sets the width of a child of `Cols` that is not a `Col`. */
export function columnSpan(span: number, spanNarrow?: number): CSSProperties {
  return { '--w': span, ...(spanNarrow === undefined ? null : { '--w-desk': spanNarrow }) } as CSSProperties;
}

/**
 * Stacked side sections and adverts. `isLastSticky`: the last one stays on screen beside a long list; it must fit a
 * laptop's screen.
 */
export function SideColumn({
  children,
  isLastSticky = false,
}: {
  children: ReactNode;
  isLastSticky?: boolean;
}) {
  return <div className={classNames(s.side, isLastSticky && s.sticky)}>{children}</div>;
}

/** Stacked `AuthorRow`s, separated by faint lines. */
export function AuthorList({ children }: { children: readonly ReactNode[] }) {
  return (
    <ul className={s.authors}>
      {children.map((child, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are never reordered.
        <li key={index}>{child}</li>
      ))}
    </ul>
  );
}
