import type { Editor } from '@tiptap/react';
import { useId, useState } from 'react';
import { markdownExtensions } from '#shared/text/markdown-extensions.ts';
import { Button } from '../controls/button.tsx';
import { describing, FieldMessages, Textarea } from '../controls/field.tsx';
import { Dialog } from '../overlays/dialog.tsx';
import { insertAtCursor } from './blocks/insert-block.ts';
import { cleanPaste } from './clean-paste.ts';
import s from './editor.module.css';
import { resourceFailure } from './resource-failure.ts';
import { toMarkdown } from './to-markdown.ts';
import { useInitialFocus } from './use-initial-focus.ts';

export interface MarkdownDialogProps {
  editor: Editor;
  /** Copies the body, as Markdown, to the clipboard. */
  onCopy: (markdown: string) => void;
  onClose: () => void;
}

/** Imports Markdown at the cursor or in place of the body, and exports the body to the clipboard. */
export function MarkdownDialog({ editor, onCopy, onClose }: MarkdownDialogProps) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const id = useId();
  const first = useInitialFocus<HTMLTextAreaElement>();
  const isEmpty = text.trim() === '';
  async function apply(use: (html: string) => void) {
    const marked = await import('marked').catch(() => undefined);
    if (!marked) return setError(resourceFailure);
    use(cleanPaste(await new marked.Marked({ gfm: true }, markdownExtensions).parse(text)));
    onClose();
  }
  const insert = () => apply((html) => insertAtCursor(editor, html));
  const replace = () => apply((html) => editor.chain().focus().setContent(html, { emitUpdate: true }).run());
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
        {...describing(id, { error })}
        onChange={({ target }) => {
          setText(target.value);
          setError(undefined);
        }}
      />
      <FieldMessages id={id} error={error} />
    </Dialog>
  );
}
