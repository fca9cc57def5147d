import { stockCodeForms } from '#shared/stock-code.ts';
import { figureKind } from './figures.ts';
import { toHtml } from './serialise.ts';
import { shapeBody } from './shape.ts';
import { type El, element, headingTags, type Node, parseTree } from './tree.ts';

/** Looks up a stock's name by its code, e.g. in the stock table. */
export type StockLookup = { get(code: string): string | undefined };

/**
 * Links stocks named in a prepared body to their pages. 宁德时代(300750) becomes one link of name and code, as in the
 * design; a code alone in brackets or after a market prefix becomes a link of the code. Text left by a quote widget in
 * scraped content, 京天利(行情300399,诊股), is linked the same way and shown without the widget's words; the stored text stays
 * unchanged. Unknown codes, bare numbers (they may be amounts), headings, code and existing links stay as they are.
 * A code of another market is another security: 000001.SH, an index, is not 000001. Idempotent.
 */
export function linkStocksSync(html: string, lookup: StockLookup): string {
  if (!/\d{6}/.test(html)) return html;
  return toHtml(shapeBody(linkNodes(parseTree(html), lookup), {}));
}

const skippedTags = new Set(['a', 'code', 'pre', ...headingTags]);

const isCard = ({ tag, attrs }: El) => tag === 'figure' && figureKind(attrs.class) === 'bookmark';

function linkNodes(nodes: Node[], lookup: StockLookup): Node[] {
  return mergeText(nodes).flatMap((node): Node[] => {
    if (typeof node === 'string') return linkText(node, lookup);
    // The text of a card is that of another site, and the whole card is a link.
    if (skippedTags.has(node.tag) || isCard(node)) return [node];
    return [{ ...node, kids: linkNodes(node.kids, lookup) }];
  });
}

// In bodies of older versions an empty span between Han and Latin splits 万科A(000002).
function mergeText(nodes: Node[]): Node[] {
  const out: Node[] = [];
  for (const node of nodes) {
    if (typeof node !== 'string' && node.tag === 'span' && node.attrs.class === 'hs') continue;
    const last = out.at(-1);
    if (typeof node === 'string' && typeof last === 'string') out[out.length - 1] = last + node;
    else out.push(node);
  }
  return out;
}

// (300750) （300750.SZ） (SZ300750) (股票代码：300750) (行情300750,诊股) | SZ300750 | 300750.SZ
const stockPattern =
  /[（(]\s*(?:(?:股票|证券)?代码[:：]?\s*|行情\s*)?((?:(?:SH|SZ|BJ)[:：]?)?\d{6}(?:\.(?:SH|SZ|BJ|SS))?)(?:\s*[,，]\s*诊股)?\s*[)）]|(?<![\w.])((?:SH|SZ|BJ)\d{6})(?!\w)|(?<![\w.])(\d{6}\.(?:SH|SZ|BJ|SS))(?!\w)/gi;

function linkText(text: string, lookup: StockLookup): Node[] {
  const out: Node[] = [];
  let from = 0;
  for (const match of text.matchAll(stockPattern)) {
    const written = match[1] ?? match[2] ?? match[3] ?? '';
    const code = stockCodeForms(written).find((form) => lookup.get(form) !== undefined);
    const name = code === undefined ? undefined : lookup.get(code);
    if (code === undefined || name === undefined) continue;
    const before = text.slice(from, match.index);
    const isNamed = name !== '' && before.endsWith(name);
    const leadingText = isNamed ? before.slice(0, -name.length) : before;
    // A code without a name keeps the author's brackets.
    const [open, close] =
      isNamed || match[1] === undefined ? ['', ''] : bracketsAround(match[0], written, code);
    out.push(leadingText + open, stockLink(code, isNamed ? name : ''), close);
    from = match.index + match[0].length;
  }
  return from === 0 ? [text] : [...out, text.slice(from)].filter((node) => node !== '');
}

// A market that the code itself lacks stays in the text.
function bracketsAround(found: string, written: string, code: string): [string, string] {
  const shown = code.includes('.') ? written : code;
  const at = found.indexOf(shown);
  const [before, after] = [found.slice(0, at), found.slice(at + shown.length)];
  return [before.replace(/行情\s*/, ''), after.replace(/\s*[,，]\s*诊股/, '')];
}

function stockLink(code: string, name: string): Node {
  const attrs = { class: 'stock', href: `/stock?code=${code}` };
  const span = element('span', {}, [code]);
  return element('a', attrs, name === '' ? [span] : [name, span]);
}

/** Replaces stock links by text for lists and plain text: the code in brackets after the name, as it was written. */
export function writeStocksAsText(nodes: readonly Node[]): Node[] {
  return nodes.map((node) => {
    if (typeof node === 'string') return node;
    if (node.tag !== 'a' || node.attrs.class !== 'stock')
      return { ...node, kids: writeStocksAsText(node.kids) };
    const code = node.kids.at(-1);
    const name = node.kids.slice(0, -1);
    if (name.length === 0 || code === undefined || typeof code === 'string') return node;
    return { ...node, kids: [...name, '（', code, '）'] };
  });
}
