import { writeStocksAsText } from './link-stocks.ts';
import { prepareBody } from './pool.ts';
import { toText } from './serialise.ts';
import { parseTree, withoutNoteLinks } from './tree.ts';

export { cutFormat } from './cut.ts';
export {
  linkStocks,
  prepareBody,
  replaceAddresses,
  replaceImages,
  toPlainText,
  writeMail,
  writeWechat,
} from './pool.ts';
export { isAttachmentUrl, type PreparedBody, prepareBodySync } from './prepare-body.ts';

/** Returns the words of a stored body as one reads them in a line of text, for search and lists. */
export const toReadingText = (html: string): string =>
  toText(withoutNoteLinks(writeStocksAsText(parseTree(html)))).trimEnd();

/** Renders the portal's own Markdown (agreements) as sanitised HTML. */
export const renderMarkdown = async (markdown: string): Promise<string> =>
  (await prepareBody({ body: markdown, format: 'markdown' })).html;
