import { type Editor, EditorContent } from '@tiptap/react';
import s from './editor.module.css';

export const BodyText = ({ editor }: { editor: Editor | null }) => (
  <EditorContent editor={editor} className={s.body ?? ''} />
);
