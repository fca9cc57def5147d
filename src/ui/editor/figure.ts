import { Node } from '@tiptap/core';

const attributes = ['src', 'alt', 'title', 'width', 'height'];

/** A picture with its caption, which may be empty. A bare `img` becomes one, too. */
export const Figure = Node.create({
  name: 'figure',
  group: 'block',
  content: 'inline*',
  draggable: true,
  isolating: true,

  addAttributes: () =>
    Object.fromEntries(attributes.map((name) => [name, { default: null, renderHTML: () => ({}) }])),

  parseHTML: () => [
    {
      tag: 'figure',
      getAttrs: (figure) => {
        const pictures = figure.querySelectorAll('img');
        return pictures.length === 1 && pictures[0] ? attributesOf(pictures[0]) : false;
      },
      contentElement: (figure) =>
        (figure as HTMLElement).querySelector('figcaption') ?? document.createElement('figcaption'),
    },
    { tag: 'img[src]', getAttrs: attributesOf },
  ],

  renderHTML: ({ node }) => [
    'figure',
    ['img', Object.fromEntries(Object.entries(node.attrs).filter(([, value]) => value !== null))],
    ['figcaption', 0],
  ],
});

const attributesOf = (picture: HTMLElement) =>
  Object.fromEntries(attributes.map((name) => [name, picture.getAttribute(name)]));
