import type { Editor } from '@tiptap/react';
import { useState } from 'react';
import { Button } from '../controls/button.tsx';
import { Field, Textarea } from '../controls/field.tsx';
import { Dialog } from '../floats/dialog.tsx';
import { useFirstField } from './use-first-field.ts';

/** What a picture shows, for who cannot see it and for search. The caption below it is for everybody. */
export function AltDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const [alt, setAlt] = useState(String(editor.getAttributes('figure').alt ?? ''));
  const first = useFirstField<HTMLTextAreaElement>();
  const put = () => {
    editor.chain().focus().updateAttributes('figure', { alt: alt.trim() }).run();
    onClose();
  };
  return (
    <Dialog
      open
      title="替代文字"
      onClose={onClose}
      width={480}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button tone="ink" onClick={put}>
            好
          </Button>
        </>
      }
    >
      <Field label="图里是什么" hint="读屏和搜索用，图注不算">
        {(control) => (
          <Textarea
            {...control}
            ref={first}
            rows={2}
            maxLength={200}
            value={alt}
            onChange={({ target }) => setAlt(target.value)}
          />
        )}
      </Field>
    </Dialog>
  );
}
