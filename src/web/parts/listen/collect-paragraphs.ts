import { splitSentences } from './split-sentences.ts';

export type Paragraph = { element: HTMLElement; sentences: string[] };

const blocks = 'h1, h2, h3, h4, p, li, dt, dd, td, th, blockquote';
/**
 * What is no running text: captions, cards, code, formulas, codes of securities, numbers of footnotes, and what screen
 * readers skip too.
 */
const skipped =
  'figure, figcaption, pre, code, math, .katex, .stock span, sup, section.notes, iframe, audio, video, script, style, [hidden], [aria-hidden="true"]';

/**
 * Returns the paragraphs of elements that a voice reads, in order. They are taken from the document, so that nothing is
 * read aloud that its reader cannot see.
 */
export function collectParagraphs(roots: readonly Element[]): Paragraph[] {
  const paragraphs: { element: HTMLElement; text: string }[] = [];
  for (const root of roots) {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const { parentElement } = node;
      const element = parentElement?.closest<HTMLElement>(blocks);
      if (!element || parentElement?.closest(skipped)) continue;
      const last = paragraphs.at(-1);
      if (last?.element === element) last.text += node.nodeValue ?? '';
      else paragraphs.push({ element, text: node.nodeValue ?? '' });
    }
  }
  return paragraphs
    .map(({ element, text }) => ({ element, sentences: splitSentences(text) }))
    .filter(({ sentences }) => sentences.length > 0);
}
