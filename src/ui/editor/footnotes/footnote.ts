import { type Editor, Extension, Node } from '@tiptap/core';
import type { Node as PmNode } from '@tiptap/pm/model';
import { Plugin, Selection } from '@tiptap/pm/state';
import { insertAtCursor } from '../blocks/insert-block.ts';
import { arrangeFootnotes } from './arrange-footnotes.ts';
import { createNoteKey, keyAttribute } from './note-key.ts';

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
  // Before the list, which would make an item of a second paragraph.
  priority: 200,

  addStorage: () => ({ removed: new Map() }),

  addGlobalAttributes: () => [
    {
      types: ['listItem'],
      attributes: {
        // What a paste splits off is a paragraph of the same note, not a second note.
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

  addKeyboardShortcuts: () => ({ Enter: splitNote }),

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

/** Inserts a footnote at the cursor; each line of `text` is a paragraph of its note. */
export function insertFootnote(editor: Editor, text: string): void {
  const { schema } = editor;
  const key = createNoteKey();
  const paragraphs = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => schema.node('paragraph', null, schema.text(line.trim())));
  editor.storage.footnotes.removed.set(key, schema.node('listItem', { key }, paragraphs));
  insertAtCursor(editor, { type: 'footnote', attrs: { key } });
}

/** Enter in a note begins a paragraph of the same note; in an empty one it removes that and leaves the note. */
function splitNote({ editor }: { editor: Editor }): boolean {
  const { selection, tr } = editor.state;
  const { $from, $to } = selection;
  const isInNote = $from.depth > 1 && typeof $from.node(-1).attrs.key === 'string';
  if (!isInNote || $from.parent.type.name !== 'paragraph' || !$from.sameParent($to)) return false;
  if ($from.parent.content.size > 0 || $from.node(-1).childCount === 1) return editor.commands.splitBlock();
  tr.delete($from.before(), $from.after());
  const below = Selection.findFrom(tr.doc.resolve(tr.mapping.map($from.after(-1))), 1, true);
  if (below) tr.setSelection(below);
  editor.view.dispatch(tr.scrollIntoView());
  return true;
}

declare module '@tiptap/core' {
  interface Storage {
    footnotes: {
      /** Notes without a reference, by key: of deleted references, and of those about to be inserted. */
      removed: Map<string, PmNode>;
    };
  }
}
