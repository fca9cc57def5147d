import { levelHeadings as assignLevels } from '#shared/text/heading-levels.ts';
import { type El, headingTags, type Node } from './tree.ts';

/** Assigns the levels of a body (h2 to h4) to its headings. Mutates the tree; idempotent. */
export function levelHeadings(nodes: readonly Node[]): void {
  const headings: El[] = [];
  const collect = (list: readonly Node[]) => {
    for (const node of list) {
      if (typeof node === 'string') continue;
      if (headingTags.has(node.tag)) headings.push(node);
      else collect(node.kids);
    }
  };
  collect(nodes);
  assignLevels(headings.map(({ tag }) => Number(tag[1]))).forEach((level, at) => {
    const heading = headings[at];
    if (heading) heading.tag = `h${level}`;
  });
}
