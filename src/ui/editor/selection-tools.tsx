import { BubbleMenuPlugin } from '@tiptap/extension-bubble-menu';
import { NodeSelection, PluginKey } from '@tiptap/pm/state';
import type { Editor } from '@tiptap/react';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Toolbar } from '../controls/toolbar.tsx';
import s from './editor.module.css';
import { ToolGroup } from './tool-button.tsx';
import { ToolTips } from './tool-tips.tsx';
import type { Tool } from './tools.ts';

const pluginKey = new PluginKey('selectionTools');

/** Tools beside selected text. */
export function SelectionTools({ editor, tools }: { editor: Editor; tools: readonly Tool[] }) {
  const [element] = useState(() => document.createElement('div'));
  useEffect(() => {
    element.className = s.bubble ?? '';
    // A phone shows its own menu above the selection.
    const placement = matchMedia('(pointer: coarse)').matches ? 'bottom' : 'top';
    const plugin = BubbleMenuPlugin({
      pluginKey,
      editor,
      element,
      shouldShow: ({ view, state: { selection } }) =>
        !(selection instanceof NodeSelection) &&
        !selection.empty &&
        editor.isEditable &&
        !editor.isActive('codeBlock') &&
        (view.hasFocus() || element.contains(document.activeElement)),
      options: { placement, offset: 8, flip: true, shift: { padding: 8 } },
    });
    editor.registerPlugin(plugin);
    return () => {
      editor.unregisterPlugin(pluginKey);
    };
  }, [editor, element]);
  return createPortal(
    <ToolTips>
      <Toolbar className={s.bubbleTools} label="选中文字的工具">
        <ToolGroup editor={editor} tools={tools} />
      </Toolbar>
    </ToolTips>,
    element,
  );
}
