import type { Tone } from '#shared/market.ts';
import { Link } from '#ui/link.tsx';
import { Tag } from '#ui/marks/tag.tsx';
import s from './contest-strip.module.css';

export interface StripPlayer {
  id: string;
  place: number;
  name: string;
  href: string;
  gain: string;
  tone: Tone;
}

/** The first of a season's board on the front page, in one line where there is room. */
export function ContestStrip({ note, players }: { note: string; players: readonly StripPlayer[] }) {
  return (
    <>
      <p className={s.note}>
        <Tag>模拟</Tag>
        {note}
      </p>
      {players.length > 0 && (
        <ol className={s.strip}>
          {players.map(({ id, place, name, href, gain, tone }) => (
            <li key={id}>
              <span className={s.place}>{place}</span>
              <Link className={s.name} href={href}>
                {name}
              </Link>
              <span className={`${s.gain} ${tone} fig`}>{gain}</span>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}
