import { type JSONContent, Node } from '@tiptap/core';
import type { LinkCard } from './link-card.ts';

const text = (element: HTMLElement, selector: string): string =>
  element.querySelector(selector)?.textContent?.replace(/\s+/g, ' ').trim() ?? '';

/** A link to a page, shown as a card with its title, description, site and picture. */
export const BookmarkNode = Node.create({
  name: 'bookmark',
  group: 'block',
  atom: true,
  draggable: true,

  addAttributes: () =>
    Object.fromEntries(
      ['href', 'title', 'description', 'site', 'src', 'width', 'height'].map((name) => [
        name,
        { default: null, rendered: false },
      ]),
    ),

  parseHTML: () => [
    {
      tag: 'figure.bookmark',
      priority: 60,
      getAttrs: (figure) => {
        const href = figure.querySelector('a')?.getAttribute('href');
        const title = text(figure, 'a');
        const picture = figure.querySelector('img');
        return href && title
          ? {
              href,
              title,
              description: text(figure, 'p') || null,
              site: text(figure, 'small') || null,
              src: picture?.getAttribute('src') ?? null,
              width: picture?.getAttribute('width') ?? null,
              height: picture?.getAttribute('height') ?? null,
            }
          : false;
      },
    },
  ],

  renderHTML: ({ node: { attrs } }) => {
    const { href, title, description, site, src, width, height } = attrs;
    const size = width && height ? { width, height } : {};
    return [
      'figure',
      { class: 'bookmark' },
      ['a', { href }, title],
      ...(description ? [['p', {}, description]] : []),
      ...(site ? [['small', {}, site]] : []),
      ...(src ? [['img', { src, alt: '', ...size }]] : []),
    ];
  },
});

/** Returns the node of a fetched card. */
export const toBookmark = ({ url, title, description, site, picture }: LinkCard): JSONContent => ({
  type: 'bookmark',
  attrs: {
    href: url,
    title,
    description,
    site,
    src: picture?.address ?? null,
    width: picture?.width ? String(picture.width) : null,
    height: picture?.height ? String(picture.height) : null,
  },
});
