import type { Editor } from '@tiptap/react';
import { useState } from 'react';
import { isComposing } from '../../composing.ts';
import { Button } from '../../controls/button.tsx';
import { Field, Textarea } from '../../controls/field.tsx';
import { Dialog } from '../../overlays/dialog.tsx';
import { useInitialFocus } from '../use-initial-focus.ts';
import { insertFootnote } from './footnote.ts';

/** Asks for the text of a footnote and inserts its number at the cursor. */
export function FootnoteDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const [text, setText] = useState('');
  const first = useInitialFocus<HTMLTextAreaElement>();
  const isEmpty = text.trim() === '';
  const apply = () => {
    if (isEmpty) return;
    insertFootnote(editor, text);
    onClose();
  };
  return (
    <Dialog
      open
      title="脚注"
      onClose={onClose}
      width={480}
      footer={
        <Button tone="ink" disabled={isEmpty} onClick={apply}>
          插入
        </Button>
      }
    >
      <Field label="注释" note="列在文末，读者点序号来回；以后直接在文末改">
        {(control) => (
          <Textarea
            {...control}
            ref={first}
            rows={4}
            maxLength={2000}
            value={text}
            onChange={({ target }) => setText(target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isComposing(event)) return;
              event.preventDefault();
              apply();
            }}
          />
        )}
      </Field>
    </Dialog>
  );
}
