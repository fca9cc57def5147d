import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { Button } from 'antd';
import prose from '#ui/article/prose.module.css';
import { Toolbar } from '#ui/controls/toolbar.tsx';
import s from '../frontpage.module.css';

const extensions = [
  StarterKit.configure({
    heading: { levels: [3] },
    code: false,
    codeBlock: false,
    strike: false,
    underline: false,
    link: { openOnClick: false, autolink: true, defaultProtocol: 'https' },
  }),
];

type Tool = { label: string; isOn: (editor: Editor) => boolean; run: (editor: Editor) => void };

const tools: readonly Tool[] = [
  {
    label: '加粗',
    isOn: (editor) => editor.isActive('bold'),
    run: (editor) => editor.chain().focus().toggleBold().run(),
  },
  {
    label: '小标题',
    isOn: (editor) => editor.isActive('heading'),
    run: (editor) => editor.chain().focus().toggleHeading({ level: 3 }).run(),
  },
  {
    label: '列表',
    isOn: (editor) => editor.isActive('bulletList'),
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    label: '编号',
    isOn: (editor) => editor.isActive('orderedList'),
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  {
    label: '引用',
    isOn: (editor) => editor.isActive('blockquote'),
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
  },
];

/** Small rich text editor with the formats a notice needs. Typed or pasted URLs become links. */
export function NoticeEditor({
  value = '',
  onChange,
}: {
  value?: string;
  onChange?: (html: string) => void;
}) {
  const editor = useEditor({
    extensions,
    content: value,
    immediatelyRender: true,
    editorProps: {
      attributes: {
        class: prose.prose ?? '',
        role: 'textbox',
        'aria-label': '须知内容',
        'aria-multiline': 'true',
      },
    },
    onUpdate: ({ editor: current }) => onChange?.(current.getHTML()),
  });
  const activeTools = useEditorState({
    editor,
    selector: ({ editor: current }) => tools.map(({ isOn }) => isOn(current)),
  });
  return (
    <>
      <Toolbar className={s.tools} label="格式">
        {tools.map(({ label, run }, index) => (
          <Button
            key={label}
            size="small"
            type={activeTools[index] ? 'primary' : 'text'}
            aria-pressed={activeTools[index] ?? false}
            // Keeps the text selection in the editor.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => run(editor)}
          >
            {label}
          </Button>
        ))}
      </Toolbar>
      <EditorContent className={s.editor ?? ''} editor={editor} />
    </>
  );
}
