import { type RefObject, useEffect } from 'react';

const name = 'sensitive-word';

/**
 * Marks words in what an element shows, across its inner elements, without changing it. A browser without the CSS
 * highlight registry shows the text unmarked; the list beside it names the words all the same.
 */
export function useMarkedWords(element: RefObject<HTMLElement | null>, words: readonly string[]): void {
  const wanted = words.join('\n');
  useEffect(() => {
    const root = element.current;
    if (!root || wanted === '' || typeof Highlight === 'undefined' || !CSS.highlights) return;
    CSS.highlights.set(name, new Highlight(...findRanges(root, wanted.split('\n'))));
    return () => {
      CSS.highlights.delete(name);
    };
  }, [element, wanted]);
}

/** Every place of every word in the text of an element. */
export function findRanges(root: HTMLElement, words: readonly string[]): Range[] {
  const nodes: { node: Text; start: number }[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  let text = '';
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    nodes.push({ node, start: text.length });
    text += node.data;
  }
  const placeOf = (at: number) => nodes.findLast(({ start }) => start <= at);
  return words.flatMap((word) => {
    const ranges: Range[] = [];
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
      const [from, to] = [placeOf(at), placeOf(at + word.length - 1)];
      if (!from || !to) continue;
      const range = document.createRange();
      range.setStart(from.node, at - from.start);
      range.setEnd(to.node, at + word.length - to.start);
      ranges.push(range);
    }
    return ranges;
  });
}
