/** The paywall mark as it is stored, and as the editor draws it: a comment is nothing that could be drawn. */
export const storedMark = '<!--paywall-->';
export const drawnMark = '<div data-paywall=""></div>';

const anyMark = /<!--\s{0,20}(?:paywall|members-only|more(?:\s[^>]{0,200})?)\s{0,20}-->/gi;
const hairSpace = /<span class="hs"><\/span>/g;
const stockLink = /<a class="stock" href="\/search\?keyword=\d{6}">([^<]*)<span>(\d{6})<\/span><\/a>/g;

/**
 * A stored body as the editor takes it. What the server adds when a piece is shown is taken out again, or it would be
 * saved as the author's own text: hair spaces, and stock links, which become name and code as they were written.
 */
export function toEditor(html: string): string {
  let hasMark = false;
  return html
    .replace(hairSpace, '')
    .replace(stockLink, (_, name: string, code: string) => (name ? `${name}（${code}）` : code))
    .replace(anyMark, () => {
      const isFirst = !hasMark;
      hasMark = true;
      return isFirst ? drawnMark : '';
    });
}

/** What the editor holds as it is stored. An empty document is an empty body, a picture needs no empty caption. */
export function toStored(html: string): string {
  const body = html.replaceAll(drawnMark, storedMark).replaceAll('<figcaption></figcaption>', '');
  return body === '<p></p>' ? '' : body.replace(/(?:<p><\/p>)+$/, '');
}
