import { type Editor, Extension } from '@tiptap/core';
import { TextSelection } from '@tiptap/pm/state';
import { afterCaption } from '../blocks/insert-block.ts';

/** Enter in a caption begins a paragraph below: splitting it would show its picture or video twice. */
export const CaptionKeys = Extension.create({
  name: 'captionKeys',
  priority: 200,
  addKeyboardShortcuts: () => ({ Enter: leaveCaption }),
});

function leaveCaption({ editor }: { editor: Editor }): boolean {
  const { state, view } = editor;
  const paragraph = state.schema.nodes.paragraph?.create();
  const after = afterCaption(state.selection.$from);
  if (!(state.selection instanceof TextSelection) || after === undefined || !paragraph) return false;
  const tr = state.tr.insert(after, paragraph);
  view.dispatch(tr.setSelection(TextSelection.create(tr.doc, after + 1)).scrollIntoView());
  return true;
}
