import type { Tone } from '#shared/market.ts';
import { Figure } from '../figure.tsx';
import s from './account-band.module.css';

export interface AccountFigure {
  label: string;
  value: string;
  tone?: Tone | undefined;
  /** Small, after the figure. */
  note?: string | undefined;
}

/** What a player has, the sum first; all of it simulated. */
export function AccountBand({ figures }: { figures: readonly AccountFigure[] }) {
  return (
    <dl className={s.band} aria-label="模拟账户">
      {figures.map(({ label, value, tone, note }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <Figure tone={tone}>{value}</Figure>
            {note && <small>{note}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
