/**
 * The tags most used in these pieces, most used first, equal ones in the order of their first piece; the chosen
 * one is always among them.
 */
export function popularTags(
  pieces: readonly { tags: readonly string[] }[],
  chosen: string,
  most = 7,
): string[] {
  const uses = new Map<string, number>();
  for (const tag of pieces.flatMap(({ tags }) => tags)) uses.set(tag, (uses.get(tag) ?? 0) + 1);
  const tags = [...uses].toSorted(([, one], [, other]) => other - one).map(([tag]) => tag);
  const shown = tags.slice(0, most);
  return chosen === '' || shown.includes(chosen) ? shown : [chosen, ...shown.slice(0, most - 1)];
}
