import { headingTags, type Node } from './tree.ts';

/**
 * Assigns heading levels by document order: the first is h2, and each is at most one level below the heading above it,
 * whatever the author's levels were, so that screen reader users can navigate by heading. Mutates the tree; idempotent.
 */
export function levelHeadings(nodes: readonly Node[], open: number[] = []): void {
  for (const node of nodes) {
    if (typeof node === 'string') continue;
    if (!headingTags.has(node.tag)) {
      levelHeadings(node.kids, open);
      continue;
    }
    const level = Number(node.tag[1]);
    while ((open.at(-1) ?? 0) >= level) open.pop();
    open.push(level);
    node.tag = `h${open.length + 1}`;
  }
}
