/*
 * A place in a text is a number of characters, so that it means the same on every device and after small edits. White
 * space does not count, nor do the zero-width marks that only a traced copy has.
 */

const blocks = 'p, h1, h2, h3, h4, li, blockquote, figure, table, pre, div';

/** Returns the block with the first character after `length` characters of text; null if there is none. */
export function findBlockAfter(container: HTMLElement, length: number): HTMLElement | null {
  const texts = document.createTreeWalker(container, NodeFilter.SHOW_TEXT);
  let count = 0;
  while (texts.nextNode()) {
    const parent = texts.currentNode.parentElement;
    if (!parent || parent.closest(apart)) continue;
    count += countCharacters(texts.currentNode.nodeValue ?? '');
    if (count > length) return parent.closest<HTMLElement>(blocks);
  }
  return null;
}

/** Counts the characters of the blocks that lie above `top`, in px of the window. */
export function countAbove(container: HTMLElement, top: number): number {
  let count = 0;
  for (const part of container.children) {
    if (part.matches(apart)) continue;
    for (const block of part.children) {
      if (block.getBoundingClientRect().bottom > top) return count;
      count += countCharacters(block.textContent ?? '');
    }
  }
  return count;
}

/** Scrolls to a block and moves the focus there. */
export function goToBlock(block: HTMLElement): void {
  block.tabIndex = -1;
  block.scrollIntoView();
  block.focus({ preventScroll: true });
}

export const countCharacters = (text: string): number => text.replace(/[\s\u200b-\u200d\ufeff]/g, '').length;

// A traced copy names its reader beside the text.
const apart = '[aria-hidden="true"], [aria-hidden="true"] *';
