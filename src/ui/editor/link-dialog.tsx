import type { Editor } from '@tiptap/react';
import { useState } from 'react';
import { Button } from '../controls/button.tsx';
import { Field, Input } from '../controls/field.tsx';
import { Dialog } from '../floats/dialog.tsx';
import { useFirstField } from './use-first-field.ts';

/** Asks where a link goes. */
export function LinkDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const held = editor.getAttributes('link').href as string | undefined;
  const [address, setAddress] = useState(held ?? '');
  const first = useFirstField<HTMLInputElement>();
  const trimmed = address.trim();
  const isFit = /^(?:\/(?!\/)|https?:\/\/|#|mailto:|tel:)/.test(trimmed);
  const put = () => {
    if (!isFit) return;
    const chain = editor.chain().focus();
    if (editor.state.selection.empty && !held)
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
          {held && <Button onClick={remove}>去掉链接</Button>}
          <Button tone="ink" disabled={!isFit} onClick={put}>
            加上链接
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          put();
        }}
      >
        <Field label="地址" error={trimmed !== '' && !isFit ? '以 https:// 开头，或是站内地址如 /101' : null}>
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
