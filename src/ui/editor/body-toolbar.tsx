import { type Editor, useEditorState } from '@tiptap/react';
import { useEffect, useState } from 'react';
import { Toolbar } from '../controls/toolbar.tsx';
import { AltDialog } from './alt-dialog.tsx';
import s from './editor.module.css';
import { FormulaDialog } from './formula-dialog.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { MarkdownDialog } from './markdown-dialog.tsx';
import { SelectionTools } from './selection-tools.tsx';
import { SlashMenu } from './slash-menu.tsx';
import { ToolButton, ToolGroup } from './tool-button.tsx';
import { ToolTips } from './tool-tips.tsx';
import {
  blockTools,
  calloutTools,
  type DialogName,
  type FileKind,
  headingTools,
  historyTools,
  insertTools,
  linkTool,
  markTools,
  quoteTool,
  tableTools,
} from './tools.ts';

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

/** The tools of a body: above it, beside a selection, and in the menu of a slash. */
export function BodyToolbar({ editor, kinds, hasPaywall = true, onRequestFile, onCopy }: BodyToolbarProps) {
  const [openDialog, setOpenDialog] = useState<DialogName>();
  const isInTable = useEditorState({ editor, selector: ({ editor: current }) => current.isActive('table') });
  const isFigure = useEditorState({ editor, selector: ({ editor: current }) => current.isActive('figure') });
  useLinkShortcut(editor, () => setOpenDialog('link'));
  const close = () => {
    setOpenDialog(undefined);
    // Effective in the next frame: while the dialog is open, elements behind it cannot take the focus.
    editor.commands.focus();
  };
  const context = { open: setOpenDialog, requestFile: onRequestFile, kinds, hasPaywall };
  const link = linkTool(context);
  const inserts = insertTools(context);
  return (
    <>
      <ToolTips>
        <Toolbar className={s.tools} label="正文工具">
          <ToolGroup editor={editor} tools={headingTools} />
          <ToolGroup editor={editor} tools={[...markTools, link]} />
          <ToolGroup editor={editor} tools={blockTools} />
          {isInTable && <ToolGroup editor={editor} tools={tableTools} />}
          <span className={s.group}>
            <ToolGroup editor={editor} tools={inserts} />
            {isFigure && (
              <ToolButton
                tool={{ label: '替代文字：读屏和搜索用', icon: { text: '替代文字' } }}
                onClick={() => setOpenDialog('alt')}
              />
            )}
          </span>
          <ToolGroup editor={editor} tools={calloutTools} />
          <ToolButton
            tool={{ label: 'MD：Markdown 导入和复制', icon: { text: 'MD' } }}
            onClick={() => setOpenDialog('markdown')}
          />
          <ToolGroup editor={editor} tools={historyTools} />
        </Toolbar>
      </ToolTips>
      <SelectionTools editor={editor} tools={[...markTools, link, ...headingTools.slice(0, 2), quoteTool]} />
      <SlashMenu editor={editor} tools={[...headingTools, ...blockTools, ...inserts, ...calloutTools]} />
      {openDialog === 'link' && <LinkDialog editor={editor} onClose={close} />}
      {openDialog === 'alt' && <AltDialog editor={editor} onClose={close} />}
      <FormulaDialog editor={editor} isRequested={openDialog === 'formula'} onClose={close} />
      {openDialog === 'markdown' && <MarkdownDialog editor={editor} onCopy={onCopy} onClose={close} />}
    </>
  );
}

/** Ctrl+K (⌘K on a Mac) in the body opens the link dialog, before the page can use it for something else. */
function useLinkShortcut(editor: Editor, open: () => void): void {
  useEffect(() => {
    const { dom } = editor.view;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      if (event.shiftKey || event.altKey || event.isComposing || !editor.isEditable) return;
      event.preventDefault();
      event.stopPropagation();
      open();
    };
    dom.addEventListener('keydown', onKeyDown);
    return () => dom.removeEventListener('keydown', onKeyDown);
  });
}
