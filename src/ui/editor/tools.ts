import type { Editor } from '@tiptap/react';
import { type CalloutKind, calloutLabels } from '#shared/text/markdown-extensions.ts';
import { insertAtCursor, leaveSelection } from './blocks/insert-block.ts';
import type { BodyFile } from './body-file.ts';
import type { ToolIconName } from './tool-icons.ts';

export type Tool = {
  label: string;
  icon: ToolIconName | { text: string };
  /** Its shortcut, as ProseMirror writes it: `Mod-Shift-8`. */
  keys?: string;
  /** Syllables by which the slash menu finds it; a tool without them is not in that menu. */
  pinyin?: string;
  run: (editor: Editor) => void;
  /** Arguments of `editor.isActive` that show whether the tool is on. */
  activeWhen?: [name: string, attributes?: object];
};

export type FileKind = BodyFile['kind'];
export type DialogName = 'link' | 'formula' | 'footnote' | 'alt' | 'markdown' | 'embed' | 'bookmark' | 'crop';

/** What tools need of the toolbar, and what its writer may insert. */
export type ToolContext = {
  open: (dialog: DialogName) => void;
  requestFile: (kind: FileKind) => void;
  requestGallery: () => void;
  kinds: readonly FileKind[];
  hasPaywall: boolean;
};

const headingNames = {
  2: ['二级标题', 'er ji'],
  3: ['三级标题', 'san ji'],
  4: ['四级标题', 'si ji'],
} as const;

const heading = (level: 2 | 3 | 4): Tool => ({
  // Begins with the visible text, so that speech recognition users can say it (WCAG 2.5.3).
  label: `H${level} ${headingNames[level][0]}`,
  icon: { text: `H${level}` },
  keys: `Mod-Alt-${level}`,
  pinyin: `${headingNames[level][1]} biao ti`,
  run: (editor) => editor.chain().focus().toggleHeading({ level }).run(),
  activeWhen: ['heading', { level }],
});

export const headingTools = [heading(2), heading(3), heading(4)];

export const markTools: Tool[] = [
  {
    label: '加粗',
    icon: 'bold',
    keys: 'Mod-b',
    run: (editor) => editor.chain().focus().toggleBold().run(),
    activeWhen: ['bold'],
  },
  {
    label: '着重',
    icon: 'stress',
    keys: 'Mod-i',
    run: (editor) => editor.chain().focus().toggleItalic().run(),
    activeWhen: ['italic'],
  },
  {
    label: '删除线',
    icon: 'strike',
    keys: 'Mod-Shift-s',
    run: (editor) => editor.chain().focus().toggleStrike().run(),
    activeWhen: ['strike'],
  },
  {
    label: '行内代码',
    icon: 'code',
    keys: 'Mod-e',
    run: (editor) => editor.chain().focus().toggleCode().run(),
    activeWhen: ['code'],
  },
];

export const quoteTool: Tool = {
  label: '引用',
  icon: 'quote',
  keys: 'Mod-Shift-b',
  pinyin: 'yin yong',
  run: (editor) => editor.chain().focus().toggleBlockquote().run(),
  activeWhen: ['blockquote'],
};

export const blockTools: Tool[] = [
  {
    label: '无序列表',
    icon: 'bullets',
    keys: 'Mod-Shift-8',
    pinyin: 'wu xu lie biao',
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
    activeWhen: ['bulletList'],
  },
  {
    label: '有序列表',
    icon: 'numbers',
    keys: 'Mod-Shift-7',
    pinyin: 'you xu lie biao',
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
    activeWhen: ['orderedList'],
  },
  quoteTool,
  {
    label: '代码块',
    icon: 'codeBlock',
    keys: 'Mod-Alt-c',
    pinyin: 'dai ma kuai',
    run: (editor) => editor.chain().focus().toggleCodeBlock().run(),
    activeWhen: ['codeBlock'],
  },
  {
    label: '分隔线',
    icon: 'divider',
    pinyin: 'fen ge xian',
    run: (editor) => insertAtCursor(editor, { type: 'horizontalRule' }),
  },
  {
    label: '表格',
    icon: 'table',
    pinyin: 'biao ge',
    run: (editor) =>
      editor
        .chain()
        .focus()
        .command(({ tr }) => leaveSelection(tr, { isForBlock: true }))
        .insertTable({ rows: 3, cols: 3, withHeaderRow: true })
        .run(),
    activeWhen: ['table'],
  },
];

