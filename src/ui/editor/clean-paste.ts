import { toEditorHtml } from './body-html.ts';

/**
 * Cleans pasted markup from Word, WeChat or any page: removes scripts, styles and layout boxes. The editor drops
 * unknown markup itself, so this handles only what it would misread. Not a security boundary: the server sanitises
 * every body.
 */
export function cleanPaste(html: string): string {
  const stripped = html
    // Word puts content for other programs into conditional comments, including list bullets.
    .replace(/<!--\[if !supportLists\]-->[\s\S]*?<!--\[endif\]-->/gi, '')
    .replace(/<!--\[if[\s\S]*?<!\[endif\]-->|<!\[(?:if|endif)[^>]*>|<!--(?:Start|End)Fragment-->/gi, '')
    .replace(/<(style|script|xml|title)\b[\s\S]*?<\/\1>/gi, '')
    .replace(/<\/?(?:o|w|v|m|st1):[^>]*>/gi, '');
  const { body } = new DOMParser().parseFromString(toEditorHtml(stripped), 'text/html');
  makeLists(body);
  for (const element of body.querySelectorAll<HTMLElement>('*')) cleanElement(element);
  for (const wrapper of body.querySelectorAll('span:not(.math), font'))
    wrapper.replaceWith(...wrapper.childNodes);
  for (const paragraph of body.querySelectorAll('p'))
    if (!paragraph.textContent?.trim() && !paragraph.querySelector('img, video, audio')) paragraph.remove();
  return body.innerHTML;
}

const allowedAttributes = new Set(
  'href src alt title width height colspan rowspan start id poster data-size data-tex data-callout data-paywall data-pm-slice'.split(
    ' ',
  ),
);
const allowedClasses = /^(?:fn|num|rise|fall|math|callout)$/;

function cleanElement(element: HTMLElement): void {
  // WeChat lazy-loads pictures: the URL is in `data-src`.
  const lazySrc = element.getAttribute('data-src');
  if (element.tagName === 'IMG' && lazySrc && !element.getAttribute('src')?.startsWith('http'))
    element.setAttribute('src', lazySrc);
  const isBold = /^(?:bold|[6-9]00)/.test(element.style.fontWeight);
  for (const { name, value } of [...element.attributes])
    if (!allowedAttributes.has(name) && !(name === 'class' && allowedClasses.test(value)))
      element.removeAttribute(name);
  if (!isBold || element.tagName !== 'SPAN') return;
  const strong = document.createElement('strong');
  strong.append(...element.childNodes);
  element.append(strong);
}

/** Converts Word's list items, which are separate paragraphs, to lists. */
function makeLists(body: HTMLElement): void {
  let list: HTMLElement | undefined;
  for (const paragraph of [...body.querySelectorAll<HTMLElement>('p')]) {
    const isItem = /mso-list:\s*l\d/i.test(paragraph.getAttribute('style') ?? '');
    if (!isItem) continue;
    const follows = list !== undefined && paragraph.previousElementSibling === list;
    if (!follows) {
      list = document.createElement('ul');
      paragraph.before(list);
    }
    const item = document.createElement('li');
    item.append(...paragraph.childNodes);
    list?.append(item);
    paragraph.remove();
  }
}
