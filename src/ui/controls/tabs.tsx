import { type KeyboardEvent, useRef } from 'react';
import { formatCount } from '#shared/numbers.ts';
import { classNames } from '../class-names.ts';
import { Link } from '../link.tsx';
import s from './tabs.module.css';

export interface TabLink {
  label: string;
  href: string;
  count?: number | undefined;
  current?: boolean | undefined;
}

export interface TabNavProps {
  items: readonly TabLink[];
  /** Accessible name of the group. */
  label: string;
}

/** Tabs that link to separate pages. */
export function TabNav({ items, label }: TabNavProps) {
  return (
    <nav className={s.tabs} aria-label={label}>
      {items.map((item) => (
        <Link key={item.href} href={item.href} aria-current={item.current ? 'page' : undefined}>
          {item.label}
          <TabCount count={item.count} />
        </Link>
      ))}
    </nav>
  );
}

export interface TabItem<Id extends string> {
  id: Id;
  label: string;
  count?: number | undefined;
}

export interface TabListProps<Id extends string> {
  items: readonly TabItem<Id>[];
  selected: Id;
  onSelect: (id: Id) => void;
  label: string;
  /** Prefix of the ids: tabs are `<idBase>-tab-<id>`, panels must be `<idBase>-panel-<id>` with role tabpanel. */
  idBase: string;
  className?: string | undefined;
}

/** Tabs that switch a panel on the same page. One tab stop; arrow keys, Home and End move (roving tabindex). */
export function TabList<Id extends string>(props: TabListProps<Id>) {
  const { items, selected, onSelect, label, idBase, className } = props;
  const list = useRef<HTMLDivElement>(null);

  function onKeyDown(event: KeyboardEvent) {
    const target = tabForKey(
      event.key,
      items.map((item) => item.id),
      selected,
    );
    if (!target) return;
    event.preventDefault();
    onSelect(target);
    list.current?.querySelector<HTMLElement>(`[id="${idBase}-tab-${target}"]`)?.focus();
  }

  return (
    <div className={classNames(s.tabs, className)} role="tablist" aria-label={label} ref={list}>
      {items.map((item) => (
        <button
          key={item.id}
          type="button"
          role="tab"
          id={`${idBase}-tab-${item.id}`}
          aria-controls={`${idBase}-panel-${item.id}`}
          aria-selected={item.id === selected}
          tabIndex={item.id === selected ? 0 : -1}
          onClick={() => onSelect(item.id)}
          onKeyDown={onKeyDown}
        >
          {item.label}
          <TabCount count={item.count} />
        </button>
      ))}
    </div>
  );
}

function TabCount({ count }: { count: number | undefined }) {
  return count === undefined ? null : <span className="fig">{formatCount(count)}</span>;
}

function tabForKey<Id>(key: string, ids: readonly Id[], selected: Id): Id | undefined {
  const index = ids.indexOf(selected);
  if (key === 'ArrowRight') return ids[(index + 1) % ids.length];
  if (key === 'ArrowLeft') return ids.at(index - 1);
  if (key === 'Home') return ids[0];
  if (key === 'End') return ids.at(-1);
  return undefined;
}
