/** A day of a security: prices in 厘, volume in shares. */
export type CandlePoint = {
  day: string;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
};

/** Returns the moving average of the close for each day; null until there are `days` days. */
export function movingAverage(candles: readonly CandlePoint[], days: number): (number | null)[] {
  let sum = 0;
  return candles.map(({ close }, at) => {
    sum += close - (candles[at - days]?.close ?? 0);
    return at + 1 < days ? null : Math.round(sum / days);
  });
}

/** Returns a scale that contains all prices and has `middle` in its centre, so that rises and falls look alike. */
export function scaleAround(middle: number, prices: readonly number[]): { min: number; max: number } {
  const farthest = Math.max(...prices.map((price) => Math.abs(price - middle)), 0);
  // Without any change the price is a line in the middle instead of at an edge.
  const reach = Math.ceil(farthest * 1.08) || Math.max(Math.round(middle / 100), 1);
  return { min: middle - reach, max: middle + reach };
}

/** A longer pause, such as the noon break, is drawn this wide. */
const maxGapMinutes = 10;

/** Returns the x position of each minute, in minutes; long pauses are shortened. */
export function minutePositions(clocks: readonly string[]): number[] {
  let position = 0;
  let previous: number | undefined;
  return clocks.map((clock) => {
    const [hours = 0, minutes = 0] = clock.split(':').map(Number);
    const now = hours * 60 + minutes;
    position += previous === undefined ? 0 : Math.min(Math.max(now - previous, 0), maxGapMinutes);
    previous = now;
    return position;
  });
}

/** Returns the index of the nearest of the ascending positions. */
export function nearestIndex(position: number, positions: readonly number[]): number {
  const after = positions.findIndex((candidate) => candidate >= position);
  if (after === -1) return positions.length - 1;
  const [left = Number.NEGATIVE_INFINITY, right = 0] = [positions[after - 1], positions[after]];
  return position - left < right - position ? after - 1 : after;
}
