import type { ReactNode } from 'react';
import type { Tone } from '#shared/market.ts';
import { Tag } from '#ui/marks/tag.tsx';
import { Figure } from '../figure.tsx';
import s from './quote-head.module.css';

export interface QuoteFigure {
  label: string;
  value: string;
  tone?: Tone | undefined;
}

export interface QuoteHeadProps {
  name: string;
  code: string;
  /** 主板, ST, 停牌: small marks after the code. */
  marks: readonly string[];
  last: string;
  move: string;
  change: string;
  tone: Tone;
  figures: readonly QuoteFigure[];
  /** When it was, and what is wrong with it. */
  note: ReactNode;
}

/** A security now: its name, the last price, and what the day brought. */
export function QuoteHead(props: QuoteHeadProps) {
  const { name, code, marks, last, move, change, tone, figures, note } = props;
  return (
    <div className={s.quote}>
      <div className={s.top}>
        <div>
          <h2 className={s.name}>{name}</h2>
          <p className={s.code}>
            <span className="fig">{code}</span>
            {marks.map((mark) => (
              <Tag key={mark}>{mark}</Tag>
            ))}
          </p>
        </div>
        <p className={s.now}>
          <span className="vh">最新价</span>
          <Figure tone={tone} className={s.last}>
            {last}
          </Figure>
          <span className={s.change}>
            <span className="vh">涨跌</span>
            <Figure tone={tone}>{move}</Figure>
            <span className="vh">涨跌幅</span>
            <Figure tone={tone}>{change}</Figure>
          </span>
        </p>
      </div>
      <dl className={s.figures}>
        {figures.map(({ label, value, tone: own }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <Figure tone={own}>{value}</Figure>
            </dd>
          </div>
        ))}
      </dl>
      <div className={s.note}>{note}</div>
    </div>
  );
}
