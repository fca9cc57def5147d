import { Node } from '@tiptap/core';
import type { Node as DocumentNode } from '@tiptap/pm/model';
import { Plugin, type Transaction } from '@tiptap/pm/state';
import { writeBelow } from './blocks/insert-block.ts';
import { storedMark } from './body-html.ts';

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    paywall: {
      /** Sets the paywall mark after the block of the cursor, removes the earlier one, and moves the cursor below it. */
      setPaywall: () => ReturnType;
    };
  }
}

/** End of the teaser. At most one exists: of several, for example after a paste, the first stays. */
export const PaywallMark = Node.create({
  name: 'paywall',
  group: 'block',
  atom: true,
  selectable: true,
  draggable: true,

  parseHTML: () => [{ tag: 'div[data-paywall]' }],
  renderHTML: () => ['div', { 'data-paywall': '' }],

  addCommands() {
    return {
      setPaywall:
        () =>
        ({ tr, state, dispatch }) => {
          const after = state.selection.$to.depth > 0 ? state.selection.$to.after(1) : state.selection.to;
          if (!dispatch) return true;
          tr.insert(after, this.type.create());
          for (const pos of findMarks(tr.doc).reverse()) if (pos !== after) removeMark(tr, pos);
          // An author who sets the mark goes on with the paid text; above the mark that text would be free.
          const below = (findMarks(tr.doc)[0] ?? after) + 1;
          writeBelow(tr, below);
          return true;
        },
    };
  },

  addProseMirrorPlugins() {
    return [
      new Plugin({
        appendTransaction: (transactions, _, state) => {
          if (!transactions.some(({ docChanged }) => docChanged)) return null;
          const [, ...others] = findMarks(state.doc);
          if (others.length === 0) return null;
          const tr = state.tr;
          for (const pos of others.reverse()) removeMark(tr, pos);
          return tr;
        },
      }),
    ];
  },
});

/** Returns the positions of the marks and of the kept parts with one (stored/kept.ts). */
function findMarks(doc: DocumentNode): number[] {
  const found: number[] = [];
  doc.descendants((node, pos) => {
    const hasMark = node.type.name === 'paywall' || String(node.attrs.html ?? '').includes(storedMark);
    if (hasMark) found.push(pos);
  });
  return found;
}

function removeMark(tr: Transaction, pos: number): void {
  const node = tr.doc.nodeAt(pos);
  const html = String(node?.attrs.html ?? '').replaceAll(storedMark, '');
  if (html === '') tr.delete(pos, pos + 1);
  else tr.setNodeAttribute(pos, 'html', html);
}
