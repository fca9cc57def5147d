import { useEffect, useRef } from 'react';
import { isComposing } from '../composing.ts';

/** Keyboard shortcuts, wherever the focus is: Ctrl+S saves, Ctrl+Enter publishes (⌘ on a Mac). */
export function useShortcuts(handlers: { onSave: () => void; onPublish: () => void }): void {
  const latestHandlers = useRef(handlers);
  latestHandlers.current = handlers;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || isComposing(event)) return;
      const handler =
        event.key.toLowerCase() === 's' && !event.shiftKey
          ? latestHandlers.current.onSave
          : event.key === 'Enter'
            ? latestHandlers.current.onPublish
            : undefined;
      // An open dialog handles its own keys.
      if (!handler || document.querySelector('[role="dialog"][aria-modal="true"], dialog[open]')) return;
      event.preventDefault();
      event.stopPropagation();
      handler();
    };
    // In the capture phase, before the editor turns Ctrl+Enter into a line break.
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, []);
}
