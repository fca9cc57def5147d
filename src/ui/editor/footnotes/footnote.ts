import { Extension, Node } from '@tiptap/core';
import type { Node as PmNode } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import { arrangeFootnotes } from './arrange-footnotes.ts';
import { keyAttribute } from './note-key.ts';

const numberOf = (text: string | null | undefined): number =>
  Number(/^#?f[nr](\d{1,3})$/.exec(text ?? '')?.[1] ?? 0);

/**
 * The number of a footnote in the text. The notes are the items with the ids `fn1`, `fn2` … of a list; numbers and list
 * follow the order of the references (arrange-footnotes.ts). A stored body has no keys: its numbers are the keys.
 */
export const Footnote = Node.create({
  name: 'footnote',
  group: 'inline',
  inline: true,
  atom: true,

  addAttributes: () => ({
    number: { default: 1, renderHTML: () => ({}) },
    key: { default: null, renderHTML: () => ({}) },
  }),

  parseHTML: () => [
    {
      tag: 'sup.fn',
      priority: 100,
      getAttrs: (sup) => {
        const number = numberOf(sup.querySelector('a')?.getAttribute('href'));
        return number > 0 && { number, key: sup.getAttribute(keyAttribute) ?? `n${number}` };
      },
    },
    // The link back is written when the body is stored.
    { tag: 'li[id] a[href^="#fr"]', priority: 100, ignore: true },
  ],

  renderHTML: ({ node: { attrs } }) => [
    'sup',
    { class: 'fn', [keyAttribute]: attrs.key },
    ['a', { href: `#fn${attrs.number}`, id: `fr${attrs.number}` }, String(attrs.number)],
  ],
  renderText: ({ node: { attrs } }) => `[${attrs.number}]`,
});

/** Keeps numbers and notes in order. */
export const Footnotes = Extension.create<object, { removed: Map<string, PmNode> }>({
  name: 'footnotes',

  addStorage: () => ({ removed: new Map() }),

  addGlobalAttributes: () => [
    {
      types: ['listItem'],
      attributes: {
        // Enter in a note begins a paragraph of the same note, not a second note.
        id: { default: null, keepOnSplit: false },
        key: {
          default: null,
          keepOnSplit: false,
          parseHTML: (item: HTMLElement) => {
            const number = item.id.startsWith('fn') ? numberOf(item.id) : 0;
            return number > 0 ? (item.getAttribute(keyAttribute) ?? `n${number}`) : null;
          },
          renderHTML: ({ key }: Record<string, unknown>) => (key ? { [keyAttribute]: key } : {}),
        },
      },
    },
  ],

  addProseMirrorPlugins() {
    const { removed } = this.storage;
    return [
      new Plugin({
        appendTransaction: (transactions, before, after) =>
          transactions.some(({ docChanged }) => docChanged)
            ? arrangeFootnotes(before.doc, after, removed)
            : null,
      }),
    ];
  },
});

declare module '@tiptap/core' {
  interface Storage {
    footnotes: {
      /** Notes without a reference, by key: of deleted references, and of those about to be inserted. */
      removed: Map<string, PmNode>;
    };
  }
}
