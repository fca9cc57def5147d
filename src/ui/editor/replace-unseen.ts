import { pictureLinkText, type Unseen } from '#shared/unseen.ts';
import type { BodyFile } from './body-file.ts';
import { parseBody } from './stored/open-body.ts';

/**
 * Puts a file of this site into a stored body in place of what readers will not see, or removes that if `file` is null.
 * The text around it stays as it is.
 */
export function replaceUnseen(html: string, item: Unseen, file: BodyFile | null): string {
  const body = parseBody(html);
  if (item.kind === 'note') replaceNote(body, item.name, file);
  for (const element of body.querySelectorAll(selectors[item.kind])) {
    if (!isAt(element, item)) continue;
    if (element.matches('img') && file) showFile(element, file);
    else if (element.closest('figure.bookmark')) element.remove();
    else if (file) place(element, file);
    else removeWithBlock(element);
  }
  return body.innerHTML;
}

const selectors = { picture: 'img', player: 'video, audio', link: 'a', cover: ':not(*)', note: ':not(*)' };

function isAt(element: Element, { kind, address }: Unseen): boolean {
  const source = element.getAttribute(kind === 'link' ? 'href' : 'src');
  const addresses = [source, element.querySelector('source')?.getAttribute('src')];
  if (kind === 'link' && !pictureLinkText.test(element.textContent.trim())) return false;
  // The server writes addresses without a scheme out.
  return addresses.some((one) => one?.trim().replace(/^[\\/]{2,}/, 'https://') === address);
}

function showFile(picture: Element, { address, width, height }: BodyFile): void {
  picture.setAttribute('src', address);
  for (const [name, value] of Object.entries({ width, height }))
    if (value) picture.setAttribute(name, String(value));
    else picture.removeAttribute(name);
}

/** Replaces an element by a file: as a block of its own if it is alone in its paragraph. */
function place(element: Element, file: BodyFile): void {
  const document = element.ownerDocument;
  const shown = document.createElement(
    file.kind === 'image' ? 'img' : file.kind === 'audio' ? 'audio' : 'video',
  );
  shown.setAttribute('src', file.address);
  const name = element.textContent.trim().replace(/^图片：?/, '');
  if (file.kind === 'image') {
    shown.setAttribute('alt', element.matches('a') ? name : file.alt);
    showFile(shown, file);
  }
  const block = aloneIn(element);
  // A picture is no text of a paragraph of its own.
  if (file.kind === 'image' && block.matches('p')) {
    const figure = document.createElement('figure');
    figure.append(shown);
    block.replaceWith(figure);
  } else block.replaceWith(shown);
}

/** Returns the outermost element up to the paragraph that holds nothing else. */
function aloneIn(element: Element): Element {
  let whole = element;
  for (let up = whole.parentElement; up?.matches('p, a, strong, b, em, span'); up = up.parentElement) {
    if ([...up.childNodes].some((node) => node !== whole && node.textContent?.trim())) break;
    if ([...up.children].some((child) => child !== whole && !child.matches('br'))) break;
    whole = up;
  }
  return whole;
}

const media = 'img, video, audio, iframe, [data-tex]';

/** Removes an element with its caption, and the gallery or paragraph that is empty without it. */
function removeWithBlock(element: Element): void {
  const figure = element.closest('figure:not(.gallery)');
  const gallery = element.closest('figure.gallery');
  const isOnly = figure?.querySelectorAll(media).length === 1;
  if (figure && isOnly) figure.remove();
  else aloneIn(element).remove();
  if (gallery && !gallery.querySelector(media)) gallery.remove();
}

function replaceNote(body: HTMLElement, note: string, file: BodyFile | null): void {
  const texts = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    if (text.nodeValue?.includes(note)) found.push(text as Text);
  for (const text of found) {
    const at = text.data.indexOf(note);
    const rest = text.splitText(at);
    rest.splitText(note.length);
    const box = body.ownerDocument.createElement('span');
    rest.replaceWith(box);
    box.append(rest);
    if (file) place(box, file);
    else aloneIn(box).remove();
  }
}
