import { renameElement, stylesOf, textOf } from './dom.ts';

const blockTags =
  'address article blockquote center dd div dl dt figure h1 h2 h3 h4 h5 h6 li ol p pre section table ul';
const blockSelector = blockTags.replaceAll(' ', ', ');

export const isFromWeChat = (html: string): boolean =>
  /mmbiz\.q(?:pic|logo)\.cn|\brich_(?:media|pages)\b|<mp-|<span leaf=|\bdata-mpa-|\bjs_darkmode__/i.test(
    html,
  );

type Block = { element: Element; text: string; size: number; isBold: boolean };

/** Ornaments that editors for WeChat put above a heading: 01, PART 2, 壹. */
const ornament = /^(?:(?:part|no|chapter)\s*[.·]?\s*)?(?:\d{1,2}|[壹贰叁肆伍陆柒捌玖拾])[.、/|]?$/i;

/**
 * Makes headings of the lines that an article of WeChat sets as such. It has no heading elements: a heading is a short
 * bold line, larger than the text. An ornamental number above it becomes part of it.
 */
export function readWeChatHeadings(body: HTMLElement): void {
  const blocks = listLeafBlocks(body);
  const textSize = commonSize(blocks);
  const isHeading = ({ element, text, size, isBold }: Block) =>
    isBold &&
    size >= textSize + 2 &&
    text.length >= 2 &&
    text.length <= 30 &&
    !ornament.test(text) &&
    !/[。；;，,：:、]$/.test(text) &&
    /^(?:P|DIV|SECTION|CENTER)$/.test(element.tagName) &&
    !element.closest('li, table, blockquote');
  const found = blocks.filter(isHeading);
  if (found.length === blocks.length) return;
  const sizes = [...new Set(found.map(({ size }) => size))].sort((one, other) => other - one);
  blocks.forEach((block, at) => {
    if (!isHeading(block)) return;
    const before = blocks[at - 1];
    const heading = renameElement(block.element, `h${Math.min(sizes.indexOf(block.size) + 1, 6)}`);
    if (!before || !ornament.test(before.text) || before.element.contains(heading)) return;
    heading.prepend(`${before.text} `);
    before.element.replaceChildren();
  });
}

/** Returns the blocks that contain text but no other block, with the size and weight of their text. One pass. */
function listLeafBlocks(body: HTMLElement): Block[] {
  const blocks: Block[] = [];
  const walk = (node: Element, size: number, isBold: boolean) => {
    const isLeaf = node.matches(blockSelector) && !node.querySelector(blockSelector) && textOf(node) !== '';
    const own = readFont(node, size, isBold);
    if (isLeaf) {
      const fonts: { size: number; isBold: boolean; length: number }[] = [];
      collectFonts(node, own, fonts);
      blocks.push({
        element: node,
        text: textOf(node),
        size: Math.min(...fonts.map((font) => font.size)),
        isBold: fonts.every((font) => font.isBold),
      });
    } else for (const child of node.children) walk(child, own.size, own.isBold);
  };
  walk(body, 16, false);
  return blocks;
}

function collectFonts(
  node: Node,
  { size, isBold }: { size: number; isBold: boolean },
  fonts: { size: number; isBold: boolean; length: number }[],
): void {
  for (const child of node.childNodes)
    if (child.nodeType === 3) {
      const length = child.nodeValue?.trim().length ?? 0;
      if (length > 0) fonts.push({ size, isBold, length });
    } else if (child instanceof Element) collectFonts(child, readFont(child, size, isBold), fonts);
}

function readFont(element: Element, size: number, isBold: boolean): { size: number; isBold: boolean } {
  const styles = stylesOf(element);
  const pixels = /^([\d.]+)px/.exec(styles.get('font-size') ?? '')?.[1];
  const weight = styles.get('font-weight');
  return {
    size: pixels ? Number(pixels) : size,
    isBold: weight ? /^(?:bold|[6-9]00)/.test(weight) : isBold || /^(?:B|STRONG|H\d)$/.test(element.tagName),
  };
}

/** The size in which most of the text is set. */
function commonSize(blocks: readonly Block[]): number {
  const lengths = new Map<number, number>();
  for (const { size, text } of blocks) lengths.set(size, (lengths.get(size) ?? 0) + text.length);
  return [...lengths].sort(([, one], [, other]) => other - one)[0]?.[0] ?? 16;
}
