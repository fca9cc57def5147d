import type { Editor } from '@tiptap/react';
import { Button, Input, Modal } from 'antd';
import { useState } from 'react';
import s from './editor.module.css';

/** Asks where a link goes. */
export function LinkDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const held = editor.getAttributes('link').href as string | undefined;
  const [address, setAddress] = useState(held ?? '');
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
    <Modal
      open
      title="链接"
      onCancel={onClose}
      width={480}
      footer={[
        held && (
          <Button key="remove" onClick={remove}>
            去掉链接
          </Button>
        ),
        <Button key="put" type="primary" disabled={!isFit} onClick={put}>
          加上链接
        </Button>,
      ]}
    >
      <form
        className={s.form}
        onSubmit={(event) => {
          event.preventDefault();
          put();
        }}
      >
        <label className={s.field}>
          地址
          <Input
            autoFocus
            value={address}
            status={trimmed !== '' && !isFit ? 'error' : ''}
            placeholder="https://… 或站内地址 /101"
            onChange={({ target }) => setAddress(target.value)}
          />
        </label>
      </form>
    </Modal>
  );
}
