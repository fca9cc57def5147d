/** One of the alternatives compared; `run` measures it once. */
export type Contender<R> = { name: string; run: () => Promise<R> };

/** The results of each contender, by round. */
export type Rounds<R> = Map<string, R[]>;

/** Selects a number from a result. */
type Metric<R> = (measured: R) => number;

/**
 * Measures contenders in alternating order: A B C, then C B A, and so on, so that a machine whose speed drifts, or
 * other load on it, affects all alike. The first round is a warm-up and is discarded.
 */
export async function runSideBySide<R>(
  contenders: readonly Contender<R>[],
  rounds: number,
): Promise<Rounds<R>> {
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

/** Returns the median of one contender's results over the rounds. */
export const medianOf = <R>(rounds: Rounds<R>, name: string, metric: Metric<R>): number =>
  median((rounds.get(name) ?? []).map(metric));

/** Returns the median of the ratios within each round, since results of one round were measured under the same load. */
export function ratioOf<R>(rounds: Rounds<R>, name: string, reference: string, metric: Metric<R>): number {
  const referenceValues = (rounds.get(reference) ?? []).map(metric);
  const own = (rounds.get(name) ?? []).map(metric);
  return median(own.map((value, round) => value / (referenceValues[round] ?? Number.NaN)));
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Returns a quantile of the values; NaN for an empty list. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const position = share * (sorted.length - 1);
  const lower = sorted[Math.floor(position)] ?? Number.NaN;
  const upper = sorted[Math.ceil(position)] ?? Number.NaN;
  return lower + (upper - lower) * (position - Math.floor(position));
}
