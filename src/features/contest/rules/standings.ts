/** Shares of one are millionths: 12_500 is 1.25 %. */
const whole = 1_000_000;

/** Beyond it nobody believes a return: a price was typed wrong, which must not keep a day from being cleared. */
export const mostReturn = 2_000_000_000;

/** What became of so much, in millionths, rounded down, at most `mostReturn`; of nothing nothing comes. */
export const returnOf = (now: number, then: number): number =>
  then <= 0 ? 0 : Math.min(Math.floor(((now - then) * whole) / then), mostReturn);

/** The deepest fall of a curve from a height before it, in millionths of that height. */
export function drawdownOf(curve: readonly number[]): number {
  let peak = 0;
  let deepest = 0;
  for (const value of curve) {
    peak = Math.max(peak, value);
    if (peak > 0) deepest = Math.max(deepest, Math.floor(((peak - value) * whole) / peak));
  }
  return deepest;
}

/** How many of the sales earned something, in millionths; null before the first. */
export const winRateOf = (sales: number, won: number): number | null =>
  sales === 0 ? null : Math.floor((won * whole) / sales);

/** Places by value, the highest first: who is equal shares a place, and the next one counts them (1, 1, 3). */
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
