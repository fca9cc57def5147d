import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { Button } from 'antd';
import prose from '#ui/article/prose.module.css';
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

type Tool = { label: string; isOn: (editor: Editor) => boolean; act: (editor: Editor) => void };

const tools: readonly Tool[] = [
  {
    label: '加粗',
    isOn: (editor) => editor.isActive('bold'),
    act: (editor) => editor.chain().focus().toggleBold().run(),
  },
  {
    label: '小标题',
    isOn: (editor) => editor.isActive('heading'),
    act: (editor) => editor.chain().focus().toggleHeading({ level: 3 }).run(),
  },
  {
    label: '列表',
    isOn: (editor) => editor.isActive('bulletList'),
    act: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    label: '编号',
    isOn: (editor) => editor.isActive('orderedList'),
    act: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  {
    label: '引用',
    isOn: (editor) => editor.isActive('blockquote'),
    act: (editor) => editor.chain().focus().toggleBlockquote().run(),
  },
];

/** A short text with the few forms a notice needs; addresses that are typed or pasted become links. */
export function NoticeBody({ html, onChange }: { html: string; onChange: (html: string) => void }) {
  const editor = useEditor({
    extensions,
    content: html,
    immediatelyRender: true,
    editorProps: {
      attributes: {
        class: prose.prose ?? '',
        role: 'textbox',
        'aria-label': '须知内容',
        'aria-multiline': 'true',
      },
    },
    onUpdate: ({ editor: changed }) => onChange(changed.getHTML()),
  });
  const on = useEditorState({
    editor,
    selector: ({ editor: now }) => tools.map(({ isOn }) => isOn(now)),
  });
  return (
    <>
      <div className={s.tools} role="toolbar" aria-label="格式">
        {tools.map(({ label, act }, place) => (
          <Button
            key={label}
            size="small"
            type={on[place] ? 'primary' : 'text'}
            aria-pressed={on[place] ?? false}
            // The caret stays where it is.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => act(editor)}
          >
            {label}
          </Button>
        ))}
      </div>
      <EditorContent className={s.body ?? ''} editor={editor} />
    </>
  );
}
