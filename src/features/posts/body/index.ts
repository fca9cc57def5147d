export { linkStocks } from './link-stocks.ts';

import { spellStocks } from './link-stocks.ts';
import { prepareBody } from './prepare-body.ts';
import { toText } from './serialise.ts';
import { parseTree } from './tree.ts';

export { summarise } from './cut.ts';
export {
  type PreparedBody,
  prepareBody,
  replaceImages,
} from './prepare-body.ts';

/** The words of a kept body as its page shows them, without markup. */
export const toPlainText = (html: string): string => toText(parseTree(html)).trimEnd();

/** The words of a kept body as a line of text reads: what search finds and lists show. */
export const toReadingText = (html: string): string => toText(spellStocks(parseTree(html))).trimEnd();

/** The portal's own Markdown (agreements) as kept HTML. */
export const renderMarkdown = (markdown: string): string =>
  prepareBody({ body: markdown, format: 'markdown' }).html;
