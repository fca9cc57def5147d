import type { CSSProperties, HTMLAttributes, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import s from './cols.module.css';

export interface ColsProps {
  children: ReactNode;
  className?: string | undefined;
}

/** Twelve columns with a hairline in the gutter; one column below 900 px. Its children are `Col`s. */
export function Cols({ children, className }: ColsProps) {
  return <div className={classNames(s.cols, className)}>{children}</div>;
}

export interface ColProps extends HTMLAttributes<HTMLElement> {
  /** Width in twelfths. */
  w: number;
  /** Width in twelfths between 900 and 1199 px. */
  wDesk?: number | undefined;
  as?: 'div' | 'section' | 'aside' | 'article';
}

export function Col({ w, wDesk, as: Element = 'div', ...rest }: ColProps) {
  return <Element {...rest} style={span(w, wDesk)} />;
}

/** The width of a child of `Cols` that is not a `Col`, as its style. */
export function span(w: number, wDesk?: number): CSSProperties {
  return { '--w': w, ...(wDesk === undefined ? null : { '--w-desk': wDesk }) } as CSSProperties;
}

/** Side sections and adverts under one another. */
export function SideColumn({ children }: { children: ReactNode }) {
  return <div className={s.side}>{children}</div>;
}

/** `AuthorRow`s under one another, parted by faint lines. */
export function AuthorList({ children }: { children: readonly ReactNode[] }) {
  return (
    <ul className={s.authors}>
      {children.map((child, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows keep their places.
        <li key={index}>{child}</li>
      ))}
    </ul>
  );
}
