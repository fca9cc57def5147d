import { headingTags, type Node } from './tree.ts';

/**
 * Gives headings the levels their order implies: the first is h2, and none stands more than one below the one
 * above it, however the author's were numbered, so that a page can be walked by its headings. Changes the tree;
 * done twice it changes nothing more.
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
