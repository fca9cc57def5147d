import { siblingBefore } from './dom.ts';
import type { Marker } from './markers.ts';

export type FoundItem = {
  level: number;
  marker: Marker;
  /** The new `li` with its content. */
  item: HTMLElement;
};

type OpenList = { element: HTMLElement; level: number; kind: string; number: number; lastItem: HTMLElement };

/** Builds nested lists from items that come one after another, each with its level. */
export class ListBuilder {
  #open: OpenList[] = [];
  /** The last list outside all others: the next item continues it only if nothing is in between. */
  #top: HTMLElement | undefined;

  /** Adds an item in place of `anchor`, which the caller removes. */
  add(anchor: Node, { level, marker, item }: FoundItem): void {
    if (!this.isAfterList(anchor)) this.#open = [];
    while (this.#open.length > 1 && (this.#open.at(-1)?.level ?? 0) > level) this.#open.pop();
    const last = this.#open.at(-1);
    const kind = marker.isOrdered ? `ol ${marker.style}` : 'ul';
    if (last && last.level >= level && isContinued(last, kind, marker)) {
      last.element.append(item);
      Object.assign(last, { level, lastItem: item, number: last.number + 1 });
      return;
    }
    if (last && last.level >= level) this.#open.pop();
    const element = createList(anchor.ownerDocument ?? document, marker);
    element.append(item);
    const parent = this.#open.at(-1);
    if (parent) parent.lastItem.append(element);
    else {
      anchor.parentNode?.insertBefore(element, anchor);
      this.#top = element;
    }
    this.#open.push({ element, level, kind, number: marker.isOrdered ? marker.number : 1, lastItem: item });
  }

  /** Adds a further paragraph to the last item. */
  continueItem(block: HTMLElement): void {
    this.#open.at(-1)?.lastItem.append(block);
  }

  isAfterList(node: Node): boolean {
    return this.#top !== undefined && siblingBefore(node) === this.#top;
  }
}

const isContinued = (list: OpenList, kind: string, marker: Marker): boolean =>
  list.kind === kind && (!marker.isOrdered || marker.number === list.number + 1);

function createList(owner: Document, marker: Marker): HTMLElement {
  if (!marker.isOrdered) return owner.createElement('ul');
  const list = owner.createElement('ol');
  if (marker.number > 1) list.setAttribute('start', String(marker.number));
  if (marker.style.startsWith('han')) list.className = marker.style;
  else if (marker.style !== '1') list.setAttribute('type', marker.style);
  return list;
}
