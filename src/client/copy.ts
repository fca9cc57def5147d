import { type MouseEvent, type PointerEvent, useRef } from 'react';
import { SHORT_CLICK_MS } from './constants.ts';
import { toasts } from './toasts.ts';

/**
 * Copy rule (seed §5): a press copies when it was a short click (under 200 ms) or when no text is
 * selected; a long press that selected text is the person's own copying and stays theirs.
 */
export function isCopyDue(pressedMs: number, hasSelection: boolean): boolean {
  return pressedMs < SHORT_CLICK_MS || !hasSelection;
}

/**
 * Handlers for an element that copies `text` when pressed, by pointer or keyboard, and says so in a toast.
 * Spread them: `<button {...useCopy(link)}>`.
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
      // A click by keyboard has no press before it: it is as short as can be.
      const pressedMs = event.timeStamp - (pressedAt.current ?? event.timeStamp);
      pressedAt.current = undefined;
      const hasSelection = Boolean(window.getSelection()?.toString());
      if (isCopyDue(pressedMs, hasSelection)) void copyText(text);
    },
  };
}

/** Puts text on the clipboard and says in a toast whether that worked. Never rejects. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toasts.success('已复制');
  } catch {
    // Closed to pages without TLS and to frames; older ways would take the person's selection away.
    toasts.error('复制失败，请选中文字后手动复制');
  }
}
