/** Numbers from 0 to 1 that look random and are always the same for a seed (mulberry32). */
export function randomOf(seed: string): () => number {
  let state = 0x811c9dc5;
  for (const sign of seed) state = Math.imul(state ^ (sign.codePointAt(0) ?? 0), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A number around 0 that is seldom beyond 2, from three that are even. */
export const bellOf = (random: () => number): number => (random() + random() + random() - 1.5) * 2;
