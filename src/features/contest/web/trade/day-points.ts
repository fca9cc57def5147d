import type { Candle, ContestQuote, IntradayPoint } from '../../schema.ts';

export type Minute = { clock: string; last: number };

/** Returns the last price of each minute of a day, followed by the newest quote. */
export function minutePoints(
  points: readonly IntradayPoint[],
  quote: Pick<ContestQuote, 'at' | 'last'>,
): Minute[] {
  const day = points.at(-1)?.at.slice(0, 10) ?? quote.at?.slice(0, 10);
  const minutes = new Map<string, number>();
  for (const { at, last } of points) minutes.set(at.slice(11, 16), last);
  if (quote.at !== null && quote.last !== null && quote.at.slice(0, 10) === day) {
    const newest = points.at(-1)?.at ?? '';
    if (quote.at >= newest) minutes.set(quote.at.slice(11, 16), quote.last);
  }
  return [...minutes].map(([clock, last]) => ({ clock, last }));
}

type Today = Pick<ContestQuote, 'at' | 'open' | 'high' | 'low' | 'last' | 'volume'>;

/** Returns the daily candles of a security, followed by the day of its newest quote so far. */
export function candlesWithToday(
  candles: readonly Candle[],
  { at, open, high, low, last, volume }: Today,
): Candle[] {
  if (at === null || open === null || high === null || low === null || last === null) return [...candles];
  const day = at.slice(0, 10);
  const newest = candles.at(-1)?.day ?? '';
  if (day < newest) return [...candles];
  const today = { day, open, high, low, close: last, volume };
  return day === newest ? [...candles.slice(0, -1), today] : [...candles, today];
}
