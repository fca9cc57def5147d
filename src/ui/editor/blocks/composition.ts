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
 * is before a selected block; so the selection becomes a place to write before the composition starts. Handwriting sends no
 * key before, and dictation and the panel of emoji no composition either.
 */
export const Composition = Extension.create({
  name: 'composition',
  priority: 1000,
  addProseMirrorPlugins() {
    let isUnannounced = false;
    const prepare = (view: EditorView) => {
      const tr = view.composing || !view.editable ? null : replaceSelection(view.state);
      if (tr) view.dispatch(tr);
      return tr !== null;
    };
    return [
      new Plugin({
        props: {
          handleDOMEvents: {
            keydown: (view, event) => {
              if (isComposing(event)) prepare(view);
              return false;
            },
            compositionstart: (view) => {
              isUnannounced = prepare(view);
              return false;
            },
            beforeinput: write,
          },
        },
        view(view) {
          // Before any other listener: the editor reads the document as soon as one has returned.
          const listener = (event: Event) => {
            if (isUnannounced && event.target === view.dom) restoreCaret(view, event as InputEvent);
            isUnannounced = false;
          };
          window.addEventListener('input', listener, true);
          return { destroy: () => window.removeEventListener('input', listener, true) };
        },
      }),
    ];
  },
});

/** Replaces the selection by a text that comes without a key and without a composition. */
function write(view: EditorView, event: InputEvent): boolean {
  if (event.inputType !== 'insertText' || !event.data || view.composing || !view.editable) return false;
  const tr = replaceSelection(view.state);
  if (!tr) return false;
  event.preventDefault();
  view.dispatch(tr.insertText(event.data));
  return true;
}

/**
 * Puts the caret behind the first text of a composition. The browser counts its place in letters before the composition
 * starts, and so leaves it too far behind if the start removed some.
 */
function restoreCaret(view: EditorView, { data }: InputEvent): void {
  const { node, offset } = view.domAtPos(view.state.selection.from);
  const [text, start] = node instanceof Text ? [node, offset] : [node.childNodes[offset], 0];
  if (data && text instanceof Text && text.data.startsWith(data, start))
    document.getSelection()?.collapse(text, start + data.length);
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
