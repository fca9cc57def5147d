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
import { useSurroundings } from '../../../site.ts';
import { type QuoteFigure, QuoteHead } from './quote-head.tsx';
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
