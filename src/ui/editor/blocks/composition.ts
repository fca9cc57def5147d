import { Extension } from '@tiptap/core';
import {
  type EditorState,
  NodeSelection,
  Plugin,
  Selection,
  TextSelection,
  type Transaction,
} from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { isComposing } from '../../composing.ts';
import { removeSelected } from './block-keys.ts';

/**
 * Lets an input method replace what is selected, as a typed letter does. A composition begins at the browser's caret, which
 * is before a selected block; so the selection becomes a place to write before the composition starts.
 */
export const Composition = Extension.create({
  name: 'composition',
  priority: 1000,
  addProseMirrorPlugins() {
    const prepare = (view: EditorView) => {
      const tr = view.composing || !view.editable ? null : replaceSelection(view.state);
      if (tr) view.dispatch(tr);
      return false;
    };
    return [
      new Plugin({
        view: markPressed,
        props: {
          handleDOMEvents: {
            keydown: (view, event) => (isComposing(event) ? prepare(view) : false),
            compositionstart: prepare,
          },
        },
      }),
    ];
  },
});

/**
 * Marks the text while a mouse button is down in it, until the browser has placed its caret (editor.module.css). The focus
 * then returns from the link of a card, which the browser takes it from when the card can be edited.
 */
function markPressed(view: EditorView) {
  const { dom } = view;
  const ends = ['mouseup', 'dragend', 'pointercancel'] as const;
  const mark = () => dom.setAttribute('data-pressed', '');
  const unmark = () =>
    setTimeout(() => {
      const { activeElement } = document;
      if (!view.isDestroyed && activeElement !== dom && dom.contains(activeElement)) view.focus();
      dom.removeAttribute('data-pressed');
    });
  dom.addEventListener('mousedown', mark, true);
  for (const end of ends) document.addEventListener(end, unmark, true);
  return {
    destroy: () => {
      dom.removeEventListener('mousedown', mark, true);
      for (const end of ends) document.removeEventListener(end, unmark, true);
    },
  };
}

/** Returns a change that leaves a caret in place of a selection that is not inside one text; null for any other. */
function replaceSelection({ selection, doc, schema, tr }: EditorState): Transaction | null {
  const { $from, $to, from, to } = selection;
  if (selection instanceof TextSelection && $from.sameParent($to)) return null;
  const cut = removeSelected({ selection, doc, tr });
  if (cut) return cut;
  const paragraph = schema.nodes.paragraph?.create();
  const isBlock =
    selection instanceof NodeSelection ? selection.node.isBlock : !$from.parent.inlineContent && from === to;
  const end = from === to ? $from.index() : $from.index() + 1;
  if (isBlock && paragraph && $from.parent.canReplaceWith($from.index(), end, paragraph.type)) {
    tr.replaceWith(from, to, paragraph);
    return tr.setSelection(TextSelection.create(tr.doc, from + 1)).scrollIntoView();
  }
  selection.replace(tr);
  if (!(tr.selection instanceof TextSelection))
    tr.setSelection(Selection.near(tr.doc.resolve(tr.mapping.map(from)), 1));
  return tr.scrollIntoView();
}
