import type { ReactNode } from 'react';
import { classNames } from '#ui/class-names.ts';
import { Icon, type IconName } from '#ui/icon.tsx';
import { Pulse } from '#ui/layout/section-head.tsx';
import s from './page-head.module.css';
import { Headline } from './story/headline.tsx';

export interface PageHeadProps {
  title: string;
  note?: ReactNode;
  /** Shows a pulsing dot before the note: the page updates live. */
  live?: boolean;
  /** Shown before the title. */
  icon?: IconName | undefined;
}

/** The title of a page and one line about it. */
export function PageHead({ title, note, live = false, icon }: PageHeadProps) {
  return (
    <header className={s.head}>
      <Title title={title} icon={icon} />
      {note && (
        <p className={s.note}>
          {live && <Pulse />} {note}
        </p>
      )}
    </header>
  );
}

function Title({ title, icon }: Pick<PageHeadProps, 'title' | 'icon'>) {
  return (
    <div className={s.titled}>
      {icon && <Icon name={icon} size="l" />}
      <Headline level={1} className={s.title} title={title} />
    </div>
  );
}

export interface ColumnHeadProps {
  title: string;
  /** Shown before the title. */
  icon?: IconName | undefined;
  /** `Breadcrumbs`. */
  crumbs?: ReactNode;
  note?: ReactNode;
  /** Figures and the subscribe button, at the right. */
  aside?: ReactNode;
  /** `TabNav` of the subcolumns; its line replaces the header's. */
  tabs?: ReactNode;
}

/** The header of a column's list. */
export function ColumnHead({ title, icon, crumbs, note, aside, tabs }: ColumnHeadProps) {
  return (
    <header className={classNames(s.column, Boolean(tabs) && s.tabbed)}>
      <div>
        {crumbs}
        <Title title={title} icon={icon} />
        {note && <p className={s.about}>{note}</p>}
      </div>
      {aside && <div className={s.aside}>{aside}</div>}
      {tabs && <div className={s.tabs}>{tabs}</div>}
    </header>
  );
}

export interface FilterBarProps {
  /** `Filters` with `oneLine`. */
  children: ReactNode;
  /** Switches and `Select`s with `quiet`, at the right. */
  end?: ReactNode;
  /** Directly under a `ColumnHead`, whose line it shares. */
  joined?: boolean;
  /** A phone keeps `end` beside the filters instead of below them. */
  oneLine?: boolean;
}

/** The bar above a list: filters at the left, sort order and switches at the right. */
export function FilterBar({ children, end, joined = false, oneLine = false }: FilterBarProps) {
  return (
    <div className={classNames(s.bar, joined && s.joined, oneLine && s.line)}>
      {children}
      {end && <div className={s.end}>{end}</div>}
    </div>
  );
}
