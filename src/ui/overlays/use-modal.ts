import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react';

/**
 * Shows a `<dialog>` as modal while `isOpen`: everything else on the page is inert, and the focus returns to the element
 * that had it. `onClose` runs when the browser closes the dialog by itself.
 */
export function useModal(isOpen: boolean, onClose?: () => void): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  const onNativeClose = useEffectEvent(() => {
    // The event comes in a later task: the dialog may be open again by then.
    if (!dialog.current?.open) onClose?.();
  });

  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element || !isOpen) return;
    const opener = document.activeElement;
    const outer = opener?.closest('dialog');
    // A dialog may open another one and close with it, so its own opener is the next best.
    if (opener) openers.set(element, [opener, ...((outer && openers.get(outer)) ?? [])]);
    element.showModal();
    // Browsers close a dialog by themselves on a second Escape.
    element.addEventListener('close', onNativeClose);
    // Also when the dialog is removed while it is open: the browser would leave the focus on the body.
    return () => {
      element.removeEventListener('close', onNativeClose);
      element.close();
      restoreFocus(element);
    };
  }, [isOpen]);

  return dialog;
}

/** The elements that may get the focus back from an open dialog, the most suitable one first. */
const openers = new WeakMap<HTMLDialogElement, Element[]>();

function restoreFocus(closed: HTMLDialogElement): void {
  for (const candidate of [...(openers.get(closed) ?? []), document.getElementById('main')]) {
    const { activeElement } = document;
    // The browser takes the focus out of a closed dialog only when it renders next.
    const isLost = !activeElement || activeElement === document.body || closed.contains(activeElement);
    if (!isLost) return;
    if (candidate instanceof HTMLElement) candidate.focus();
  }
}
