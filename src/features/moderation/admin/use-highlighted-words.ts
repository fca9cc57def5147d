import { type RefObject, useEffect } from 'react';

const highlightName = 'sensitive-word';

/**
 * Highlights words in an element, across its inner elements, without changing the DOM. A browser without the CSS Custom
 * Highlight API shows no highlights; the list beside the text still names the words.
 */
export function useHighlightedWords(element: RefObject<HTMLElement | null>, words: readonly string[]): void {
  const key = words.join('\n');
  useEffect(() => {
    const root = element.current;
    if (!root || key === '' || typeof Highlight === 'undefined' || !CSS.highlights) return;
    CSS.highlights.set(highlightName, new Highlight(...findRanges(root, key.split('\n'))));
    return () => {
      CSS.highlights.delete(highlightName);
    };
  }, [element, key]);
}

/** Returns a range for every occurrence of every word in the element's text. */
export function findRanges(root: HTMLElement, words: readonly string[]): Range[] {
  const nodes: { node: Text; start: number }[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  let text = '';
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    nodes.push({ node, start: text.length });
    text += node.data;
  }
  const nodeAt = (offset: number) => nodes.findLast(({ start }) => start <= offset);
  return words.flatMap((word) => {
    const ranges: Range[] = [];
    for (let index = text.indexOf(word); index >= 0; index = text.indexOf(word, index + word.length)) {
      const [from, to] = [nodeAt(index), nodeAt(index + word.length - 1)];
      if (!from || !to) continue;
      const range = document.createRange();
      range.setStart(from.node, index - from.start);
      range.setEnd(to.node, index + word.length - to.start);
      ranges.push(range);
    }
    return ranges;
  });
}
