import type { ReactNode } from 'react';
import { Tag } from '#ui/marks/tag.tsx';
import { Wenwu } from '../../parts/frame/nameplate.tsx';
import s from './season-head.module.css';

export interface SeasonHeadProps {
  name: string;
  /** Where the season stands: `State`. */
  state: ReactNode;
  /** From when to when, and what is left. */
  dates: ReactNode;
  /** What there is to win. */
  prizes?: string | undefined;
  figures: readonly { label: string; value: string }[];
  /** What can be done next, and why not where it cannot. */
  action: ReactNode;
}

/** The head of a season, as a front page opens. Says 模拟 where nobody overlooks it. */
export function SeasonHead({ name, state, dates, prizes, figures, action }: SeasonHeadProps) {
  return (
    <header className={s.head}>
      <p className={s.kicker}>
        <Tag className={s.mark}>模拟</Tag>
        股神争霸
        {state}
      </p>
      <h1 className={s.name}>{name}</h1>
      <p className={s.dates}>{dates}</p>
      {prizes && (
        <p className={s.prizes}>
          <b>奖励</b>
          {prizes}
        </p>
      )}
      <div className={s.action}>{action}</div>
      <Wenwu className={s.rule} />
      <dl className={s.figures}>
        {figures.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="fig">{value}</dd>
          </div>
        ))}
      </dl>
    </header>
  );
}
