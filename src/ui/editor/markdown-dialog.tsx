import type { Editor } from '@tiptap/react';
import { useState } from 'react';
import { markdownParts } from '#shared/text/markdown-parts.ts';
import { Button } from '../controls/button.tsx';
import { Textarea } from '../controls/field.tsx';
import { Dialog } from '../floats/dialog.tsx';
import { cleanPaste } from './clean-paste.ts';
import s from './editor.module.css';
import { toMarkdown } from './to-markdown.ts';
import { useFirstField } from './use-first-field.ts';

export interface MarkdownDialogProps {
  editor: Editor;
  /** Puts the body, as Markdown, onto the clipboard. */
  onCopy: (markdown: string) => void;
  onClose: () => void;
}

/** Markdown in, at the cursor or in place of all; and out, onto the clipboard. */
export function MarkdownDialog({ editor, onCopy, onClose }: MarkdownDialogProps) {
  const [text, setText] = useState('');
  const first = useFirstField<HTMLTextAreaElement>();
  const isEmpty = text.trim() === '';
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
    <Dialog
      open
      title="Markdown"
      onClose={onClose}
      width={640}
      footer={
        <span className={s.acts}>
          <Button onClick={() => onCopy(toMarkdown(editor.getJSON()))}>复制全文为 Markdown</Button>
          <Button disabled={isEmpty} onClick={() => void replace()}>
            替换全文
          </Button>
          <Button tone="ink" disabled={isEmpty} onClick={() => void insert()}>
            插入到光标处
          </Button>
        </span>
      }
    >
      <Textarea
        className={s.markdown}
        ref={first}
        aria-label="Markdown 文本"
        placeholder="把 Markdown 粘贴到这里。付费线写作 <!--paywall-->，公式写作 $x^2$，提示写作 > [!NOTE]"
        rows={12}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
    </Dialog>
  );
}
