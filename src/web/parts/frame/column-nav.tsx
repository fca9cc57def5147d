import { useEffect, useRef } from 'react';
import { classNames } from '#ui/class-names.ts';
import { Link } from '#ui/link.tsx';
import s from './column-nav.module.css';

export interface ColumnNavItem {
  /** Unique among the items. */
  id: string;
  label: string;
  href: string;
  current?: boolean | undefined;
  /** Shown in gold. */
  vip?: boolean | undefined;
  /** Pushed to the far right, e.g. the stock contest; belongs last in the list. */
  end?: boolean | undefined;
}

/** The columns under the masthead, sticky. On a phone it scrolls sideways to the current one. */
export function ColumnNav({ items, label = '栏目' }: { items: readonly ColumnNavItem[]; label?: string }) {
  const list = useRef<HTMLUListElement>(null);
  const currentId = items.find((item) => item.current)?.id;

  useEffect(() => {
    // Not scrollIntoView: it would scroll the page, too.
    const current = currentId && list.current?.querySelector<HTMLElement>('[aria-current]');
    if (!list.current || !current) return;
    list.current.scrollLeft = current.offsetLeft - (list.current.clientWidth - current.offsetWidth) / 2;
  }, [currentId]);

  return (
    <nav className={s.nav} aria-label={label}>
      <div className={classNames('page', s.page)}>
        <ul className={s.list} ref={list}>
          {items.map((item) => (
            <li key={item.id} className={classNames(item.end && s.end)}>
              <Link
                href={item.href}
                className={classNames(item.vip && s.vip)}
                aria-current={item.current ? 'page' : undefined}
              >
                {item.label}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </nav>
  );
}
