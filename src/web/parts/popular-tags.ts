/**
 * Returns the most used tags of these posts, most used first, equally used ones in order of appearance. The chosen tag
 * is always included.
 */
export function popularTags(
  posts: readonly { tags: readonly string[] }[],
  chosen: string,
  max = 7,
): string[] {
  const uses = new Map<string, number>();
  for (const tag of posts.flatMap(({ tags }) => tags)) uses.set(tag, (uses.get(tag) ?? 0) + 1);
  const tags = [...uses].toSorted(([, countA], [, countB]) => countB - countA).map(([tag]) => tag);
  const shown = tags.slice(0, max);
  return chosen === '' || shown.includes(chosen) ? shown : [chosen, ...shown.slice(0, max - 1)];
}
