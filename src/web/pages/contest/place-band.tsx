import type { Tone } from '#shared/market.ts';
import { Figure } from './figure.tsx';
import s from './place-band.module.css';

export interface PlaceOfPeriod {
  /** e.g. 周榜. */
  board: string;
  /** Null while there is none. */
  place: number | null;
  gain: string;
  tone: Tone;
}

/** A player's places side by side. */
export function PlaceBand({ places }: { places: readonly PlaceOfPeriod[] }) {
  return (
    <dl className={s.band}>
      {places.map(({ board, place, gain, tone }) => (
        <div key={board}>
          <dt>{board}</dt>
          <dd className={s.place}>
            {place === null ? (
              '—'
            ) : (
              <>
                第 <b>{place}</b> 名
              </>
            )}
          </dd>
          <dd className={s.gain}>
            <Figure tone={tone}>{gain}</Figure>
          </dd>
        </div>
      ))}
    </dl>
  );
}
