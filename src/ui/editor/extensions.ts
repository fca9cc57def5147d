import type { Extensions } from '@tiptap/core';
import { Node } from '@tiptap/core';
import { TableKit } from '@tiptap/extension-table';
import { Placeholder } from '@tiptap/extensions';
import { StarterKit } from '@tiptap/starter-kit';
import { Callout } from './callout.ts';
import { FormulaBlock, FormulaInline } from './formula.ts';
import { KeptAttributes, Player, Subscript, Superscript } from './kept-parts.ts';
import { PaywallMark } from './paywall-mark.ts';

const attributes = ['src', 'alt', 'title', 'width', 'height'];

/** A picture with its caption, which may be empty. A bare `img` becomes one, too. */
const Figure = Node.create({
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

/** What a body may be made of: what the server lets pass, and nothing it would drop. */
export const extensions: Extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    link: { openOnClick: false, autolink: false, HTMLAttributes: { target: null, rel: null } },
  }),
  TableKit.configure({ table: { resizable: false } }),
  Placeholder.configure({ placeholder: '从这里写起，也可以从 Word 或公众号粘贴' }),
  Figure,
  Player,
  Superscript,
  Subscript,
  PaywallMark,
  FormulaInline,
  FormulaBlock,
  Callout,
  KeptAttributes,
];
