import type { BodyEditor } from './use-body-editor.ts';

/**
 * Moves the focus to the beginning of the body. Synchronously: Tiptap's own `focus` waits for the next frame, and the
 * next key press would go to the title.
 */
export function focusBody({ editor }: Pick<BodyEditor, 'editor'>): void {
  editor?.chain().setTextSelection(0).run();
  editor?.view.focus();
}
