import { forms, hasHead, paywallMark, toStoredForm } from './stored/editor-form.ts';

/** Stored form of the paywall mark; `editorMark` is its editor form, because a comment cannot be rendered. */
export const storedMark = paywallMark;
export const editorMark = '<div data-paywall=""></div>';

const anyMark = /<!--\s{0,20}(?:paywall|members-only|more(?:\s[^>]{0,200})?)\s{0,20}-->/gi;
/** Older versions stored one between Han and Latin characters. */
const hairSpace = /<span class="hs"><\/span>/g;
const stockLink =
  /<a class="stock" href="\/(?:stock\?code|search\?keyword)=\d{6}(?:\.(?:SH|SZ|BJ))?">([^<]*)<span>(\d{6}(?:\.(?:SH|SZ|BJ))?)<\/span><\/a>/g;

/**
 * Removes from a body what the server adds for display, so that it is not saved as the author's text: hair spaces, and
 * stock links, which become name and code as written. Of several paywall marks the first stays.
 */
export function withoutDisplay(html: string): string {
  let hasMark = false;
  return html
    .replace(hairSpace, '')
    .replace(stockLink, (_, name: string, code: string) => (name ? `${name}（${code}）` : code))
    .replace(anyMark, () => {
      const isFirst = !hasMark;
      hasMark = true;
      return isFirst ? storedMark : '';
    });
}

/** Converts foreign HTML for the editor; a stored body is opened by `openBody`. */
export const toEditorHtml = (html: string): string => withoutDisplay(html).replace(storedMark, editorMark);

/**
 * Converts the editor's HTML to its stored form. The editor wraps the content of cells and list items in blocks and has
 * no table heads; this restores the HTML that a person would write. An empty document becomes an empty body, and an
 * empty caption is removed.
 * @param whole the body with the references of the footnotes, if `html` is a part
 */
export function toStoredHtml(html: string, whole?: HTMLElement): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const keptParts = [...body.querySelectorAll(`[${forms.kept}]`)];
  for (const part of keptParts) part.replaceChildren();
  for (const container of body.querySelectorAll('li, td, th')) unwrapSingleParagraph(container);
  linkFootnotesBack(body, whole ?? body);
  for (const table of body.querySelectorAll('table')) normaliseTable(table);
  for (const caption of body.querySelectorAll('figcaption:empty')) caption.remove();
  toStoredForm(body);
  while (body.lastElementChild?.matches('p:empty')) body.lastElementChild.remove();
  const kept = keptParts.map((part, at) => {
    part.replaceWith(body.ownerDocument.createComment(`kept ${at}`));
    return part.getAttribute(forms.kept) ?? '';
  });
  return body.innerHTML
    .replaceAll(editorMark, storedMark)
    .replace(/<!--kept (\d+)-->/g, (_, at: string) => kept[Number(at)] ?? '');
}

/** Unwraps a single paragraph in a cell or list item, optionally followed by a nested list. */
function unwrapSingleParagraph(container: Element): void {
  const [first, ...others] = container.children;
  if (
    first?.tagName === 'P' &&
    !first.hasAttribute(forms.loose) &&
    others.every(({ tagName }) => tagName === 'UL' || tagName === 'OL')
  )
    first.replaceWith(...first.childNodes);
}

/** Ends every note with a link to its reference, and drops what only the editor needs. */
function linkFootnotesBack(body: HTMLElement, whole: HTMLElement): void {
  const linked = new Set<string>();
  for (const reference of body.querySelectorAll('sup.fn > a[id]'))
    if (linked.has(reference.id)) reference.removeAttribute('id');
    else linked.add(reference.id);
  for (const { id } of whole.querySelectorAll('sup.fn > a[id]')) linked.add(id);
  for (const note of body.querySelectorAll<HTMLElement>('li[id^="fn"]')) {
    const target = note.id.replace('fn', 'fr');
    if (!linked.has(target)) continue;
    const back = body.ownerDocument.createElement('a');
    back.setAttribute('href', `#${target}`);
    back.textContent = '↩';
    (note.lastElementChild?.tagName === 'P' ? note.lastElementChild : note).append(back);
  }
  for (const one of body.querySelectorAll('[data-note-key]')) one.removeAttribute('data-note-key');
}

function normaliseTable(table: HTMLTableElement): void {
  table.removeAttribute('style');
  table.querySelector('colgroup')?.remove();
  for (const cell of table.querySelectorAll('td, th'))
    for (const span of ['colspan', 'rowspan'])
      if (cell.getAttribute(span) === '1') cell.removeAttribute(span);
  const rows = [...table.rows];
  const inHead = rows.filter((row) => row.getAttribute(forms.section) === 'head');
  const [first] = rows;
  if (inHead.length > 0) table.createTHead().append(...inHead);
  else if (first && !first.hasAttribute(forms.section) && hasHead(table)) table.createTHead().append(first);
  for (const row of rows.filter((one) => one.getAttribute(forms.section) === 'next')) {
    const following = [...(row.parentElement?.children ?? [])].slice(row.sectionRowIndex);
    table.createTBody().append(...following);
  }
}