export const tableTools: Tool[] = [
  {
    label: '标题行',
    icon: 'headerRow',
    run: (editor) => editor.chain().focus().toggleHeaderRow().run(),
  },
  { label: '在上方加行', icon: 'addRowAbove', run: (editor) => editor.chain().focus().addRowBefore().run() },
  { label: '在下方加行', icon: 'addRow', run: (editor) => editor.chain().focus().addRowAfter().run() },
  { label: '删除所在行', icon: 'deleteRow', run: (editor) => editor.chain().focus().deleteRow().run() },
  {
    label: '在左侧加列',
    icon: 'addColumnLeft',
    run: (editor) => editor.chain().focus().addColumnBefore().run(),
  },
  { label: '在右侧加列', icon: 'addColumn', run: (editor) => editor.chain().focus().addColumnAfter().run() },
  { label: '删除所在列', icon: 'deleteColumn', run: (editor) => editor.chain().focus().deleteColumn().run() },
  {
    label: '合并选中的单元格',
    icon: 'mergeCells',
    run: (editor) => editor.chain().focus().mergeCells().run(),
  },
  { label: '拆分单元格', icon: 'splitCell', run: (editor) => editor.chain().focus().splitCell().run() },
  { label: '删除表格', icon: 'deleteTable', run: (editor) => editor.chain().focus().deleteTable().run() },
];

const callout = (kind: CalloutKind, pinyin: string): Tool => ({
  label: `${calloutLabels[kind]}框`,
  icon: kind,
  pinyin,
  run: (editor) => editor.chain().focus().toggleCallout(kind).run(),
  activeWhen: ['callout', { kind }],
});

export const calloutTools = [
  callout('note', 'ti shi kuang'),
  callout('warning', 'zhu yi kuang'),
  callout('risk', 'feng xian kuang'),
];

export const historyTools: Tool[] = [
  { label: '撤销', icon: 'undo', keys: 'Mod-z', run: (editor) => editor.chain().focus().undo().run() },
  { label: '重做', icon: 'redo', keys: 'Mod-Shift-z', run: (editor) => editor.chain().focus().redo().run() },
];

const fileTools: readonly { kind: FileKind; label: string; pinyin: string }[] = [
  { kind: 'image', label: '图片', pinyin: 'tu pian' },
  { kind: 'video', label: '视频', pinyin: 'shi pin' },
  { kind: 'audio', label: '音频', pinyin: 'yin pin' },
  { kind: 'file', label: '附件', pinyin: 'fu jian' },
];

export const linkTool = ({ open }: ToolContext): Tool => ({
  label: '链接',
  icon: 'link',
  keys: 'Mod-k',
  run: () => open('link'),
  activeWhen: ['link'],
});

/** Tools that insert what a dialog or the library gives. */
export function insertTools({ open, requestFile, requestGallery, kinds, hasPaywall }: ToolContext): Tool[] {
  const tools: Tool[] = fileTools
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ kind, label, pinyin }) => ({
      label,
      icon: kind === 'image' ? 'picture' : kind,
      pinyin,
      run: () => requestFile(kind),
    }));
  tools.push(
    { label: '图集', icon: 'gallery', pinyin: 'tu ji', run: requestGallery },
    { label: '嵌入视频', icon: 'embed', pinyin: 'qian ru shi pin', run: () => open('embed') },
    { label: '书签', icon: 'bookmark', pinyin: 'shu qian', run: () => open('bookmark') },
  );
  tools.push({ label: '公式', icon: 'formula', pinyin: 'gong shi', run: () => open('formula') });
  tools.push({
    label: '股票：名称、代码或拼音',
    icon: { text: '$' },
    pinyin: 'gu piao',
    run: (editor) => insertAtCursor(editor, { type: 'text', text: '$' }),
  });
  tools.push({ label: '脚注', icon: { text: '注' }, pinyin: 'jiao zhu', run: () => open('footnote') });
  if (hasPaywall)
    tools.push({
      label: '付费线：以下内容需要权限',
      icon: 'paywall',
      pinyin: 'fu fei xian',
      run: (editor) => editor.chain().focus().setPaywall().run(),
    });
  return tools;
}

/** Whether what was typed after the slash finds a tool: by its characters, or by pinyin or initials of a part of it. */
export function matchesTool({ label, pinyin = '' }: Tool, typed: string): boolean {
  const query = typed.toLowerCase().replaceAll("'", '');
  if (label.toLowerCase().includes(query)) return true;
  return pinyin.split(' ').some((_, from, all) => {
    const syllables = all.slice(from);
    return [syllables, syllables.map(([initial = '']) => initial)].some((parts) =>
      parts.join('').startsWith(query),
    );
  });
}
