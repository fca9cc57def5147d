/** Ratios are in millionths: 12_500 is 1.25 %. */
const ppmPerUnit = 1_000_000;

/** Cap for returns that only a mistyped price can cause; without it, the price would block the clearing. */
export const maxReturnPpm = 2_000_000_000;

/** Returns the relative change in millionths, rounded down and at most `maxReturnPpm`; 0 for a base of 0. */
export const returnOf = (now: number, then: number): number =>
  then <= 0 ? 0 : Math.min(Math.floor(((now - then) * ppmPerUnit) / then), maxReturnPpm);

/** Returns the maximum drawdown of a curve, in millionths of the preceding high. */
export function drawdownOf(curve: readonly number[]): number {
  let peak = 0;
  let maxDrawdown = 0;
  for (const value of curve) {
    peak = Math.max(peak, value);
    if (peak > 0) maxDrawdown = Math.max(maxDrawdown, Math.floor(((peak - value) * ppmPerUnit) / peak));
  }
  return maxDrawdown;
}

/** Returns the share of profitable sales in millionths; null before the first sale. */
export const winRateOf = (sales: number, won: number): number | null =>
  sales === 0 ? null : Math.floor((won * ppmPerUnit) / sales);

/** Assigns places by value, highest first; equal players share a place, and the next place counts them (1, 1, 3). */
export function placesOf<T>(players: readonly T[], measure: (player: T) => number): Map<T, number> {
  const sorted = [...players].sort((one, other) => measure(other) - measure(one));
  const places = new Map<T, number>();
  let place = 0;
  sorted.forEach((player, index) => {
    const before = sorted[index - 1];
    if (before === undefined || measure(before) !== measure(player)) place = index + 1;
    places.set(player, place);
  });
  return places;
}
