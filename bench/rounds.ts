/** One way of doing the thing that is compared; `run` measures it once. */
export type Contender<R> = { name: string; run: () => Promise<R> };

/** What each contender measured, round by round. */
export type Rounds<R> = Map<string, R[]>;

/** Which figure of a measurement is meant. */
type Pick<R> = (measured: R) => number;

/**
 * Measures contenders side by side: A B C, then C B A, and so on, so that a machine that grows slower or faster
 * meanwhile, or a neighbour that wakes up, treats all alike. One round before the first is thrown away.
 */
export async function sideBySide<R>(contenders: readonly Contender<R>[], rounds: number): Promise<Rounds<R>> {
  const results: Rounds<R> = new Map(contenders.map(({ name }) => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    const order = round % 2 === 0 ? contenders : contenders.toReversed();
    for (const { name, run } of order) {
      const value = await run();
      if (round > 0) results.get(name)?.push(value);
    }
  }
  return results;
}

/** The median over the rounds of one contender's result. */
export const medianOf = <R>(rounds: Rounds<R>, name: string, pick: Pick<R>): number =>
  median((rounds.get(name) ?? []).map(pick));

/** The median of the ratios within each round, which share whatever the machine was doing then. */
export function ratioOf<R>(rounds: Rounds<R>, name: string, to: string, pick: Pick<R>): number {
  const others = (rounds.get(to) ?? []).map(pick);
  const own = (rounds.get(name) ?? []).map(pick);
  return median(own.map((value, round) => value / (others[round] ?? Number.NaN)));
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** The value below which a share of the values lies; NaN of none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const place = share * (sorted.length - 1);
  const low = sorted[Math.floor(place)] ?? Number.NaN;
  const high = sorted[Math.ceil(place)] ?? Number.NaN;
  return low + (high - low) * (place - Math.floor(place));
}
