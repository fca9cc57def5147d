import type { Editor } from '@tiptap/react';
import { Button, Input, Modal } from 'antd';
import { useState } from 'react';
import { copyText } from '#client/copy.ts';
import { markdownParts } from '#shared/text/markdown-parts.ts';
import { cleanPaste } from './body/clean-paste.ts';
import s from './editor.module.css';
import { toMarkdown } from './to-markdown.ts';

/** Markdown in, at the cursor or in place of all; and out, onto the clipboard. */
export function MarkdownDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const [text, setText] = useState('');
  const read = async () => {
    const { Marked } = await import('marked');
    return cleanPaste(await new Marked({ gfm: true }, markdownParts).parse(text));
  };
  const insert = async () => {
    editor
      .chain()
      .focus()
      .insertContent(await read())
      .run();
    onClose();
  };
  const replace = async () => {
    editor
      .chain()
      .focus()
      .setContent(await read(), { emitUpdate: true })
      .run();
    onClose();
  };
  return (
    <Modal
      open
      title="Markdown"
      onCancel={onClose}
      width={640}
      footer={[
        <Button key="copy" onClick={() => void copyText(toMarkdown(editor.getJSON()))}>
          复制全文为 Markdown
        </Button>,
        <Button key="replace" disabled={text.trim() === ''} onClick={() => void replace()}>
          替换全文
        </Button>,
        <Button key="insert" type="primary" disabled={text.trim() === ''} onClick={() => void insert()}>
          插入到光标处
        </Button>,
      ]}
    >
      <Input.TextArea
        className={s.markdown ?? ''}
        autoFocus
        aria-label="Markdown 文本"
        placeholder="把 Markdown 粘贴到这里。付费线写作 <!--paywall-->，公式写作 $x^2$，提示写作 > [!NOTE]"
        rows={12}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
    </Modal>
  );
}
