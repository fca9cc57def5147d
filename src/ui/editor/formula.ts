import { type Editor, InputRule, Node, type NodeViewRenderer } from '@tiptap/core';
import { NodeSelection } from '@tiptap/pm/state';

/** The desk listens for it on the body: somebody wants to change the formula at `detail.at`. */
export const editFormula = 'editformula';
export type EditFormula = CustomEvent<{ at: number }>;

const attributes = {
  tex: {
    default: '',
    parseHTML: (element: HTMLElement) => element.getAttribute('data-tex') ?? '',
    renderHTML: ({ tex }: Record<string, unknown>) => ({ 'data-tex': tex }),
  },
};

/** Draws a formula as readers will see it, or its source with what is wrong with it. */
const drawn =
  (tag: 'span' | 'div'): NodeViewRenderer =>
  ({ node, view, getPos }) => {
    const dom = document.createElement(tag);
    dom.className = 'math';
    const open = () => {
      const at = getPos();
      if (at !== undefined && view.editable)
        view.dom.dispatchEvent(new CustomEvent(editFormula, { detail: { at } }) satisfies EditFormula);
    };
    dom.addEventListener('dblclick', open);
    let shown: unknown;
    const show = async (tex: string) => {
      shown = tex;
      dom.textContent = tex;
      dom.title = '双击或按回车修改公式';
      const { drawFormula } = await import('#shared/text/formula.ts');
      if (shown !== tex) return;
      const { mathml, fault } = drawFormula(tex, tag === 'div');
      dom.toggleAttribute('data-fault', fault !== undefined);
      if (mathml !== undefined) dom.innerHTML = mathml;
      else dom.title = fault;
    };
    void show(String(node.attrs.tex));
    return {
      dom,
      update: (fresh) => {
        if (fresh.type !== node.type) return false;
        if (fresh.attrs.tex !== shown) void show(String(fresh.attrs.tex));
        return true;
      },
      destroy: () => dom.removeEventListener('dblclick', open),
    };
  };

/** A formula in running text. `$x$` and a space make one. */
export const FormulaInline = Node.create({
  name: 'formula',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => attributes,
  parseHTML: () => [{ tag: 'span.math[data-tex]' }],
  renderHTML: ({ HTMLAttributes }) => ['span', { class: 'math', ...HTMLAttributes }],
  addNodeView: () => drawn('span'),
  addInputRules() {
    return [
      new InputRule({
        // As Markdown reads it (shared/text/markdown-parts.ts): amounts in dollars are none.
        find: /(?<![\\$\d])\$([^\s$](?:[^$\n]*[^\s$])?)\$\s$/,
        handler: ({ state, range, match: [, tex = ''] }) => {
          if (/\p{sc=Han}/u.test(tex)) return;
          state.tr.replaceWith(range.from, range.to, [this.type.create({ tex }), state.schema.text(' ')]);
        },
      }),
    ];
  },
});

/** A formula on a line of its own. */
export const FormulaBlock = Node.create({
  name: 'formulaBlock',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => attributes,
  parseHTML: () => [{ tag: 'div.math[data-tex]' }],
  renderHTML: ({ HTMLAttributes }) => ['div', { class: 'math', ...HTMLAttributes }],
  addNodeView: () => drawn('div'),
  addKeyboardShortcuts: () => ({ Enter: openSelected }),
});

/** Enter on a chosen formula, of either kind, is to change it. */
function openSelected({ editor }: { editor: Editor }): boolean {
  const { selection } = editor.state;
  if (!(selection instanceof NodeSelection) || !/^formula/.test(selection.node.type.name)) return false;
  const detail = { at: selection.from };
  return editor.view.dom.dispatchEvent(new CustomEvent(editFormula, { detail }) satisfies EditFormula);
}
