import { type Editor, useEditorState } from '@tiptap/react';
import { useState } from 'react';
import { type CalloutKind, calloutLabels } from '#shared/text/markdown-extensions.ts';
import { classNames } from '../class-names.ts';
import { Toolbar } from '../controls/toolbar.tsx';
import { AltDialog } from './alt-dialog.tsx';
import type { BodyFile } from './body-file.ts';
import s from './editor.module.css';
import { FormulaDialog } from './formula-dialog.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { MarkdownDialog } from './markdown-dialog.tsx';

type Tool = {
  label: string;
  /** Visible text, short and part of the label, so that speech recognition users can say it (WCAG 2.5.3). */
  symbol: string;
  run: (editor: Editor) => void;
  /** Arguments of `editor.isActive` that show whether the tool is on. */
  activeWhen?: [name: string, attributes?: object];
};

const heading = (level: 2 | 3 | 4): Tool => ({
  label: `H${level} ${['二', '三', '四'][level - 2]}级标题`,
  symbol: `H${level}`,
  run: (editor) => editor.chain().focus().toggleHeading({ level }).run(),
  activeWhen: ['heading', { level }],
});

const tools: Tool[][] = [
  [heading(2), heading(3), heading(4)],
  [
    {
      label: '加粗',
      symbol: '粗',
      run: (editor) => editor.chain().focus().toggleBold().run(),
      activeWhen: ['bold'],
    },
    {
      label: '着重',
      symbol: '重',
      run: (editor) => editor.chain().focus().toggleItalic().run(),
      activeWhen: ['italic'],
    },
    {
      label: '删除线',
      symbol: '删',
      run: (editor) => editor.chain().focus().toggleStrike().run(),
      activeWhen: ['strike'],
    },
    {
      label: '行内代码',
      symbol: '<>',
      run: (editor) => editor.chain().focus().toggleCode().run(),
      activeWhen: ['code'],
    },
  ],
  [
    {
      label: '无序列表',
      symbol: '无序',
      run: (editor) => editor.chain().focus().toggleBulletList().run(),
      activeWhen: ['bulletList'],
    },
    {
      label: '有序列表',
      symbol: '有序',
      run: (editor) => editor.chain().focus().toggleOrderedList().run(),
      activeWhen: ['orderedList'],
    },
    {
      label: '引用',
      symbol: '引',
      run: (editor) => editor.chain().focus().toggleBlockquote().run(),
      activeWhen: ['blockquote'],
    },
    {
      label: '代码块',
      symbol: '{ }',
      run: (editor) => editor.chain().focus().toggleCodeBlock().run(),
      activeWhen: ['codeBlock'],
    },
    { label: '分隔线', symbol: '—', run: (editor) => editor.chain().focus().setHorizontalRule().run() },
    {
      label: '表格',
      symbol: '表',
      run: (editor) => editor.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
      activeWhen: ['table'],
    },
  ],
];

const tableTools: Tool[] = [
  { label: '加行：在下方', symbol: '加行', run: (editor) => editor.chain().focus().addRowAfter().run() },
  { label: '删行：光标所在', symbol: '删行', run: (editor) => editor.chain().focus().deleteRow().run() },
  { label: '加列：在右侧', symbol: '加列', run: (editor) => editor.chain().focus().addColumnAfter().run() },
  { label: '删列：光标所在', symbol: '删列', run: (editor) => editor.chain().focus().deleteColumn().run() },
  { label: '删表：整个表格', symbol: '删表', run: (editor) => editor.chain().focus().deleteTable().run() },
];

const callout = (kind: CalloutKind): Tool => ({
  label: `${calloutLabels[kind]}：提示框`,
  symbol: calloutLabels[kind],
  run: (editor) => editor.chain().focus().toggleCallout(kind).run(),
  activeWhen: ['callout', { kind }],
});

const callouts: Tool[] = [callout('note'), callout('warning'), callout('risk')];

const history: Tool[] = [
  { label: '撤销', symbol: '↶', run: (editor) => editor.chain().focus().undo().run() },
  { label: '重做', symbol: '↷', run: (editor) => editor.chain().focus().redo().run() },
];

type FileKind = BodyFile['kind'];

