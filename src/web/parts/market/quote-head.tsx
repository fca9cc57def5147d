import type { ReactNode } from 'react';
import type { Tone } from '#shared/market.ts';
import { Tag } from '#ui/display/tag.tsx';
import { Figure } from './figure.tsx';
import s from './quote-head.module.css';

export interface QuoteFigure {
  label: string;
  value: string;
  tone?: Tone | undefined;
}

export interface QuoteHeadProps {
  level?: 1 | 2;
  name: string;
  code: string;
  /** 主板, ST, 停牌: small tags after the code. */
  tags: readonly string[];
  /** Absent without quotes. */
  price?: {
    last: string;
    move: string;
    change: string;
    tone: Tone;
    figures: readonly QuoteFigure[];
    /** The time of the quote, and what is wrong with it. */
    note: ReactNode;
  };
  action?: ReactNode;
}

/** The name of a security with its newest quote. */
export function QuoteHead({ level = 2, name, code, tags, price, action }: QuoteHeadProps) {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <div className={s.quote}>
      <div className={s.top}>
        <div>
          <Heading className={s.name}>{name}</Heading>
          <p className={s.code}>
            <span className="fig">{code}</span>
            {tags.map((tag) => (
              <Tag key={tag}>{tag}</Tag>
            ))}
          </p>
        </div>
        {price && (
          <p className={s.now}>
            <span className="vh">最新价</span>
            <Figure tone={price.tone} className={s.last}>
              {price.last}
            </Figure>
            <span className={s.change}>
              <span className="vh">涨跌</span>
              <Figure tone={price.tone}>{price.move}</Figure>
              <span className="vh">涨跌幅</span>
              <Figure tone={price.tone}>{price.change}</Figure>
            </span>
          </p>
        )}
        {action}
      </div>
      {price && (
        <>
          <dl className={s.figures}>
            {price.figures.map(({ label, value, tone }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  <Figure tone={tone}>{value}</Figure>
                </dd>
              </div>
            ))}
          </dl>
          <div className={s.note}>{price.note}</div>
        </>
      )}
    </div>
  );
}
