import { Node } from '@tiptap/core';
import { Plugin, Selection } from '@tiptap/pm/state';

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
          for (const pos of findMarks(tr.doc, this.name).reverse())
            if (pos !== after) tr.delete(pos, pos + 1);
          // An author who sets the mark goes on with the paid text; above the mark that text would be free.
          const below = (findMarks(tr.doc, this.name)[0] ?? after) + 1;
          const next = tr.doc.nodeAt(below);
          if (!next || next.isAtom) tr.insert(below, state.schema.nodes.paragraph?.create() ?? []);
          const cursor = Selection.findFrom(tr.doc.resolve(below), 1, true);
          if (cursor) tr.setSelection(cursor).scrollIntoView();
          return true;
        },
    };
  },

  addProseMirrorPlugins() {
    return [
      new Plugin({
        appendTransaction: (transactions, _, state) => {
          if (!transactions.some(({ docChanged }) => docChanged)) return null;
          const [, ...others] = findMarks(state.doc, this.name);
          if (others.length === 0) return null;
          const tr = state.tr;
          for (const pos of others.reverse()) tr.delete(pos, pos + 1);
          return tr;
        },
      }),
    ];
  },
});

type Doc = { descendants: (visit: (node: { type: { name: string } }, pos: number) => void) => void };

function findMarks(doc: Doc, name: string): number[] {
  const found: number[] = [];
  doc.descendants((node, pos) => {
    if (node.type.name === name) found.push(pos);
  });
  return found;
}
