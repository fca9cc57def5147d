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

/**
 * What the editor holds as it is stored. The editor knows cells and items of blocks only and no heads of tables; they
 * become what a person would write. An empty document is an empty body, a picture needs no empty caption.
 */
export function toStored(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const box of body.querySelectorAll('li, td, th')) unwrapOnly(box);
  for (const table of body.querySelectorAll('table')) shapeTable(table);
  for (const caption of body.querySelectorAll('figcaption:empty')) caption.remove();
  while (body.lastElementChild?.matches('p:empty')) body.lastElementChild.remove();
  return body.innerHTML.replaceAll(drawnMark, storedMark);
}

/** One paragraph, with or without a list below it, is plain text in its box. */
function unwrapOnly(box: Element): void {
  const [first, ...others] = box.children;
  if (first?.tagName === 'P' && others.every(({ tagName }) => tagName === 'UL' || tagName === 'OL'))
    first.replaceWith(...first.childNodes);
}

function shapeTable(table: HTMLTableElement): void {
  table.removeAttribute('style');
  table.querySelector('colgroup')?.remove();
  for (const cell of table.querySelectorAll('td, th'))
    for (const span of ['colspan', 'rowspan'])
      if (cell.getAttribute(span) === '1') cell.removeAttribute(span);
  const [first, ...rows] = table.rows;
  if (!first || rows.length === 0) return;
  const cells = [...first.cells];
  const isHead = ({ tagName }: Element) => tagName === 'TH';
  // The corner over a column of names is no head.
  if (cells.some(isHead) && cells.every((cell, at) => isHead(cell) || (at === 0 && cell.textContent === '')))
    table.createTHead().append(first);
}
