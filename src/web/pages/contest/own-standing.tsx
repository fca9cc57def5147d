import type { Tone } from '#shared/market.ts';
import { Link } from '#ui/link.tsx';
import s from './own-standing.module.css';

export interface OwnStandingProps {
  /** e.g. 总榜. */
  board: string;
  place: number;
  /** The reader's own page. */
  href: string;
  gain: string;
  tone: Tone;
  figures: readonly { label: string; value: string }[];
}

/** How the reader does, over the board: place and return large, the rest small. */
export function OwnStanding({ board, place, href, gain, tone, figures }: OwnStandingProps) {
  return (
    <div className={s.own}>
      <p className={s.place}>
        <Link href={href}>我的{board}</Link> 第 <b>{place}</b> 名
      </p>
      <p className={`${s.gain} ${tone} fig`}>{gain}</p>
      <dl className={s.figures}>
        {figures.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="fig">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
