import type { Editor } from '@tiptap/react';
import { useState } from 'react';
import { Button } from '../controls/button.tsx';
import { Field, Textarea } from '../controls/field.tsx';
import { Dialog } from '../overlays/dialog.tsx';
import { useInitialFocus } from './use-initial-focus.ts';

/** Edits an image's text alternative, for screen readers and search. The caption is for every reader. */
export function AltDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const [alt, setAlt] = useState(String(editor.getAttributes('figure').alt ?? ''));
  const first = useInitialFocus<HTMLTextAreaElement>();
  const apply = () => {
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
          <Button tone="ink" onClick={apply}>
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
