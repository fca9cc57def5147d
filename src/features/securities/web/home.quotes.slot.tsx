import { useState } from 'react';
import { changeOf, toneOf, writeMove, writePrice, writeReturn } from '#shared/market.ts';
import { Link } from '#ui/link.tsx';
import type { HomeSlot } from '#web/parts/home-slot.ts';
import { stockPath } from '#web/parts/story.ts';
import { useWhileVisible } from '#web/parts/use-while-visible.ts';
import { useFetchCall, useSiteContext } from '#web/site.ts';
import type { HomeQuote } from '../schema.ts';
import s from './quotes-strip.module.css';

const refreshMs = 15_000;

export const slot: HomeSlot<HomeQuote[]> = {
  order: 20,
  block: 'quotes',
  key: 'quotes',
  load: (fetchCall) => fetchCall('GET /reception/homeQuotes'),
  Section: QuotesStrip,
};

/**
 * Indexes and securities in one line that scrolls sideways; nothing without quotes. The quotes come with the page, which
 * may be 30 s old, and are refreshed while the tab is visible.
 */
function QuotesStrip({ data: first }: { data: HomeQuote[] | null }) {
  const fetchCall = useFetchCall();
  const { today } = useSiteContext();
  const [latest, setLatest] = useState<HomeQuote[] | null>(null);
  useWhileVisible(
    async () => setLatest(await fetchCall('GET /reception/homeQuotes', undefined, { isSilent: true })),
    refreshMs,
    Boolean(first?.length),
  );
  const quotes = latest ?? first ?? [];
  if (quotes.length === 0) return null;
  const newest =
    quotes
      .map(({ quote }) => quote.at)
      .toSorted()
      .at(-1) ?? '';
  return (
    <section className={s.strip} aria-label="行情">
      <ul className={s.list}>
        {quotes.map(({ code, name, quote: { last, previousClose, isSuspended } }) => {
          const move = last - previousClose;
          return (
            <li key={code}>
              <Link className={s.quote} href={stockPath(code)}>
                <span className={s.name}>{name}</span>
                <span className={`${toneOf(move)} fig`}>{writePrice(last)}</span>
                <span className={`${s.change} ${toneOf(move)} fig`}>
                  {isSuspended ? '停牌' : `${writeMove(move)} ${writeReturn(changeOf(last, previousClose))}`}
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
      <p className={s.note}>
        {quotes.some(({ isSimulated }) => isSimulated) ? '模拟行情' : '行情'}{' '}
        <time dateTime={newest}>
          {newest.slice(0, 10) === today ? newest.slice(11, 16) : newest.slice(5, 16).replace('T', ' ')}
        </time>
      </p>
    </section>
  );
}
