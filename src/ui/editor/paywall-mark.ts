import { Node } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    paywall: {
      /** Puts the paywall mark behind the block of the cursor; it leaves where it was before. */
      setPaywall: () => ReturnType;
    };
  }
}

/** Where the part for everybody ends. There is at most one: of several, as after a paste, the first stays. */
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
          const inserted = tr.mapping.map(after, -1);
          for (const at of marksIn(tr.doc, this.name).reverse()) if (at !== inserted) tr.delete(at, at + 1);
          return true;
        },
    };
  },

  addProseMirrorPlugins() {
    return [
      new Plugin({
        appendTransaction: (transactions, _, state) => {
          if (!transactions.some(({ docChanged }) => docChanged)) return null;
          const [, ...others] = marksIn(state.doc, this.name);
          if (others.length === 0) return null;
          const tr = state.tr;
          for (const at of others.reverse()) tr.delete(at, at + 1);
          return tr;
        },
      }),
    ];
  },
});

type Doc = { descendants: (visit: (node: { type: { name: string } }, at: number) => void) => void };

function marksIn(doc: Doc, name: string): number[] {
  const found: number[] = [];
  doc.descendants((node, at) => {
    if (node.type.name === name) found.push(at);
  });
  return found;
}
