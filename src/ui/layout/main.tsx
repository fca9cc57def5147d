import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { Link } from '../link.tsx';
import type { NamedLink } from '../types.ts';
import s from './main.module.css';

export interface MainProps {
  children: ReactNode;
  /** page (default): the usual margins; front: closer to the navigation; none: no frame. */
  frame?: 'page' | 'front' | 'none';
}

/** Main content of the page: target of the skip link, and of the focus after navigation. */
export function Main({ children, frame = 'page' }: MainProps) {
  return (
    <main id="main" tabIndex={-1} className={classNames(frame !== 'none' && 'page', s[frame])}>
      {children}
    </main>
  );
}

/** Breadcrumbs; the last item is the page itself. Hidden on phones. */
export function Breadcrumbs({ items }: { items: readonly NamedLink[] }) {
  return (
    <nav className={`${s.crumbs} no-print`} aria-label="位置">
      <ol>
        {items.map((item, index) => (
          <li key={item.name} aria-current={index === items.length - 1 ? 'page' : undefined}>
            {item.href ? <Link href={item.href}>{item.name}</Link> : item.name}
          </li>
        ))}
      </ol>
    </nav>
  );
}
