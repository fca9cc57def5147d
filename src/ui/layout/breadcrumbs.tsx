import { Link } from '../link.tsx';
import type { NamedLink } from '../types.ts';
import s from './breadcrumbs.module.css';

/** Where the page stands; the last item is the page itself. Hidden on phones. */
export function Breadcrumbs({ items }: { items: readonly NamedLink[] }) {
  return (
    <nav className={s.crumbs} aria-label="位置">
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
