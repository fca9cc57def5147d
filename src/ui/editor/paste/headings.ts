import { levelHeadings } from '#shared/text/heading-levels.ts';
import { renameElement, stylesOf, textOf } from './dom.ts';
import { levelOfName, readOutlineLevel, type WordStyles } from './word-styles.ts';

/**
 * Makes paragraphs headings that their application calls so: by the outline level or the name of their style. Bold text
 * alone makes no heading. Those of a table of contents are none.
 */
export function readStyledHeadings(body: HTMLElement, { headings }: WordStyles): void {
  for (const block of [...body.querySelectorAll('p[class], p[style], div[class], div[style]')]) {
    if (/^(?:MsoToc|MsoHeader|MsoFooter|MsoFootnote)/i.test(block.className)) continue;
    const level = levelOfBlock(block, headings);
    if (!level || textOf(block) === '' || block.closest('li, table')) continue;
    if (block.tagName === 'DIV' && block.querySelector('p, div, table, ul, ol, h1, h2, h3, h4, h5, h6'))
      continue;
    renameElement(block, `h${Math.min(level, 6)}`);
  }
}

function levelOfBlock(block: Element, headings: WordStyles['headings']): number | undefined {
  if (block.classList.contains('MsoTitle')) return 1;
  const styles = stylesOf(block);
  const outline = styles.get('mso-outline-level');
  if (outline !== undefined) return readOutlineLevel(outline);
  const named = levelOfName(styles.get('mso-style-name') ?? '');
  if (named) return named;
  for (const name of block.classList) {
    const level = headings.get(name) ?? levelOfClass(name);
    if (level) return level;
  }
  return undefined;
}

const levelOfClass = (name: string): number | undefined => {
  const digit = /^(?:MsoHeading|heading-?h?|标题)([1-9])$/i.exec(name)?.[1];
  return digit ? Number(digit) : undefined;
};

/**
 * Maps the levels of all headings to those of a body. Headings from this editor keep theirs: a copied section need not begin
 * with the highest level.
 */
export function levelPastedHeadings(body: HTMLElement): void {
  const found = [...body.querySelectorAll('h1, h2, h3, h4, h5, h6')].filter((one) => textOf(one) !== '');
  const levels = found.map(({ tagName }) => Number(tagName[1]));
  if (body.querySelector('[data-pm-slice]') && levels.every((level) => level >= 2 && level <= 4)) return;
  levelHeadings(levels).forEach((level, at) => {
    const heading = found[at];
    if (heading && heading.tagName !== `H${level}`) renameElement(heading, `h${level}`);
  });
}
