import { type Editor, useEditorState } from '@tiptap/react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { isComposing } from '../composing.ts';
import { Toolbar } from '../controls/toolbar.tsx';
import { AltDialog } from './alt-dialog.tsx';
import { BlockTools } from './blocks/block-tools.tsx';
import s from './editor.module.css';
import { AddressDialog } from './embeds/address-dialog.tsx';
import { FootnoteDialog } from './footnotes/footnote-dialog.tsx';
import { FormulaDialog } from './formula-dialog.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { MarkdownDialog } from './markdown-dialog.tsx';
import { insertGallery } from './pictures/gallery-files.ts';
import { PictureTools } from './pictures/picture-tools.tsx';
import { SelectionTools } from './selection-tools.tsx';
import { SlashMenu } from './slash-menu.tsx';
import { type FindStocks, StockMenu } from './stock-menu.tsx';
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

const CropDialog = lazy(() => import('./pictures/crop-dialog.tsx'));

export interface BodyToolbarProps {
  editor: Editor;
  /** File kinds that this writer may insert. */
  kinds: readonly FileKind[];
  /** False for texts that have no part to pay for. */
  hasPaywall?: boolean;
  /** Searches the stock table for the menu after `$`. */
  findStocks: FindStocks;
  /** Asks the user for a file of a kind, to insert at the cursor. */
  onRequestFile: (kind: FileKind) => void;
  /** Copies the body, as Markdown, to the clipboard. */
  onCopy: (markdown: string) => void;
}

/** The tools of a body: above it, beside a selection, and in the menu of a slash. */
export function BodyToolbar(props: BodyToolbarProps) {
  const { editor, kinds, hasPaywall = true, findStocks, onRequestFile, onCopy } = props;
  const [openDialog, setOpenDialog] = useState<DialogName>();
  const isInTable = useEditorState({ editor, selector: ({ editor: current }) => current.isActive('table') });
  const gallery = useRef<HTMLInputElement>(null);
  useLinkShortcut(editor, () => setOpenDialog('link'));
  const close = () => {
    setOpenDialog(undefined);
    // Effective in the next frame: while the dialog is open, elements behind it cannot take the focus.
    editor.commands.focus();
  };
  const requestGallery = () => gallery.current?.click();
  const context = { open: setOpenDialog, requestFile: onRequestFile, requestGallery, kinds, hasPaywall };
  const link = linkTool(context);
  const inserts = insertTools(context);
  return (
    <>
      <ToolTips>
        <Toolbar className={s.tools} label="正文工具">
          <span className={s.context}>
            {isInTable && <ToolGroup editor={editor} tools={tableTools} />}
            <PictureTools
              editor={editor}
              onAlt={() => setOpenDialog('alt')}
              onCrop={() => setOpenDialog('crop')}
            />
          </span>
          <ToolGroup editor={editor} tools={headingTools} />
          <ToolGroup editor={editor} tools={[...markTools, link]} />
          <ToolGroup editor={editor} tools={blockTools} />
          <ToolGroup editor={editor} tools={inserts} />
          <ToolGroup editor={editor} tools={calloutTools} />
          <ToolButton
            tool={{ label: 'MD：Markdown 导入和复制', icon: { text: 'MD' } }}
            onClick={() => setOpenDialog('markdown')}
          />
          <ToolGroup editor={editor} tools={historyTools} />
        </Toolbar>
      </ToolTips>
      <SelectionTools editor={editor} tools={[...markTools, link, ...headingTools.slice(0, 2), quoteTool]} />
      <BlockTools editor={editor} context={context} />
      <SlashMenu editor={editor} tools={[...headingTools, ...blockTools, ...inserts, ...calloutTools]} />
      <input
        ref={gallery}
        type="file"
        className="vh"
        tabIndex={-1}
        multiple
        accept="image/png,image/jpeg,image/webp,image/gif"
        aria-label="选择图集的图片"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          // Resets the input, so that the same files can be chosen again.
          target.value = '';
          if (files.length > 0) insertGallery(editor, files);
        }}
      />
      {(openDialog === 'embed' || openDialog === 'bookmark') && (
        <AddressDialog editor={editor} kind={openDialog} onClose={close} />
      )}
      {openDialog === 'crop' && (
        <Suspense>
          <CropDialog editor={editor} onClose={close} />
        </Suspense>
      )}
      <StockMenu editor={editor} findStocks={findStocks} />
      {openDialog === 'link' && <LinkDialog editor={editor} onClose={close} />}
      {openDialog === 'footnote' && <FootnoteDialog editor={editor} onClose={close} />}
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
      if (event.shiftKey || event.altKey || isComposing(event) || !editor.isEditable) return;
      event.preventDefault();
      event.stopPropagation();
      open();
    };
    dom.addEventListener('keydown', onKeyDown);
    return () => dom.removeEventListener('keydown', onKeyDown);
  });
}
