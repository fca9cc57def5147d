import { type Editor, useEditorState } from '@tiptap/react';
import { useState } from 'react';
import { type CalloutKind, calloutNames } from '#shared/text/markdown-parts.ts';
import { classNames } from '../class-names.ts';
import { AltDialog } from './alt-dialog.tsx';
import type { BodyFile } from './body-file.ts';
import s from './editor.module.css';
import { FormulaDialog } from './formula-dialog.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { MarkdownDialog } from './markdown-dialog.tsx';

type Tool = {
  label: string;
  /** What the button shows, short, and part of the label: who speaks to the machine reads it out. */
  sign: string;
  run: (editor: Editor) => void;
  /** What to ask the editor to know whether it is on. */
  on?: [name: string, attributes?: object];
};

const heading = (level: 2 | 3 | 4): Tool => ({
  label: `H${level} ${['二', '三', '四'][level - 2]}级标题`,
  sign: `H${level}`,
  run: (editor) => editor.chain().focus().toggleHeading({ level }).run(),
  on: ['heading', { level }],
});

const tools: Tool[][] = [
  [heading(2), heading(3), heading(4)],
  [
    { label: '加粗', sign: '粗', run: (editor) => editor.chain().focus().toggleBold().run(), on: ['bold'] },
    {
      label: '着重',
      sign: '重',
      run: (editor) => editor.chain().focus().toggleItalic().run(),
      on: ['italic'],
    },
    {
      label: '删除线',
      sign: '删',
      run: (editor) => editor.chain().focus().toggleStrike().run(),
      on: ['strike'],
    },
    {
      label: '行内代码',
      sign: '<>',
      run: (editor) => editor.chain().focus().toggleCode().run(),
      on: ['code'],
    },
  ],
  [
    {
      label: '无序列表',
      sign: '无序',
      run: (editor) => editor.chain().focus().toggleBulletList().run(),
      on: ['bulletList'],
    },
    {
      label: '有序列表',
      sign: '有序',
      run: (editor) => editor.chain().focus().toggleOrderedList().run(),
      on: ['orderedList'],
    },
    {
      label: '引用',
      sign: '引',
      run: (editor) => editor.chain().focus().toggleBlockquote().run(),
      on: ['blockquote'],
    },
    {
      label: '代码块',
      sign: '{ }',
      run: (editor) => editor.chain().focus().toggleCodeBlock().run(),
      on: ['codeBlock'],
    },
    { label: '分隔线', sign: '—', run: (editor) => editor.chain().focus().setHorizontalRule().run() },
    {
      label: '表格',
      sign: '表',
      run: (editor) => editor.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
      on: ['table'],
    },
  ],
];

const tableTools: Tool[] = [
  { label: '加行：在下方', sign: '加行', run: (editor) => editor.chain().focus().addRowAfter().run() },
  { label: '删行：光标所在', sign: '删行', run: (editor) => editor.chain().focus().deleteRow().run() },
  { label: '加列：在右侧', sign: '加列', run: (editor) => editor.chain().focus().addColumnAfter().run() },
  { label: '删列：光标所在', sign: '删列', run: (editor) => editor.chain().focus().deleteColumn().run() },
  { label: '删表：整个表格', sign: '删表', run: (editor) => editor.chain().focus().deleteTable().run() },
];

const callout = (kind: CalloutKind): Tool => ({
  label: `${calloutNames[kind]}：提示框`,
  sign: calloutNames[kind],
  run: (editor) => editor.chain().focus().toggleCallout(kind).run(),
  on: ['callout', { kind }],
});

const callouts: Tool[] = [callout('note'), callout('warning'), callout('risk')];

const history: Tool[] = [
  { label: '撤销', sign: '↶', run: (editor) => editor.chain().focus().undo().run() },
  { label: '重做', sign: '↷', run: (editor) => editor.chain().focus().redo().run() },
];

type FileKind = BodyFile['kind'];

