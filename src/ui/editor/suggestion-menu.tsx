import type { PluginKey } from '@tiptap/pm/state';
import type { Editor } from '@tiptap/react';
import { Suggestion, type SuggestionOptions, type SuggestionProps } from '@tiptap/suggestion';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { isComposing } from '../composing.ts';
import s from './editor.module.css';

type Options<T> = SuggestionOptions<T, T>;
type Offered<T> = Pick<SuggestionProps<T, T>, 'items' | 'command'>;

export type SuggestionMenuProps<T> = {
  editor: Editor;
  label: string;
  pluginKey: PluginKey;
  findMatch: NonNullable<Options<T>['findSuggestionMatch']>;
  /** Finds what is offered for the text typed so far. */
  find: (query: string) => readonly T[] | Promise<readonly T[]>;
  choose: NonNullable<Options<T>['command']>;
  keyOf: (item: T) => string;
  children: (item: T) => ReactNode;
};

/**
 * Menu of what fits the text before the cursor. The focus stays in the body, so that typing goes on;
 * `aria-activedescendant` tells a screen reader what is chosen.
 */
export function SuggestionMenu<T>(props: SuggestionMenuProps<T>) {
  const { editor, label, keyOf, children } = props;
  const { element, offered, index, setIndex } = useSuggestionMenu(props);
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
    <div id={id} className={s.slash} role="listbox" aria-label={label}>
      {items.map((item, at) => (
        <div
          key={keyOf(item)}
          id={`${id}-${at}`}
          role="option"
          tabIndex={-1}
          aria-selected={at === index}
          onMouseDown={(event) => {
            // Keeps the focus in the body.
            event.preventDefault();
            offered.command(item);
          }}
          onMouseMove={() => setIndex(at)}
        >
          {children(item)}
        </div>
      ))}
    </div>,
    element,
  );
}

function useSuggestionMenu<T>(props: SuggestionMenuProps<T>) {
  const { editor, pluginKey } = props;
  const [element] = useState(() => document.createElement('div'));
  const [offered, setOffered] = useState<Offered<T>>({ items: [], command: () => undefined });
  const [index, setIndex] = useState(0);
  const latest = useRef({ props, offered, index });
  latest.current = { props, offered, index };
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
    const plugin = Suggestion<T, T>({
      pluginKey,
      editor,
      // Inside the page's main landmark.
      container: editor.view.dom.parentElement ?? document.body,
      findSuggestionMatch: (config) => latest.current.props.findMatch(config),
      command: (chosen) => latest.current.props.choose(chosen),
      items: async ({ query }) => [...(await latest.current.props.find(query))],
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
  }, [editor, element, pluginKey]);
  return { element, offered, index, setIndex };
}

function renderInto<T>(
  element: HTMLElement,
  onKey: (key: string) => boolean,
  offer: (offered: Offered<T>) => void,
): NonNullable<Options<T>['render']> {
  let unmount = () => {};
  return () => ({
    onStart: (props) => {
      unmount = props.mount(element);
      offer(props);
    },
    onUpdate: offer,
    onKeyDown: ({ event }) => !isComposing(event) && onKey(event.key),
    onExit: () => {
      unmount();
      offer({ items: [], command: () => undefined });
    },
  });
}
