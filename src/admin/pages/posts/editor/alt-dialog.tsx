import type { Editor } from '@tiptap/react';
import { Input, Modal } from 'antd';
import { useState } from 'react';
import s from './editor.module.css';

/** What a picture shows, for who cannot see it and for search. The caption below it is for everybody. */
export function AltDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const [alt, setAlt] = useState(String(editor.getAttributes('figure').alt ?? ''));
  const put = () => {
    editor.chain().focus().updateAttributes('figure', { alt: alt.trim() }).run();
    onClose();
  };
  return (
    <Modal open title="替代文字" okText="好" onOk={put} onCancel={onClose} width={480}>
      <label className={s.field}>
        图里是什么（读屏和搜索用，图注不算）
        <Input.TextArea
          autoFocus
          autoSize={{ minRows: 2, maxRows: 5 }}
          maxLength={200}
          value={alt}
          onChange={({ target }) => setAlt(target.value)}
        />
      </label>
    </Modal>
  );
}
