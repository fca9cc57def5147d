import { PluginKey } from '@tiptap/pm/state';
import type { Editor } from '@tiptap/react';
import { Suggestion, type SuggestionOptions, type SuggestionProps } from '@tiptap/suggestion';
import { useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import s from './editor.module.css';
import { showKeys } from './shortcut-keys.ts';
import { ToolIcon } from './tool-button.tsx';
import { matchesTool, type Tool } from './tools.ts';

const pluginKey = new PluginKey('slashMenu');

type Offered = Pick<SuggestionProps<Tool, Tool>, 'items' | 'command'>;
const nothing: Offered = { items: [], command: () => undefined };

/**
 * Menu of tools after a slash at the start of an empty paragraph, found by name, pinyin or initials. The focus stays in the
 * body, so that typing goes on; `aria-activedescendant` tells a screen reader which tool is chosen.
 */
export function SlashMenu({ editor, tools }: { editor: Editor; tools: readonly Tool[] }) {
  const { element, offered, index, setIndex } = useSlashMenu(editor, tools);
  const { items } = offered;
  const id = useId();
  useEffect(() => {
    const { dom } = editor.view;
    if (items.length === 0) return;
    dom.setAttribute('aria-controls', id);
    dom.setAttribute('aria-activedescendant', `${id}-${index}`);
    document.getElementById(`${id}-${index}`)?.scrollIntoView({ block: 'nearest' });
    return () => {
      for (const name of ['aria-controls', 'aria-activedescendant']) dom.removeAttribute(name);
    };
  }, [editor, id, index, items]);
  if (items.length === 0) return null;
  return createPortal(
    <div id={id} className={s.slash} role="listbox" aria-label="插入">
      {items.map((tool, at) => (
        <div
          key={tool.label}
          id={`${id}-${at}`}
          role="option"
          tabIndex={-1}
          aria-selected={at === index}
          onMouseDown={(event) => {
            // Keeps the focus in the body.
            event.preventDefault();
            offered.command(tool);
          }}
          onMouseMove={() => setIndex(at)}
        >
          <span className={s.slashIcon}>
            <ToolIcon icon={tool.icon} />
          </span>
          {tool.label}
          {tool.keys && <kbd>{showKeys(tool.keys)}</kbd>}
        </div>
      ))}
    </div>,
    element,
  );
}

function useSlashMenu(editor: Editor, tools: readonly Tool[]) {
  const [element] = useState(() => document.createElement('div'));
  const [offered, setOffered] = useState(nothing);
  const [index, setIndex] = useState(0);
  const latest = useRef({ tools, offered, index });
  latest.current = { tools, offered, index };
  useEffect(() => {
    const onKey = (key: string): boolean => {
      const { offered: current, index: at } = latest.current;
      const { length } = current.items;
      const chosen = current.items[at];
      if (!chosen) return false;
      if (key === 'ArrowDown') setIndex((at + 1) % length);
      else if (key === 'ArrowUp') setIndex((at + length - 1) % length);
      else if (key === 'Enter' || key === 'Tab') current.command(chosen);
      else return false;
      return true;
    };
    const plugin = Suggestion({
      ...matching(editor),
      items: ({ query }) => latest.current.tools.filter((tool) => tool.pinyin && matchesTool(tool, query)),
      render: renderInto(element, onKey, (next) => {
        setOffered(next);
        setIndex(0);
      }),
    });
    // Before the plugins of the editor, which would turn Enter into a new paragraph.
    editor.registerPlugin(plugin, (added, plugins) => [added, ...plugins]);
    return () => {
      editor.unregisterPlugin(pluginKey);
    };
  }, [editor, element]);
  return { element, offered, index, setIndex };
}

type Options = SuggestionOptions<Tool, Tool>;

const matching = (editor: Editor): Options => ({
  pluginKey,
  editor,
  // Inside the page's main landmark.
  container: editor.view.dom.parentElement ?? document.body,
  findSuggestionMatch: ({ $position }) => {
    if ($position.parent.type.name !== 'paragraph') return null;
    // Chinese input methods type 、 with the slash key.
    const found = /^[/、／](\S{0,20})$/.exec($position.parent.textContent);
    if (!found) return null;
    const [text, query = ''] = found;
    return { range: { from: $position.start(), to: $position.end() }, query, text };
  },
  command: ({ range, props: tool }) => {
    editor.chain().focus().deleteRange(range).run();
    tool.run(editor);
  },
});

function renderInto(
  element: HTMLElement,
  onKey: (key: string) => boolean,
  offer: (offered: Offered) => void,
): NonNullable<Options['render']> {
  let unmount = () => {};
  return () => ({
    onStart: (props) => {
      unmount = props.mount(element);
      offer(props);
    },
    onUpdate: offer,
    onKeyDown: ({ event }) => onKey(event.key),
    onExit: () => {
      unmount();
      offer(nothing);
    },
  });
}
