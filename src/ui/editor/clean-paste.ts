import { toEditor } from './body-html.ts';

/**
 * Markup from Word, WeChat or any page as something to write on with: no machinery, no styles, no boxes. The editor
 * drops what it does not know by itself; here is what it would misread. The server sanitises all the same.
 */
export function cleanPaste(html: string): string {
  const bare = html
    // Word says in comments what other programs may not see, bullets of lists among it.
    .replace(/<!--\[if !supportLists\]-->[\s\S]*?<!--\[endif\]-->/gi, '')
    .replace(/<!--\[if[\s\S]*?<!\[endif\]-->|<!\[(?:if|endif)[^>]*>|<!--(?:Start|End)Fragment-->/gi, '')
    .replace(/<(style|script|xml|title)\b[\s\S]*?<\/\1>/gi, '')
    .replace(/<\/?(?:o|w|v|m|st1):[^>]*>/gi, '');
  const { body } = new DOMParser().parseFromString(toEditor(bare), 'text/html');
  makeLists(body);
  for (const element of body.querySelectorAll<HTMLElement>('*')) cleanElement(element);
  for (const box of body.querySelectorAll('span:not(.math), font')) box.replaceWith(...box.childNodes);
  for (const paragraph of body.querySelectorAll('p'))
    if (!paragraph.textContent?.trim() && !paragraph.querySelector('img, video, audio')) paragraph.remove();
  return body.innerHTML;
}

const keptAttributes = new Set(
  'href src alt title width height colspan rowspan start id poster data-size data-tex data-callout data-paywall data-pm-slice'.split(
    ' ',
  ),
);
const keptClasses = /^(?:fn|num|rise|fall|math|callout)$/;

function cleanElement(element: HTMLElement): void {
  // WeChat shows pictures late, their addresses wait in an attribute.
  const late = element.getAttribute('data-src');
  if (element.tagName === 'IMG' && late && !element.getAttribute('src')?.startsWith('http'))
    element.setAttribute('src', late);
  const isBold = /^(?:bold|[6-9]00)/.test(element.style.fontWeight);
  for (const { name, value } of [...element.attributes])
    if (!keptAttributes.has(name) && !(name === 'class' && keptClasses.test(value)))
      element.removeAttribute(name);
  if (!isBold || element.tagName !== 'SPAN') return;
  const strong = document.createElement('strong');
  strong.append(...element.childNodes);
  element.append(strong);
}

/** Word writes the items of a list as paragraphs of their own. */
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
