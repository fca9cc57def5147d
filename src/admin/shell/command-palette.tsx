import { useEffect, useEffectEvent, useState } from 'react';
import { isComposing } from '#ui/composing.ts';
import { ToolButton } from '#ui/controls/tool-link.tsx';
import { useLoaded } from '../parts/use-loaded.ts';

/**
 * Command palette over every screen: finds screens, posts, members and orders. Opens and closes with Ctrl+K or ⌘K. Its dialog
 * loads when it is first opened.
 */
export function CommandPalette() {
  const [isOpen, setIsOpen] = useState(false);
  const [opening, setOpening] = useState(0);
  const { Loaded: Dialog, want } = useLoaded(
    '查找',
    async () => (await import('./palette-dialog.tsx')).PaletteDialog,
  );
  const open = async () => {
    if (!(await want())) return;
    setIsOpen(true);
    setOpening((count) => count + 1);
  };
  const toggle = useEffectEvent(() => (isOpen ? setIsOpen(false) : void open()));
  useEffect(() => {
    // The list of results, which is always open, keeps the key from the dialog, wherever the focus is.
    const onEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !isComposing(event)) setIsOpen(false);
    };
    const onShortcut = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || isComposing(event)) return;
      event.preventDefault();
      toggle();
    };
    addEventListener('keydown', onEscape, { capture: true });
    addEventListener('keydown', onShortcut);
    return () => {
      removeEventListener('keydown', onEscape, { capture: true });
      removeEventListener('keydown', onShortcut);
    };
  }, []);
  return (
    <>
      <ToolButton icon="search" label="查找（Ctrl+K）" onClick={() => void open()} />
      {Dialog && <Dialog isOpen={isOpen} opening={opening} onClose={() => setIsOpen(false)} />}
    </>
  );
}
