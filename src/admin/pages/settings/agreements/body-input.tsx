import { EditorContent } from '@tiptap/react';
import { useEffect, useRef } from 'react';
import { AdminBodyToolbar } from '../../../parts/body/admin-body-toolbar.tsx';
import { useAdminBodyEditor } from '../../../parts/body/use-admin-body-editor.ts';
import s from './agreements.module.css';

/** Rich text form field; the value is HTML. */
export function BodyInput({ value = '', onChange }: { value?: string; onChange?: (html: string) => void }) {
  const lastHtml = useRef(value);
  const { editor, flush, replace } = useAdminBodyEditor(value, true, (html) => {
    lastHtml.current = html;
    onChange?.(html);
  });
  // The value changed from outside, for example after a refetch.
  useEffect(() => {
    if (value === lastHtml.current) return;
    lastHtml.current = value;
    replace(value);
  });
  return (
    // The editor reports changes after a delay; the form's buttons need them before.
    <div className={s.editor} onBlur={flush}>
      {editor && <AdminBodyToolbar editor={editor} />}
      <EditorContent editor={editor} className={s.writing ?? ''} />
    </div>
  );
}
