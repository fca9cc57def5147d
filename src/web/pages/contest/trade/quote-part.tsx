import type { ReactNode } from 'react';
import type { ContestQuote } from '#features/contest/schema.ts';
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
import { Tag } from '#ui/marks/tag.tsx';
import { useSurroundings } from '../../../site.ts';
import { Figure } from '../figure.tsx';
import s from './quote-part.module.css';
import { marksOf } from './security-words.ts';
import type { LiveQuote } from './use-quote.ts';

/** A security as it is now. */
export function QuotePart({ quote, isLost }: { quote: ContestQuote; isLost: LiveQuote['isLost'] }) {
  const { last, previousClose, tick } = quote;
  const move = last === null || previousClose === null ? null : last - previousClose;
  return (
    <QuoteHead
      name={quote.name}
      code={quote.code}
      marks={[...marksOf(quote), ...(quote.isSuspended ? ['停牌'] : [])]}
      last={writePrice(last, tick)}
      move={writeMove(move, tick)}
      change={writeReturn(changeOf(last, previousClose))}
      tone={toneOf(move)}
      figures={figuresOf(quote)}
      note={<Note quote={quote} isLost={isLost} />}
    />
  );
}

function figuresOf(quote: ContestQuote): QuoteFigure[] {
  const { previousClose, tick } = quote;
  const price = (
    label: string,
    value: number | null,
    tone: Tone = aside(value, previousClose),
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

const aside = (price: number | null, previousClose: number | null): Tone =>
  price === null || previousClose === null ? 'flat' : toneOf(price - previousClose);

function Note({ quote: { at, isSuspended, isStale }, isLost }: { quote: ContestQuote; isLost: boolean }) {
  const { today } = useSurroundings();
  const when =
    at && (at.slice(0, 10) === today ? at.slice(11, 19) : `${at.slice(0, 10)} ${at.slice(11, 16)}`);
  return (
    <>
      <span>
        {when ? (
          <>
            模拟行情 <time dateTime={at ?? ''}>{when}</time>
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

interface QuoteHeadProps {
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
function QuoteHead(props: QuoteHeadProps) {
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