const fileTools: readonly { kind: FileKind; label: string }[] = [
  { kind: 'video', label: '视频' },
  { kind: 'audio', label: '音频' },
  { kind: 'file', label: '附件' },
];

export interface BodyToolbarProps {
  editor: Editor;
  /** File kinds that this writer may insert. */
  kinds: readonly FileKind[];
  /** False for texts that have no part to pay for. */
  hasPaywall?: boolean;
  /** Asks the user for a file of a kind, to insert at the cursor. */
  onRequestFile: (kind: FileKind) => void;
  /** Copies the body, as Markdown, to the clipboard. */
  onCopy: (markdown: string) => void;
}

export function BodyToolbar({ editor, kinds, hasPaywall = true, onRequestFile, onCopy }: BodyToolbarProps) {
  const [openDialog, setOpenDialog] = useState<'link' | 'formula' | 'alt' | 'markdown'>();
  const isInTable = useEditorState({ editor, selector: ({ editor: current }) => current.isActive('table') });
  const isLink = useEditorState({ editor, selector: ({ editor: current }) => current.isActive('link') });
  const isFigure = useEditorState({ editor, selector: ({ editor: current }) => current.isActive('figure') });
  const close = () => {
    setOpenDialog(undefined);
    // Effective in the next frame: while the dialog is open, elements behind it cannot take the focus.
    editor.commands.focus();
  };
  return (
    <>
      <Toolbar className={s.tools} label="正文工具">
        {tools.map((group) => (
          <Group key={group[0]?.label} editor={editor} tools={group} />
        ))}
        {isInTable && <Group editor={editor} tools={tableTools} />}
        <span className={s.group}>
          <ToolButton label="链接" symbol="链" isOn={isLink} onClick={() => setOpenDialog('link')} />
          {kinds.includes('image') && (
            <ToolButton label="图片" symbol="图" onClick={() => onRequestFile('image')} />
          )}
          {isFigure && (
            <ToolButton
              label="替代文字：读屏和搜索用"
              symbol="替代文字"
              onClick={() => setOpenDialog('alt')}
            />
          )}
          {fileTools
            .filter(({ kind }) => kinds.includes(kind))
            .map(({ kind, label }) => (
              <ToolButton key={kind} label={label} symbol={label} onClick={() => onRequestFile(kind)} />
            ))}
          <ToolButton label="公式" symbol="公式" onClick={() => setOpenDialog('formula')} />
          {hasPaywall && (
            <ToolButton
              label="付费线：以下内容需要权限"
              symbol="付费线"
              onClick={() => editor.chain().focus().setPaywall().run()}
            />
          )}
          <ToolButton label="MD：Markdown 导入和复制" symbol="MD" onClick={() => setOpenDialog('markdown')} />
        </span>
        <Group editor={editor} tools={callouts} />
        <Group editor={editor} tools={history} />
      </Toolbar>
      {openDialog === 'link' && <LinkDialog editor={editor} onClose={close} />}
      {openDialog === 'alt' && <AltDialog editor={editor} onClose={close} />}
      <FormulaDialog editor={editor} isRequested={openDialog === 'formula'} onClose={close} />
      {openDialog === 'markdown' && <MarkdownDialog editor={editor} onCopy={onCopy} onClose={close} />}
    </>
  );
}

function Group({ editor, tools: group }: { editor: Editor; tools: Tool[] }) {
  const states = useEditorState({
    editor,
    selector: ({ editor: current }) =>
      group.map(({ activeWhen }) => (activeWhen ? current.isActive(...activeWhen) : undefined)).join(),
  }).split(',');
  return (
    <span className={s.group}>
      {group.map((tool, index) => (
        <ToolButton
          key={tool.label}
          {...tool}
          {...(tool.activeWhen && { isOn: states[index] === 'true' })}
          onClick={() => tool.run(editor)}
        />
      ))}
    </span>
  );
}

function ToolButton(props: { label: string; symbol: string; isOn?: boolean; onClick: () => void }) {
  const { label, symbol, isOn, onClick } = props;
  return (
    <button
      type="button"
      className={classNames(s.tool, isOn && s.on)}
      aria-label={label}
      title={label}
      aria-pressed={isOn}
      // Keeps the cursor in the body.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
    >
      {symbol}
    </button>
  );
}
