import { createNoteKey, keyAttribute } from '../footnotes/note-key.ts';
import { moveChildren } from './dom.ts';

/**
 * Converts footnotes and endnotes to those of a body: `sup.fn` in the text and one list of notes at the end. Found by structure,
 * because every application names them otherwise (`_ftn1` of Word and WPS, `sdfootnote1sym` of LibreOffice, `ftnt1` of
 * Google Docs, `fn1` of Markdown): a link in the text leads to a note that leads back to it.
 */
export function readFootnotes(body: HTMLElement): void {
  const links = [...body.querySelectorAll<HTMLAnchorElement>('a[href*="#"]')];
  if (links.length < 2) return;
  const linkByName = new Map<string, HTMLAnchorElement>();
  for (const link of links)
    for (const name of namesOf(link)) if (!linkByName.has(name)) linkByName.set(name, link);
  const notes = new Map<Element, { number: number; back: Element; note: Element }>();
  let count = 0;
  for (const link of links) {
    const back = linkByName.get(targetOf(link));
    if (!back || back === link || !namesOf(link).includes(targetOf(back))) continue;
    // The note's own link back is handled with the note.
    if (notes.has(link) || !(link.compareDocumentPosition(back) & 4)) continue;
    let found = notes.get(back);
    if (!found) {
      count += 1;
      found = { number: count, back, note: noteAround(back) };
      notes.set(back, found);
    }
    replaceReference(link, found.number);
  }
  if (notes.size === 0) return;
  const list = body.ownerDocument.createElement('ol');
  for (const { number, back, note } of notes.values()) {
    if (!note.isConnected) continue;
    (back.closest('sup') ?? back).remove();
    const item = body.ownerDocument.createElement('li');
    item.id = `fn${number}`;
    moveChildren(note, item);
    list.append(item);
    removeWithEmptyParents(note, body);
  }
  body.append(list);
  for (const rule of body.querySelectorAll(
    'div[style*="footnote-list"] > hr, div[style*="endnote-list"] > hr',
  ))
    rule.remove();
}

const targetOf = (link: Element): string => decode(/#(.+)$/.exec(link.getAttribute('href') ?? '')?.[1] ?? '');

/** The names under which a link can be reached: its own, and those of the sup or note around it. */
function namesOf(link: Element): string[] {
  const note = link.closest('li[id], div[id], p[id]');
  const around = [link, link.closest('sup[id], span[id]'), note === link.ownerDocument.body ? null : note];
  return around.flatMap((one) => [one?.id ?? '', one?.getAttribute('name') ?? '']).filter(Boolean);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The element with the whole note: several paragraphs in Word and LibreOffice, an item of a list in most others. */
const noteAround = (back: Element): Element =>
  back.closest('li, div[id^="ftn"], div[id^="edn"], div[id^="sdfootnote"], div[id^="sdendnote"]') ??
  back.closest('p, div') ??
  back;

function replaceReference(link: Element, number: number): void {
  const sup = link.ownerDocument.createElement('sup');
  sup.className = 'fn';
  const reference = link.ownerDocument.createElement('a');
  reference.setAttribute('href', `#fn${number}`);
  reference.id = `fr${number}`;
  reference.textContent = String(number);
  sup.append(reference);
  // Only a sup that holds nothing but the number is replaced with it.
  const around = link.closest('sup');
  (around && around.textContent === link.textContent ? around : link).replaceWith(sup);
}

function removeWithEmptyParents(element: Element, body: Element): void {
  let current: Element | null = element;
  while (current && current !== body && !current.textContent?.trim() && !current.querySelector('img')) {
    const parent: Element | null = current.parentElement;
    current.remove();
    current = parent;
  }
}

/** Gives pasted notes separate keys: their numbers mean others in this body. Those copied inside the editor keep theirs. */
export function keyFootnotes(body: HTMLElement): void {
  const prefix = createNoteKey();
  for (const one of body.querySelectorAll<HTMLElement>('sup.fn, li[id^="fn"]')) {
    const name = one.id || one.querySelector('a')?.getAttribute('href')?.slice(1);
    if (!one.hasAttribute(keyAttribute) && /^fn\d{1,3}$/.test(name ?? ''))
      one.setAttribute(keyAttribute, `${prefix}-${name}`);
  }
}
