import { cleanAttrs, type LinkContext } from './attributes.ts';
import { toText } from './serialise.ts';
import { type Attrs, type El, element, embedOf, isFull, isMark, type Node } from './tree.ts';

/** What a figure is, by the classes of this portal, WordPress and Ghost; the values are what a body stores. */
const kinds: Readonly<Record<string, string>> = {
  gallery: 'gallery',
  'wp-block-gallery': 'gallery',
  'blocks-gallery-grid': 'gallery',
  'kg-gallery-card': 'gallery',
  bookmark: 'bookmark',
  w50: 'w50',
  w75: 'w75',
};

/** Returns what a figure is: a gallery, a bookmark card, or a picture of a share of the column's width. */
export function figureKind(className: string | undefined): string | undefined {
  const known = className?.split(/\s+/).find((name) => Object.hasOwn(kinds, name));
  return known === undefined ? undefined : kinds[known];
}

/** Maximum number of pictures in a gallery; more become several galleries. */
const maxPerGallery = 9;
const maxTitle = 200;
const maxDescription = 300;

/** Collapses white space, and cuts what is too long for a card. */
const line = (nodes: Node[], max: number): string => {
  const text = toText(nodes).replace(/\s+/g, ' ').trim();
  return text.length > max ? `${text.slice(0, max).replace(/[\ud800-\udbff]$/, '')}…` : text;
};

/**
 * Returns a bookmark card, `a p small img`: the title as a link, the description, the site and a picture. Anything else
 * in it is dropped.
 * @returns undefined if it has no title that leads to a web address
 */
export function bookmark(el: El, context: LinkContext): El | undefined {
  const found = new Map<string, El>();
  const walk = (nodes: Node[]) => {
    for (const node of nodes) {
      if (typeof node === 'string') continue;
      if (!found.has(node.tag)) found.set(node.tag, node);
      walk(node.kids);
    }
  };
  walk(el.kids);
  const link = found.get('a');
  const { href, target, rel } = (link && cleanAttrs(link, context)) ?? {};
  const title = line(link?.kids ?? [], maxTitle);
  if (!href || !/^(?:https?:|\/)/i.test(href) || title === '') return undefined;
  const picture = found.get('img');
  const pictureAttrs = picture && cleanAttrs(picture, context);
  const texts = (['p', 'small'] as const).flatMap((tag) => {
    const text = line(found.get(tag)?.kids ?? [], maxDescription);
    return text === '' ? [] : [element(tag, {}, [text])];
  });
  return element('figure', { class: 'bookmark' }, [
    element('a', { href, ...(target && rel && { target, rel }) }, [title]),
    ...texts,
    // The card's title says what the picture would.
    ...(pictureAttrs ? [element('img', { ...pictureAttrs, alt: '' }, [])] : []),
  ]);
}

/**
 * Returns galleries of two to nine pictures, each with its caption. `caption` shapes a caption. What is no picture
 * follows as `rest`.
 */
export function galleries(
  el: El,
  context: LinkContext,
  caption: (el: El) => El,
): { figures: El[]; rest: Node[] } {
  const pictures: El[] = [];
  const rest: Node[] = [];
  let own: El | undefined;
  const add = (image: El, captions: El[]) => {
    const attrs = cleanAttrs(image, context);
    if (attrs) pictures.push(element('figure', {}, [element('img', attrs, []), ...captions]));
  };
  const walk = (nodes: Node[]) => {
    for (const node of nodes) {
      if (typeof node === 'string' || isMark(node)) {
        if (typeof node === 'string' && isFull(node)) rest.push(node);
      } else if (node.tag === 'img') add(node, []);
      else if (node.tag === 'figcaption') own = caption(node);
      else if (embedOf(node)) rest.push(node);
      else {
        const images = findAll(node, 'img');
        const [image] = images;
        if (!image) rest.push(node);
        else if (node.tag === 'figure' && images.length === 1)
          add(image, findAll(node, 'figcaption').slice(0, 1).map(caption).filter(isFull));
        else walk(node.kids);
      }
    }
  };
  walk(el.kids);
  const parts = Math.ceil(pictures.length / maxPerGallery);
  const size = Math.ceil(pictures.length / Math.max(1, parts));
  const figures = Array.from({ length: parts }, (_, index) => {
    const shown = pictures.slice(index * size, (index + 1) * size);
    const captions = own?.full && index === parts - 1 ? [own] : [];
    const [only] = shown;
    if (only && shown.length === 1)
      return element('figure', {}, [...only.kids, ...(only.kids.length === 1 ? captions : [])]);
    return element('figure', { class: 'gallery' }, [...shown, ...captions]);
  });
  return { figures, rest };
}

/** Returns the class of a figure that shows one picture and may be narrower than the column. */
export function widthOf(className: string | undefined, kids: Node[]): Attrs {
  const kind = figureKind(className);
  const images = kids.filter((kid) => typeof kid !== 'string' && kid.tag === 'img');
  const isPicture = images.length === 1 && kids.every((kid) => typeof kid !== 'string' && !kid.hasBlock);
  return isPicture && (kind === 'w50' || kind === 'w75') ? { class: kind } : {};
}

function findAll(el: El, tag: string): El[] {
  return el.kids.flatMap((kid) => {
    if (typeof kid === 'string') return [];
    return kid.tag === tag ? [kid] : findAll(kid, tag);
  });
}
