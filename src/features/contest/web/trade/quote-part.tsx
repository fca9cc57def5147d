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
import { Link } from '#ui/link.tsx';
import { type QuoteFigure, QuoteHead } from '#web/parts/market/quote-head.tsx';
import { securityTags } from '#web/parts/market/security-tags.ts';
import { stockPath } from '#web/parts/story.ts';
import { useSiteContext } from '#web/site.ts';
import type { ContestQuote } from '../../schema.ts';
import type { LiveQuote } from './use-quote.ts';

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
