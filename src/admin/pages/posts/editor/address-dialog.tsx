import type { Editor } from '@tiptap/react';
import { Button, Input, Modal } from 'antd';
import { useState } from 'react';
import s from './editor.module.css';

/** Asks for the address of a link or a picture. */
export function AddressDialog({
  editor,
  kind,
  onClose,
}: {
  editor: Editor;
  kind: 'link' | 'picture';
  onClose: () => void;
}) {
  const isLink = kind === 'link';
  const held = isLink ? (editor.getAttributes('link').href as string | undefined) : undefined;
  const [address, setAddress] = useState(held ?? '');
  const [alt, setAlt] = useState('');
  const trimmed = address.trim();
  const isFit = /^(?:\/(?!\/)|https?:\/\/|#)/.test(trimmed) || (isLink && /^(?:mailto|tel):/.test(trimmed));
  const put = () => {
    if (!isFit) return;
    const chain = editor.chain().focus();
    if (!isLink) chain.insertContent({ type: 'figure', attrs: { src: trimmed, alt } }).run();
    else if (editor.state.selection.empty && !held)
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
      title={isLink ? '链接' : '图片'}
      onCancel={onClose}
      width={480}
      footer={[
        held && (
          <Button key="remove" onClick={remove}>
            去掉链接
          </Button>
        ),
        <Button key="put" type="primary" disabled={!isFit} onClick={put}>
          {isLink ? '加上链接' : '插入图片'}
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
            placeholder={isLink ? 'https://… 或站内地址 /101' : '站内地址 /files/… 或 https://…'}
            onChange={({ target }) => setAddress(target.value)}
          />
        </label>
        {!isLink && (
          <label className={s.field}>
            图片说明（读屏和搜索用）
            <Input value={alt} maxLength={200} onChange={({ target }) => setAlt(target.value)} />
          </label>
        )}
      </form>
    </Modal>
  );
}
