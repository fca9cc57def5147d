import type { Editor } from '@tiptap/react';
import { useState } from 'react';
import { Button } from '../controls/button.tsx';
import { Field, Input } from '../controls/field.tsx';
import { Dialog } from '../overlays/dialog.tsx';
import { useInitialFocus } from './use-initial-focus.ts';

export function LinkDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const currentHref = editor.getAttributes('link').href as string | undefined;
  const [address, setAddress] = useState(currentHref ?? '');
  const first = useInitialFocus<HTMLInputElement>();
  const trimmed = address.trim();
  const isValid = /^(?:\/(?!\/)|https?:\/\/|#|mailto:|tel:)/.test(trimmed);
  const apply = () => {
    if (!isValid) return;
    const chain = editor.chain().focus();
    if (editor.state.selection.empty && !currentHref)
      chain
        .insertContent({ type: 'text', text: trimmed, marks: [{ type: 'link', attrs: { href: trimmed } }] })
        .run();
    else chain.extendMarkRange('link').setLink({ href: trimmed }).run();
    onClose();
  };
  const remove = () => {
    editor.chain().focus().extendMarkRange('link').unsetLink().run();
    onClose();
  };
  return (
    <Dialog
      open
      title="链接"
      onClose={onClose}
      width={480}
      footer={
        <>
          {currentHref && <Button onClick={remove}>去掉链接</Button>}
          <Button tone="ink" disabled={!isValid} onClick={apply}>
            加上链接
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
      >
        <Field
          label="地址"
          error={trimmed !== '' && !isValid ? '以 https:// 开头，或是站内地址如 /101' : null}
        >
          {(control) => (
            <Input
              {...control}
              ref={first}
              value={address}
              placeholder="https://… 或站内地址 /101"
              onChange={({ target }) => setAddress(target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
