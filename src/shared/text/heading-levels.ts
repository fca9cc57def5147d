/** The levels of headings in a body; the page's only h1 is its title. */
const highestLevel = 2;
const lowestLevel = 4;

/**
 * Assigns levels to headings by document order, from the levels of their source (1 to 6): the first is 2, and each is at most one
 * level below the heading above it, so that no level is skipped for screen reader users. Deeper ones than three levels
 * are 4. Idempotent.
 */
export function levelHeadings(levels: readonly number[]): number[] {
  const open: number[] = [];
  return levels.map((level) => {
    while ((open.at(-1) ?? 0) >= level) open.pop();
    open.push(level);
    return Math.min(open.length + highestLevel - 1, lowestLevel);
  });
}
