/** About a sentence, in neighbouring pairs of Han. */
const windowLength = 40;

/**
 * Returns for each text, from 0 to 1, how much of the query occurs together in one of its sentences: the weight of the
 * query's tokens in the best window, as a share of the weight of all of them. A token weighs more the fewer of these texts
 * contain it.
 * @param texts the index tokens of each text, in order
 */
export function proximities(texts: readonly (readonly string[])[], queryTokens: Iterable<string>): number[] {
  const frequencies = new Map([...queryTokens].map((token) => [token, 0]));
  for (const text of texts)
    for (const token of new Set(text)) {
      const frequency = frequencies.get(token);
      if (frequency !== undefined) frequencies.set(token, frequency + 1);
    }
  const weights = new Map<string, number>();
  for (const [token, frequency] of frequencies)
    if (frequency > 0) weights.set(token, Math.log(1 + (texts.length - frequency + 0.5) / (frequency + 0.5)));
  const total = weights.values().reduce((sum, weight) => sum + weight, 0);
  return texts.map((text) => (total > 0 ? bestWindow(text, weights) / total : 0));
}

/** Returns the largest weight of different tokens within `windowLength` neighbours. */
function bestWindow(text: readonly string[], weights: ReadonlyMap<string, number>): number {
  const inside = new Map<string, number>();
  const positions: number[] = [];
  let first = 0;
  let weight = 0;
  let best = 0;
  for (const [at, token] of text.entries()) {
    const added = weights.get(token);
    if (added === undefined) continue;
    positions.push(at);
    const count = inside.get(token) ?? 0;
    inside.set(token, count + 1);
    if (count === 0) weight += added;
    for (
      let left = positions[first];
      left !== undefined && left <= at - windowLength;
      left = positions[++first]
    ) {
      const leaving = text[left] ?? '';
      const others = (inside.get(leaving) ?? 1) - 1;
      inside.set(leaving, others);
      if (others === 0) weight -= weights.get(leaving) ?? 0;
    }
    best = Math.max(best, weight);
  }
  return best;
}
