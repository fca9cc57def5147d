import { moveChildren, siblingBefore } from './dom.ts';
import { ListBuilder } from './list-builder.ts';
import { type ListStyle, type Marker, readMarker } from './markers.ts';

/**
 * Joins lists that an application delivers item by item: Word Online wraps each in `div.ListContainerWrapper`, Feishu gives
 * each a list of the class `list-bullet2`; the level is an attribute of the item or a digit of the class. Also moves
 * lists that stand directly in a list (Google Docs, LibreOffice) into the item above.
 */
export function joinWrappedLists(body: HTMLElement): void {
  const builder = new ListBuilder();
  for (const list of [...body.querySelectorAll<HTMLElement>('ul, ol')]) {
    const level = levelOf(list);
    if (level === undefined || list.parentElement?.closest('li')) continue;
    const wrapper = list.parentElement?.matches('div.ListContainerWrapper') ? list.parentElement : list;
    let index = 0;
    for (const item of [...list.children]) {
      if (item.tagName !== 'LI') continue;
      markTask(item);
      const start =
        item.getAttribute('value') ?? item.getAttribute('data-start') ?? list.getAttribute('start');
      const marker = markerOf(list, item, Number(start ?? 1) + (item.hasAttribute('value') ? 0 : index));
      const copy = body.ownerDocument.createElement('li');
      moveChildren(item, copy);
      builder.add(wrapper, { level: levelOfItem(item) ?? level, marker, item: copy });
      index += 1;
    }
    if (list.querySelector('li')?.hasChildNodes()) continue;
    list.remove();
    if (wrapper !== list && !wrapper.textContent?.trim()) wrapper.remove();
  }
  for (const list of [...body.querySelectorAll<HTMLElement>('ul > ul, ul > ol, ol > ul, ol > ol')]) {
    const before = siblingBefore(list);
    if (before instanceof HTMLElement && before.tagName === 'LI') before.append(list);
    else {
      const item = body.ownerDocument.createElement('li');
      list.replaceWith(item);
      item.append(list);
    }
  }
}

/** The level of a list that holds one item of a longer one; undefined for an ordinary list. */
function levelOf(list: Element): number | undefined {
  const feishu = /\blist-(?:bullet|number|check|done|todo)(\d)?\b/.exec(list.className);
  if (feishu) return Number(feishu[1] ?? 1);
  return /\b(?:Bullet|Number)ListStyle\d/.test(list.className) ? 1 : undefined;
}

const levelOfItem = (item: Element): number | undefined => {
  const level = Number(item.getAttribute('data-aria-level') ?? item.getAttribute('aria-level') ?? Number.NaN);
  return Number.isInteger(level) && level > 0 ? level : undefined;
};

const cssStyles: Readonly<Record<string, ListStyle>> = {
  'lower-alpha': 'a',
  'lower-latin': 'a',
  'upper-alpha': 'A',
  'upper-latin': 'A',
  'lower-roman': 'i',
  'upper-roman': 'I',
};

function markerOf(list: Element, item: Element, number: number): Marker {
  if (list.tagName === 'UL') return { isOrdered: false };
  const css = /list-style(?:-type)?:\s*([\w-]+)/.exec(
    `${item.getAttribute('style') ?? ''};${list.getAttribute('style') ?? ''}`,
  )?.[1];
  // Word Online describes the numbering as `（%1）`, in the format of the property 469777815 or of the style.
  const text = item.getAttribute('data-leveltext') ?? '';
  const known = readMarker(text.replace(/%\d/g, '1'));
  const style = cssStyles[css ?? ''] ?? (known?.isOrdered ? known.style : '1');
  return { isOrdered: true, style, number: Number.isInteger(number) ? number : 1 };
}

/** Keeps the state of a task of Feishu as a sign before its text. */
function markTask(item: Element): void {
  const kind = item.getAttribute('data-list');
  if (kind === 'check' || kind === 'done') item.prepend(kind === 'done' ? '☑ ' : '☐ ');
}
