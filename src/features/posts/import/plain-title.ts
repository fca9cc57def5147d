import { htmlParser } from '../body/html-parser.ts';

/** Converts a title or summary that its system treats as HTML (WordPress, RSS) to the text a reader sees. */
export function plainTitle(html: string): string {
  if (html.length > 20_000 || !/[<&]/.test(html)) return html;
  const { DomUtils, parseDocument } = htmlParser();
  return DomUtils.textContent(parseDocument(html));
}
