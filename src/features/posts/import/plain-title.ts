import { DomUtils, parseDocument } from 'htmlparser2';

/** A title or summary that its system treats as HTML (WordPress, RSS), as the text a reader sees. */
export function plainTitle(html: string): string {
  if (html.length > 20_000 || !/[<&]/.test(html)) return html;
  return DomUtils.textContent(parseDocument(html));
}
