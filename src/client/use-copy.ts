import { type MouseEvent, type PointerEvent, useRef } from 'react';
import { SHORT_CLICK_MS } from './constants.ts';
import { toasts } from './toasts.ts';

/**
 * Copy rule (docs/product.md §5): a press copies if it was a short click (under 200 ms) or no text is selected. A long
 * press that selected text is the person's own selection and does not copy.
 */
export function shouldCopy(pressedMs: number, hasSelection: boolean): boolean {
  return pressedMs < SHORT_CLICK_MS || !hasSelection;
}

/**
 * Returns handlers for an element that copies `text` when pressed, by pointer or keyboard, and shows a toast. Use:
 * `<button {...useCopy(link)}>`.
 */
export function useCopy(text: string): {
  onPointerDown: (event: PointerEvent) => void;
  onClick: (event: MouseEvent) => void;
} {
  const pressedAt = useRef<number | undefined>(undefined);
  return {
    onPointerDown: (event) => {
      pressedAt.current = event.timeStamp;
    },
    onClick: (event) => {
      // A click by keyboard has no preceding pointer press, so its duration is 0.
      const pressedMs = event.timeStamp - (pressedAt.current ?? event.timeStamp);
      pressedAt.current = undefined;
      const hasSelection = Boolean(window.getSelection()?.toString());
      if (shouldCopy(pressedMs, hasSelection)) void copyText(text);
    },
  };
}

/** Writes text to the clipboard and shows in a toast whether that worked. Never rejects. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toasts.success('已复制');
  } catch {
    // The clipboard is unavailable to pages without TLS and in frames; older methods would destroy the person's
    // selection.
    toasts.error('复制失败，请选中文字后手动复制');
  }
}
