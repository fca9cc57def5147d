import type { ReactNode } from 'react';
import type { ContestQuote } from '#features/contest/schema.ts';
import type { LiveQuote } from '#features/contest/web/trade/use-quote.ts';
import {
  changeOf,
  type Tone,
  toneOf,
  writeMove,
  writePrice,
  writeReturn,
  writeTurnover,
  writeVolume,
} from '#shared/market.ts';
import { Tag } from '#ui/display/tag.tsx';
import { Link } from '#ui/link.tsx';
import { useSiteContext } from '../../site.ts';
import { stockPath } from '../story.ts';
import { Figure } from './figure.tsx';
import s from './quote-part.module.css';
import { securityTags } from './security-tags.ts';

export function QuotePart({ quote, isLost }: { quote: ContestQuote; isLost: LiveQuote['isLost'] }) {
  const { last, previousClose, tick } = quote;
  const move = last === null || previousClose === null ? null : last - previousClose;
  return (
    <QuoteHead
      name={quote.name}
      code={quote.code}
      tags={[...securityTags(quote), ...(quote.isSuspended ? ['停牌'] : [])]}
      price={{
        last: writePrice(last, tick),
        move: writeMove(move, tick),
        change: writeReturn(changeOf(last, previousClose)),
        tone: toneOf(move),
        figures: figuresOf(quote),
        note: <Note quote={quote} isLost={isLost} />,
      }}
      action={
        <Link className="link" href={stockPath(quote.code)}>
          看{quote.name}的资讯
        </Link>
      }
    />
  );
}

function figuresOf(quote: ContestQuote): QuoteFigure[] {
  const { previousClose, tick } = quote;
  const price = (
    label: string,
    value: number | null,
    tone: Tone = toneAgainst(value, previousClose),
  ): QuoteFigure => ({
    label,
    value: writePrice(value, tick),
    tone,
  });
  const { limitUp, limitDown } = quote;
  const limits =
    limitUp === null || limitDown === null
      ? [
          { label: '涨停', value: '不限' },
          { label: '跌停', value: '不限' },
        ]
      : [price('涨停', limitUp, 'rise'), price('跌停', limitDown, 'fall')];
  return [
    price('今开', quote.open),
    price('最高', quote.high),
    price('昨收', previousClose, 'flat'),
    price('最低', quote.low),
    ...limits,
    { label: '成交量', value: writeVolume(quote.volume) },
    { label: '成交额', value: writeTurnover(quote.amount) },
  ];
}

const toneAgainst = (price: number | null, previousClose: number | null): Tone =>
  price === null || previousClose === null ? 'flat' : toneOf(price - previousClose);

function Note({ quote: { at, isSuspended, isStale }, isLost }: { quote: ContestQuote; isLost: boolean }) {
  const { today } = useSiteContext();
  const quotedAt =
    at && (at.slice(0, 10) === today ? at.slice(11, 19) : `${at.slice(0, 10)} ${at.slice(11, 16)}`);
  return (
    <>
      <span>
        {quotedAt ? (
          <>
            模拟行情 <time dateTime={at ?? ''}>{quotedAt}</time>
          </>
        ) : (
          '还没有行情'
        )}
      </span>
      {isSuspended && <span>今天停牌，不能委托</span>}
      {!isSuspended && isStale && at && <span>行情已过期，新的行情到达前不会成交</span>}
      {isLost && <span role="status">行情更新中断，正在重试</span>}
    </>
  );
}

interface QuoteFigure {
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
