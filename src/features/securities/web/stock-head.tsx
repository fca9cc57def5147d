import {
  changeOf,
  toneOf,
  writeMove,
  writePrice,
  writeReturn,
  writeTurnover,
  writeVolume,
} from '#shared/market.ts';
import { QuoteHead } from '#web/parts/market/quote-head.tsx';
import { securityTags } from '#web/parts/market/security-tags.ts';
import { WatchButton } from '#web/parts/user-state/action-button.tsx';
import { useSiteContext } from '#web/site.ts';
import type { StockPage, StockQuote } from '../schema.ts';

const marketNames: Readonly<Record<string, string>> = { SH: '上交所', SZ: '深交所', BJ: '北交所' };

/** Name, code and market of a security, its newest quote, and the button to watch it. */
export function StockHead({ stock, quote }: { stock: StockPage; quote: StockQuote | null }) {
  const { code, name, market, board, initials } = stock;
  const tags = [
    marketNames[market] ?? market,
    ...securityTags({ board: board ?? '', isSt: false }),
    initials,
    quote?.isSuspended ? '停牌' : '',
  ];
  return (
    <QuoteHead
      level={1}
      name={name}
      code={code}
      tags={[...new Set(tags.filter(Boolean))]}
      {...(quote && { price: priceOf(quote, <QuoteNote quote={quote} isSimulated={stock.isSimulated} />) })}
      action={<WatchButton code={code} name={name} />}
    />
  );
}

function priceOf(quote: StockQuote, note: React.ReactNode) {
  const { last, previousClose, open, high, low, volume, amount } = quote;
  const price = (label: string, value: number) => ({
    label,
    value: writePrice(value),
    tone: toneOf(value - previousClose),
  });
  return {
    last: writePrice(last),
    move: writeMove(last - previousClose),
    change: writeReturn(changeOf(last, previousClose)),
    tone: toneOf(last - previousClose),
    figures: [
      price('今开', open),
      price('最高', high),
      price('昨收', previousClose),
      price('最低', low),
      { label: '成交量', value: writeVolume(volume) },
      { label: '成交额', value: writeTurnover(amount) },
    ],
    note,
  };
}

function QuoteNote({ quote: { at }, isSimulated }: { quote: StockQuote; isSimulated: boolean }) {
  const { today } = useSiteContext();
  const time = at.slice(0, 10) === today ? at.slice(11, 19) : `${at.slice(0, 10)} ${at.slice(11, 16)}`;
  return (
    <span>
      {isSimulated ? '模拟行情' : '行情'} <time dateTime={at}>{time}</time>
    </span>
  );
}
