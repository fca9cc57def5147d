/** About a sentence, in neighbouring pairs of Han. */
const windowLength = 40;

/** How much of a query a text contains, from 0 to 1. */
export type Containment = {
  /** Of all tokens of the query, the share that occurs together in one sentence. */
  proximity: number;
  /** Of the tokens that the query requires, the share that occurs anywhere, however often; 1 if no text has any. */
  coverage: number;
};

/**
 * Returns for each text how much of the query it contains. A token weighs more the fewer of these texts contain it; one
 * that is in none of them does not count.
 * @param texts the index tokens of each text, in order
 */
export function containments(
  texts: readonly (readonly string[])[],
  query: { any: readonly string[]; required: readonly string[] },
): Containment[] {
  const required = new Set(query.required);
  const all = required.union(new Set(query.any));
  const found = texts.map((text) => findTokens(text, all));
  const weights = weigh(found);
  const sum = (tokens: ReadonlySet<string>) =>
    tokens.values().reduce((total, token) => total + (weights.get(token) ?? 0), 0);
  const [total, requiredTotal] = [sum(all), sum(required)];
  return found.map((occurrences) => ({
    proximity: total > 0 ? bestWindow(occurrences, weights) / total : 0,
    coverage: requiredTotal > 0 ? sum(tokensOf(occurrences).intersection(required)) / requiredTotal : 1,
  }));
}

/** A token of the query and its position in a text. */
type Occurrence = { token: string; at: number };

function findTokens(text: readonly string[], tokens: ReadonlySet<string>): Occurrence[] {
  const found: Occurrence[] = [];
  for (const [at, token] of text.entries()) if (tokens.has(token)) found.push({ token, at });
  return found;
}

const tokensOf = (occurrences: readonly Occurrence[]) => new Set(occurrences.map(({ token }) => token));

function weigh(texts: readonly (readonly Occurrence[])[]): ReadonlyMap<string, number> {
  const frequencies = new Map<string, number>();
  for (const occurrences of texts)
    for (const token of tokensOf(occurrences)) frequencies.set(token, (frequencies.get(token) ?? 0) + 1);
  return new Map(
    frequencies
      .entries()
      .map(([token, frequency]) => [
        token,
        Math.log(1 + (texts.length - frequency + 0.5) / (frequency + 0.5)),
      ]),
  );
}

/** Returns the largest weight of different tokens within `windowLength` neighbours. */
function bestWindow(occurrences: readonly Occurrence[], weights: ReadonlyMap<string, number>): number {
  const weightOf = (token: string) => weights.get(token) ?? 0;
  const inside = new Map<string, number>();
  let first = 0;
  let weight = 0;
  let best = 0;
  for (const { token, at } of occurrences) {
    const count = inside.get(token) ?? 0;
    inside.set(token, count + 1);
    if (count === 0) weight += weightOf(token);
    for (let left = occurrences[first]; left && left.at <= at - windowLength; left = occurrences[++first]) {
      const others = (inside.get(left.token) ?? 1) - 1;
      inside.set(left.token, others);
      if (others === 0) weight -= weightOf(left.token);
    }
    best = Math.max(best, weight);
  }
  return best;
}
