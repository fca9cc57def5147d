import { useEffect, useRef } from 'react';

/** Ctrl+S saves, Ctrl+Enter publishes (⌘ on a Mac), wherever the cursor is. */
export function useShortcuts(acts: { onSave: () => void; onPublish: () => void }): void {
  const latest = useRef(acts);
  latest.current = acts;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.isComposing) return;
      const act =
        event.key.toLowerCase() === 's'
          ? latest.current.onSave
          : event.key === 'Enter'
            ? latest.current.onPublish
            : undefined;
      // An open dialog has its own Enter.
      if (!act || document.querySelector('[role="dialog"][aria-modal="true"], dialog[open]')) return;
      event.preventDefault();
      event.stopPropagation();
      act();
    };
    // First in line: the editor makes a line break of Ctrl+Enter.
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, []);
}
