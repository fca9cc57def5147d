import { spellStocks } from './link-stocks.ts';
import { prepareBody } from './pool.ts';
import { toText } from './serialise.ts';
import { parseTree } from './tree.ts';

export { summarise } from './cut.ts';
export { linkStocks, prepareBody, replaceImages, toPlainText } from './pool.ts';
export { type PreparedBody, prepareBodySync } from './prepare-body.ts';

/** The words of a kept body as a line of text reads: what search finds and lists show. */
export const toReadingText = (html: string): string => toText(spellStocks(parseTree(html))).trimEnd();

/** The portal's own Markdown (agreements) as kept HTML. */
export const renderMarkdown = async (markdown: string): Promise<string> =>
  (await prepareBody({ body: markdown, format: 'markdown' })).html;
