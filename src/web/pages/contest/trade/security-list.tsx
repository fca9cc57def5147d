import type { Tone } from '#shared/market.ts';
import { Link } from '#ui/link.tsx';
import { Figure } from '../figure.tsx';
import s from './security-list.module.css';

export interface ListedSecurity {
  code: string;
  name: string;
  href: string;
  last: string;
  change: string;
  tone: Tone;
  isCurrent: boolean;
}

/** Securities to go to, with what they stand at. */
export function SecurityList({ label, items }: { label: string; items: readonly ListedSecurity[] }) {
  return (
    <ul className={s.list} aria-label={label}>
      {items.map(({ code, name, href, last, change, tone, isCurrent }) => (
        <li key={code}>
          <Link href={href} aria-current={isCurrent ? 'true' : undefined}>
            <span className={s.name}>{name}</span>
            <Figure className={s.code}>{code}</Figure>
            <Figure className={s.last}>{last}</Figure>
            <Figure className={s.change} tone={tone}>
              {change}
            </Figure>
          </Link>
        </li>
      ))}
    </ul>
  );
}
