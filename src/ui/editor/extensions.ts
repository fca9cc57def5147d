import type { Extensions } from '@tiptap/core';
import { Extension, Mark, mergeAttributes, Node } from '@tiptap/core';
import { TableKit } from '@tiptap/extension-table';
import { Placeholder } from '@tiptap/extensions';
import { StarterKit } from '@tiptap/starter-kit';
import { type CalloutKind, calloutKinds, calloutNames } from '#shared/text/markdown-parts.ts';
import { FormulaBlock, FormulaInline } from './formula.ts';
import { PaywallMark } from './paywall-mark.ts';

/** A box that says 提示, 注意 or 风险 over what it holds. */
const Callout = Node.create({
  name: 'callout',
  group: 'block',
  content: 'block+',
  defining: true,

  addAttributes: () => ({
    kind: {
      default: 'note',
      parseHTML: (box: HTMLElement) =>
        calloutKinds.find((kind) => kind === box.getAttribute('data-callout')) ?? 'note',
      renderHTML: ({ kind }: Record<string, unknown>) => ({
        'data-callout': kind,
        role: 'note',
        'aria-label': calloutNames[kind as CalloutKind],
      }),
    },
  }),

  parseHTML: () => [{ tag: 'div.callout[data-callout]' }],
  renderHTML: ({ HTMLAttributes }) => ['div', mergeAttributes({ class: 'callout' }, HTMLAttributes), 0],

  addCommands() {
    return {
      toggleCallout:
        (kind) =>
        ({ commands, editor }) => {
          if (!editor.isActive(this.name)) return commands.wrapIn(this.name, { kind });
          return editor.isActive(this.name, { kind })
            ? commands.lift(this.name)
            : commands.updateAttributes(this.name, { kind });
        },
    };
  },
});

/** Parts of a body that the editor has no button for, but that must not get lost in it. */

const playerAttributes = ['src', 'poster', 'width', 'height'];

/** A video or sound as it is. */
const Player = Node.create({
  name: 'player',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({
    tag: { default: 'video', rendered: false },
    ...Object.fromEntries(playerAttributes.map((name) => [name, { default: null }])),
  }),
  parseHTML: () =>
    ['video', 'audio'].map((tag) => ({
      tag,
      getAttrs: (player: HTMLElement) => ({
        tag,
        ...Object.fromEntries(playerAttributes.map((name) => [name, player.getAttribute(name)])),
        src: player.getAttribute('src') ?? player.querySelector('source')?.getAttribute('src') ?? null,
      }),
    })),
  renderHTML: ({ node, HTMLAttributes }) => [
    node.attrs.tag === 'audio' ? 'audio' : 'video',
    { ...HTMLAttributes, controls: '' },
  ],
});

/** Raised text; `fn` is the number of a note. */
const Superscript = Mark.create({
  name: 'superscript',
  // Around the link of a note, as it is drawn; links are outermost otherwise.
  priority: 1100,
  addAttributes: () => ({ class: { default: null } }),
  parseHTML: () => [{ tag: 'sup' }],
  renderHTML: ({ HTMLAttributes }) => ['sup', HTMLAttributes, 0],
});

const Subscript = Mark.create({
  name: 'subscript',
  parseHTML: () => [{ tag: 'sub' }],
  renderHTML: () => ['sub', 0],
});

const kept = { default: null };

/** Ids that notes link to, sizes of files, and what cells say of their figures (`num`, `rise`, `fall`). */
const KeptAttributes = Extension.create({
  name: 'keptAttributes',
  addGlobalAttributes: () => [
    { types: ['listItem'], attributes: { id: kept } },
    { types: ['link'], attributes: { id: kept, 'data-size': kept } },
    { types: ['tableCell', 'tableHeader'], attributes: { class: kept } },
    { types: ['tableHeader'], attributes: { scope: kept } },
  ],
});

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

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    callout: {
      /** Puts the blocks of the selection into a callout; makes one of another kind this; takes one of this away. */
      toggleCallout: (kind: CalloutKind) => ReturnType;
    };
  }
}
