import type { ReactNode } from 'react';
import { Link } from '#ui/link.tsx';
import s from './past-seasons.module.css';

export interface PastSeason {
  id: string;
  name: string;
  href: string;
  note: string;
  state: ReactNode;
  isCurrent: boolean;
}

/** Seasons to choose from, the last first. */
export function PastSeasons({ seasons }: { seasons: readonly PastSeason[] }) {
  return (
    <ul className={s.seasons}>
      {seasons.map(({ id, name, href, note, state, isCurrent }) => (
        <li key={id}>
          <Link href={href} aria-current={isCurrent ? 'true' : undefined}>
            {name}
          </Link>
          {state}
          <p>{note}</p>
        </li>
      ))}
    </ul>
  );
}
