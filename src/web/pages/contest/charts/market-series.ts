/** A day of a security: prices in 厘, volume in shares. */
export type CandlePoint = {
  day: string;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
};

/** The mean close of each day and the ones before it; null until there are so many. */
export function averageOf(candles: readonly CandlePoint[], days: number): (number | null)[] {
  let sum = 0;
  return candles.map(({ close }, at) => {
    sum += close - (candles[at - days]?.close ?? 0);
    return at + 1 < days ? null : Math.round(sum / days);
  });
}

/** A scale with a price in its middle that holds all others: what is above it and below it looks alike. */
export function scaleAround(middle: number, prices: readonly number[]): { min: number; max: number } {
  const farthest = Math.max(...prices.map((price) => Math.abs(price - middle)), 0);
  // A day without a move is a line in the middle and not at an edge.
  const reach = Math.ceil(farthest * 1.08) || Math.max(Math.round(middle / 100), 1);
  return { min: middle - reach, max: middle + reach };
}

/** A longer pause than this, such as a noon break, is drawn so wide. */
const widestGap = 10;

/** Where the minutes of a day stand beside one another: as far apart as they are in time, with long pauses cut short. */
export function placesOf(clocks: readonly string[]): number[] {
  let place = 0;
  let before: number | undefined;
  return clocks.map((clock) => {
    const [hours = 0, minutes = 0] = clock.split(':').map(Number);
    const now = hours * 60 + minutes;
    place += before === undefined ? 0 : Math.min(Math.max(now - before, 0), widestGap);
    before = now;
    return place;
  });
}

/** Which of the places, in their order, is nearest. */
export function nearestTo(place: number, places: readonly number[]): number {
  const after = places.findIndex((other) => other >= place);
  if (after === -1) return places.length - 1;
  const [left = Number.NEGATIVE_INFINITY, right = 0] = [places[after - 1], places[after]];
  return place - left < right - place ? after - 1 : after;
}
