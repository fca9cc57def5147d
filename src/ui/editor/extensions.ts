import type { Extensions } from '@tiptap/core';
import { Extension, Mark, mergeAttributes, Node, textblockTypeInputRule } from '@tiptap/core';
import { TableKit } from '@tiptap/extension-table';
import { Placeholder } from '@tiptap/extensions';
import { type CalloutKind, calloutKinds, calloutLabels } from '#shared/text/markdown-extensions.ts';
import { BlockKeys } from './blocks/block-keys.ts';
import { Composition } from './blocks/composition.ts';
import { BookmarkNode } from './embeds/bookmark.ts';
import { EmbedNode } from './embeds/embed.ts';
import { Footnote, Footnotes } from './footnotes/footnote.ts';
import { FormulaBlock, FormulaInline } from './formula.ts';
import { PasteWords } from './paste/paste-words.ts';
import { PaywallMark } from './paywall-mark.ts';
import { Gallery, GalleryCaption } from './pictures/gallery.ts';
import { forms } from './stored/editor-form.ts';
import { Frame, FrameCaption, QuoteSource } from './stored/frames.ts';
import { KeptBlock, KeptInline } from './stored/kept.ts';
import { kit } from './stored/kit.ts';

/** Callout box with the heading 提示, 注意 or 风险. */
const Callout = Node.create({
  name: 'callout',
  group: 'block',
  content: 'block+',
  defining: true,

  addAttributes: () => ({
    kind: {
      default: 'note',
      parseHTML: (element: HTMLElement) =>
        calloutKinds.find((kind) => kind === element.getAttribute('data-callout')) ?? 'note',
      renderHTML: ({ kind }: Record<string, unknown>) => ({
        'data-callout': kind,
        role: 'note',
        'aria-label': calloutLabels[kind as CalloutKind],
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

const playerAttributes = ['src', 'poster', 'width', 'height'];

/** A video or audio element, unchanged. */
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

/** Superscript. */
const Superscript = Mark.create({
  name: 'superscript',
  // Higher than the link mark, so that `sup` encloses the link of a footnote; links are otherwise outermost.
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

const Small = Mark.create({
  name: 'small',
  parseHTML: () => [{ tag: 'small' }],
  renderHTML: () => ['small', 0],
});

const preservedAttribute = { default: null };
const preservedFlag = {
  default: null,
  parseHTML: (element: HTMLElement) => (element.hasAttribute('reversed') ? '' : null),
};

/**
 * Preserves what the editor has no control for: ids of links and of the headings that links lead to, file sizes, number
 * classes of cells (`num`, `rise`, `fall`), the numbering of lists (`han`, `han-paren`, `reversed`), and how a part is
 * written (stored/editor-form.ts).
 */
const PreservedAttributes = Extension.create({
  name: 'keptAttributes',
  addGlobalAttributes: () => [
    { types: ['link'], attributes: { id: preservedAttribute, 'data-size': preservedAttribute } },
    { types: ['orderedList', 'tableCell', 'tableHeader'], attributes: { class: preservedAttribute } },
    { types: ['tableHeader'], attributes: { scope: preservedAttribute } },
    { types: ['orderedList'], attributes: { reversed: preservedFlag } },
    { types: ['heading'], attributes: { id: { default: null, keepOnSplit: false } } },
    { types: ['paragraph'], attributes: { [forms.loose]: preservedAttribute } },
    { types: ['tableRow'], attributes: { [forms.section]: preservedAttribute } },
    { types: ['codeBlock'], attributes: { [forms.bare]: preservedAttribute } },
    { types: ['bold'], attributes: { [forms.b]: preservedAttribute } },
  ],
});

/** Makes a typed `# ` a heading of the highest level in a body: the page's only h1 is its title. */
const FirstHeading = Extension.create({
  name: 'firstHeading',
  addInputRules() {
    const { heading } = this.editor.schema.nodes;
    return heading
      ? [textblockTypeInputRule({ find: /^[#＃]\s$/, type: heading, getAttributes: { level: 2 } })]
      : [];
  },
});

const attributes = ['src', 'alt', 'title', 'width', 'height'];
const linkAttributes = ['href', 'title'];

/** A picture with a caption, which may be empty, and a link, which may be missing. A bare `img` becomes a figure, too. */
const Figure = Node.create({
  name: 'figure',
  group: 'block',
  content: 'inline*',
  draggable: true,
  isolating: true,

  addAttributes: () => ({
    ...Object.fromEntries(attributes.map((name) => [name, { default: null, rendered: false }])),
    link: { default: null, rendered: false },
    [forms.plain]: { default: null, rendered: false },
    // The share of the column's width; null is all of it.
    size: {
      default: null,
      rendered: false,
      parseHTML: (element: HTMLElement) =>
        pictureSizes.find((name) => element.tagName === 'FIGURE' && element.classList.contains(name)) ?? null,
    },
  }),

  parseHTML: () => [
    {
      tag: 'figure',
      getAttrs: (figure) => {
        const pictures = figure.querySelectorAll('img');
        return pictures.length === 1 && pictures[0]
          ? { ...attributesOf(pictures[0]), link: linkOf(pictures[0]) }
          : false;
      },
      contentElement: (figure) =>
        (figure as HTMLElement).querySelector('figcaption') ?? document.createElement('figcaption'),
    },
    { tag: 'img[src]', getAttrs: attributesOf },
  ],

  renderHTML: ({ node: { attrs } }) => {
    const picture = ['img', pickAttributes(attributes, attrs)] as const;
    return [
      'figure',
      {
        ...(attrs.size && { class: attrs.size }),
        ...(attrs[forms.plain] !== null && { [forms.plain]: '' }),
      },
      attrs.link ? ['a', pickAttributes(linkAttributes, attrs.link), picture] : picture,
      ['figcaption', 0],
    ];
  },
});

const pickAttributes = (names: readonly string[], from: Record<string, unknown>) =>
  Object.fromEntries(names.flatMap((name) => ((from[name] ?? null) === null ? [] : [[name, from[name]]])));

function linkOf(picture: HTMLElement): Record<string, string | null> | null {
  const link = picture.closest('a[href]');
  return link && Object.fromEntries(linkAttributes.map((name) => [name, link.getAttribute(name)]));
}

/** Classes of pictures that are narrower than the column. */
export const pictureSizes = ['w50', 'w75'] as const;

const attributesOf = (picture: HTMLElement) =>
  Object.fromEntries(attributes.map((name) => [name, picture.getAttribute(name)]));

/** The schema of a body: exactly the markup that the server's sanitiser accepts. */
export const extensions: Extensions = [
  ...kit({
    heading: { levels: [2, 3, 4] },
    link: { openOnClick: false, autolink: false, HTMLAttributes: { target: null, rel: null } },
  }),
  TableKit.configure({ table: { resizable: false } }),
  Placeholder.configure({ placeholder: '从这里写起，也可以从 Word 或公众号粘贴' }),
  Figure,
  Gallery,
  GalleryCaption,
  EmbedNode,
  BookmarkNode,
  Player,
  Superscript,
  Subscript,
  Small,
  Frame,
  FrameCaption,
  QuoteSource,
  KeptBlock,
  KeptInline,
  PaywallMark,
  Footnote,
  Footnotes,
  FormulaInline,
  FormulaBlock,
  Callout,
  FirstHeading,
  BlockKeys,
  PasteWords,
  Composition,
  PreservedAttributes,
];

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    callout: {
      /** Wraps the selected blocks in a callout, changes the kind of one, or removes one of the same kind. */
      toggleCallout: (kind: CalloutKind) => ReturnType;
    };
  }
}
