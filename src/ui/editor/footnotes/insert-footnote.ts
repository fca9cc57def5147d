import type { Editor } from '@tiptap/core';
import { insertAtCursor } from '../blocks/insert-block.ts';
import { createNoteKey } from './note-key.ts';

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
