import type { ReactNode } from 'react';
import { classNames } from '#ui/class-names.ts';
import { Pulse } from '#ui/layout/section-head.tsx';
import s from './page-head.module.css';
import { Headline } from './story/headline.tsx';

export interface PageHeadProps {
  title: string;
  note?: ReactNode;
  /** A breathing dot before the note: the page is live. */
  live?: boolean;
}

/** The name of a page and one line about it. */
export function PageHead({ title, note, live = false }: PageHeadProps) {
  return (
    <header className={s.head}>
      <Headline level={1} className={s.title} title={title} />
      {note && (
        <p className={s.note}>
          {live && <Pulse />} {note}
        </p>
      )}
    </header>
  );
}

export interface ColumnHeadProps {
  title: string;
  /** `Breadcrumbs`. */
  crumbs?: ReactNode;
  /** What the column is about. */
  note?: ReactNode;
  /** Figures and the subscribe button, at the right. */
  aside?: ReactNode;
  /** `TabNav` of the columns below it; its line is then the head's. */
  tabs?: ReactNode;
}

/** The head of a column's list. */
export function ColumnHead({ title, crumbs, note, aside, tabs }: ColumnHeadProps) {
  return (
    <header className={classNames(s.column, Boolean(tabs) && s.tabbed)}>
      <div>
        {crumbs}
        <Headline level={1} className={s.title} title={title} />
        {note && <p className={s.about}>{note}</p>}
      </div>
      {aside && <div className={s.aside}>{aside}</div>}
      {tabs && <div className={s.tabs}>{tabs}</div>}
    </header>
  );
}

export interface DeskBarProps {
  /** `Filters` with `oneLine`. */
  children: ReactNode;
  /** Switches, `Select`s with `quiet`, at the right. */
  end?: ReactNode;
  /** Right under a `ColumnHead`, whose line it shares. */
  joined?: boolean;
}

/** The bar over a list: filters at the left, order and switches at the right. */
export function DeskBar({ children, end, joined = false }: DeskBarProps) {
  return (
    <div className={classNames(s.bar, joined && s.joined)}>
      {children}
      {end && <div className={s.end}>{end}</div>}
    </div>
  );
}
