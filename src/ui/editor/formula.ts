import { type Editor, InputRule, Node, type NodeViewRenderer } from '@tiptap/core';
import { NodeSelection } from '@tiptap/pm/state';
import { resourceFailure } from './resource-failure.ts';

/** Event on the editor's element: the user wants to edit the formula at `detail.pos`. */
export const editFormula = 'editformula';
export type EditFormula = CustomEvent<{ pos: number }>;

const attributes = {
  tex: {
    default: '',
    parseHTML: (element: HTMLElement) => element.getAttribute('data-tex') ?? '',
    renderHTML: ({ tex }: Record<string, unknown>) => ({ 'data-tex': tex }),
  },
};

/** Renders a formula as readers see it, or its source with the error. */
const formulaNodeView =
  (tag: 'span' | 'div'): NodeViewRenderer =>
  ({ node, view, getPos }) => {
    const dom = document.createElement(tag);
    dom.className = 'math';
    const open = () => {
      const pos = getPos();
      if (pos !== undefined && view.editable)
        view.dom.dispatchEvent(new CustomEvent(editFormula, { detail: { pos } }) satisfies EditFormula);
    };
    dom.addEventListener('dblclick', open);
    let renderedTex: unknown;
    const render = async (tex: string) => {
      renderedTex = tex;
      dom.textContent = tex;
      dom.title = '双击或按回车修改公式';
      const renderer = await import('#shared/text/formula.ts').catch(() => undefined);
      if (renderedTex !== tex) return;
      const { mathml, fault } = renderer?.renderFormula(tex, tag === 'div') ?? { fault: resourceFailure };
      dom.toggleAttribute('data-fault', fault !== undefined);
      if (mathml !== undefined) dom.innerHTML = mathml;
      else dom.title = fault;
    };
    void render(String(node.attrs.tex));
    return {
      dom,
      update: (updated) => {
        if (updated.type !== node.type) return false;
        if (updated.attrs.tex !== renderedTex) void render(String(updated.attrs.tex));
        return true;
      },
      destroy: () => dom.removeEventListener('dblclick', open),
    };
  };

/** Inline formula. Typing `$x$` and a space creates one. */
export const FormulaInline = Node.create({
  name: 'formula',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => attributes,
  parseHTML: () => [{ tag: 'span.math[data-tex]' }],
  renderHTML: ({ HTMLAttributes }) => ['span', { class: 'math', ...HTMLAttributes }],
  addNodeView: () => formulaNodeView('span'),
  addInputRules() {
    return [
      new InputRule({
        // Same rule as Markdown (shared/text/markdown-extensions.ts): amounts in dollars are not formulas.
        find: /(?<![\\$\d])\$([^\s$](?:[^$\n]*[^\s$])?)\$\s$/,
        handler: ({ state, range, match: [, tex = ''] }) => {
          if (/\p{sc=Han}/u.test(tex)) return;
          state.tr.replaceWith(range.from, range.to, [this.type.create({ tex }), state.schema.text(' ')]);
        },
      }),
    ];
  },
});

/** Formula on a separate line. */
export const FormulaBlock = Node.create({
  name: 'formulaBlock',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => attributes,
  parseHTML: () => [{ tag: 'div.math[data-tex]' }],
  renderHTML: ({ HTMLAttributes }) => ['div', { class: 'math', ...HTMLAttributes }],
  addNodeView: () => formulaNodeView('div'),
  addKeyboardShortcuts: () => ({ Enter: openSelected }),
});

/** Enter on a selected formula of either kind opens the formula dialog. */
function openSelected({ editor }: { editor: Editor }): boolean {
  const { selection } = editor.state;
  if (!(selection instanceof NodeSelection) || !/^formula/.test(selection.node.type.name)) return false;
  const detail = { pos: selection.from };
  return editor.view.dom.dispatchEvent(new CustomEvent(editFormula, { detail }) satisfies EditFormula);
}
