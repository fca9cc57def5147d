import { BubbleMenuPlugin } from '@tiptap/extension-bubble-menu';
import { PluginKey } from '@tiptap/pm/state';
import { type Editor, useEditorState } from '@tiptap/react';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Toolbar } from '../../controls/toolbar.tsx';
import s from '../editor.module.css';
import { ToolButton } from '../tool-button.tsx';
import { ToolTips } from '../tool-tips.tsx';
import type { ToolContext } from '../tools.ts';
import { chosenBlock, removeBlock, replaceBlock } from './chosen-block.ts';

const pluginKey = new PluginKey('blockTools');

/** Replaces or deletes the chosen picture, player, card, formula or attachment; shown beside it. */
export function BlockTools({ editor, context }: { editor: Editor; context: ToolContext }) {
  const [element] = useState(() => document.createElement('div'));
  useEffect(() => {
    element.className = s.bubble ?? '';
    const plugin = BubbleMenuPlugin({
      pluginKey,
      editor,
      element,
      updateDelay: 0,
      shouldShow: ({ view, state }) =>
        editor.isEditable &&
        chosenBlock(state) !== undefined &&
        (view.hasFocus() || element.contains(document.activeElement)),
      getReferencedVirtualElement: () => {
        const chosen = chosenBlock(editor.state);
        const dom = chosen && editor.view.nodeDOM(chosen.from);
        return dom instanceof Element ? dom : null;
      },
      options: { placement: 'top-end', offset: 4, flip: true, shift: { padding: 8 } },
    });
    editor.registerPlugin(plugin);
    return () => {
      editor.unregisterPlugin(pluginKey);
    };
  }, [editor, element]);
  const [label, canReplace] = useEditorState({
    editor,
    selector: ({ editor: current }) => {
      const chosen = chosenBlock(current.state);
      const { replacement } = chosen ?? {};
      const isOffered =
        replacement !== undefined &&
        (typeof replacement === 'string' ||
          'dialog' in replacement ||
          context.kinds.includes(replacement.file));
      return [chosen?.label, isOffered] as const;
    },
  });
  return createPortal(
    label !== undefined && (
      <ToolTips>
        <Toolbar className={s.bubbleTools} label={`${label}的工具`}>
          {canReplace && (
            <ToolButton
              tool={{ label: `替换${label}`, icon: { text: '替换' } }}
              onClick={() => replaceBlock(editor, context)}
            />
          )}
          <ToolButton
            tool={{ label: `删除${label}`, icon: { text: '删除' } }}
            onClick={() => removeBlock(editor)}
          />
        </Toolbar>
      </ToolTips>
    ),
    element,
  );
}
