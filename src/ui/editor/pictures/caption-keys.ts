import { type Editor, Extension } from '@tiptap/core';
import { TextSelection } from '@tiptap/pm/state';

const captions = new Set(['figure', 'embed', 'galleryCaption', 'frameCaption']);

/** Enter in a caption begins a paragraph below: splitting it would show its picture or video twice. */
export const CaptionKeys = Extension.create({
  name: 'captionKeys',
  priority: 200,
  addKeyboardShortcuts: () => ({ Enter: leaveCaption }),
});

function leaveCaption({ editor }: { editor: Editor }): boolean {
  const { state, view } = editor;
  const { $from } = state.selection;
  const paragraph = state.schema.nodes.paragraph?.create();
  if (!(state.selection instanceof TextSelection) || !captions.has($from.parent.type.name) || !paragraph)
    return false;
  const isInside = /^(?:gallery|frame)$/.test($from.node(-1).type.name);
  const after = isInside ? $from.after(-1) : $from.after();
  const tr = state.tr.insert(after, paragraph);
  view.dispatch(tr.setSelection(TextSelection.create(tr.doc, after + 1)).scrollIntoView());
  return true;
}