const fileTools: readonly { kind: FileKind; label: string }[] = [
  { kind: 'video', label: '视频' },
  { kind: 'audio', label: '音频' },
  { kind: 'file', label: '附件' },
];

export interface BodyToolsProps {
  editor: Editor;
  /** What files this writer may put in. */
  kinds: readonly FileKind[];
  /** Asks for a file of a kind, to be put in at the cursor. */
  onAskFile: (kind: FileKind) => void;
  /** Puts the body, as Markdown, onto the clipboard. */
  onCopy: (markdown: string) => void;
}

/** The tools of the body. */
export function BodyTools({ editor, kinds, onAskFile, onCopy }: BodyToolsProps) {
  const [asked, setAsked] = useState<'link' | 'formula' | 'alt' | 'markdown'>();
  const isInTable = useEditorState({ editor, selector: ({ editor: now }) => now.isActive('table') });
  const isLink = useEditorState({ editor, selector: ({ editor: now }) => now.isActive('link') });
  const isFigure = useEditorState({ editor, selector: ({ editor: now }) => now.isActive('figure') });
  const close = () => {
    setAsked(undefined);
    // With the next frame: while the dialog is open nothing behind it takes focus.
    editor.commands.focus();
  };
  return (
    <>
      <div className={s.tools} role="toolbar" aria-label="正文工具">
        {tools.map((group) => (
          <Group key={group[0]?.label} editor={editor} tools={group} />
        ))}
        {isInTable && <Group editor={editor} tools={tableTools} />}
        <span className={s.group}>
          <ToolButton label="链接" sign="链" isOn={isLink} onClick={() => setAsked('link')} />
          {kinds.includes('image') && (
            <ToolButton label="图片" sign="图" onClick={() => onAskFile('image')} />
          )}
          {isFigure && (
            <ToolButton label="替代文字：读屏和搜索用" sign="替代文字" onClick={() => setAsked('alt')} />
          )}
          {fileTools
            .filter(({ kind }) => kinds.includes(kind))
            .map(({ kind, label }) => (
              <ToolButton key={kind} label={label} sign={label} onClick={() => onAskFile(kind)} />
            ))}
          <ToolButton label="公式" sign="公式" onClick={() => setAsked('formula')} />
          <ToolButton
            label="付费线：以下内容需要权限"
            sign="付费线"
            onClick={() => editor.chain().focus().setPaywall().run()}
          />
          <ToolButton label="MD：Markdown 导入和复制" sign="MD" onClick={() => setAsked('markdown')} />
        </span>
        <Group editor={editor} tools={callouts} />
        <Group editor={editor} tools={history} />
      </div>
      {asked === 'link' && <LinkDialog editor={editor} onClose={close} />}
      {asked === 'alt' && <AltDialog editor={editor} onClose={close} />}
      <FormulaDialog editor={editor} isAsked={asked === 'formula'} onClose={close} />
      {asked === 'markdown' && <MarkdownDialog editor={editor} onCopy={onCopy} onClose={close} />}
    </>
  );
}

function Group({ editor, tools: group }: { editor: Editor; tools: Tool[] }) {
  const states = useEditorState({
    editor,
    selector: ({ editor: now }) => group.map(({ on }) => (on ? now.isActive(...on) : undefined)).join(),
  }).split(',');
  return (
    <span className={s.group}>
      {group.map((tool, at) => (
        <ToolButton
          key={tool.label}
          {...tool}
          {...(tool.on && { isOn: states[at] === 'true' })}
          onClick={() => tool.run(editor)}
        />
      ))}
    </span>
  );
}

function ToolButton(props: { label: string; sign: string; isOn?: boolean; onClick: () => void }) {
  const { label, sign, isOn, onClick } = props;
  return (
    <button
      type="button"
      className={classNames(s.tool, isOn && s.on)}
      aria-label={label}
      title={label}
      aria-pressed={isOn}
      // The cursor stays in the body.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
    >
      {sign}
    </button>
  );
}
