import type { KeyboardEvent as ReactKeyboardEvent } from 'react';

/**
 * Whether a key belongs to an input method: it confirms a word, chooses or cancels, and must do nothing else. Safari ends
 * the composition before it reports the Enter that confirmed it; such a key has the code 229.
 */
export function isComposing(event: KeyboardEvent | ReactKeyboardEvent): boolean {
  const { isComposing: isOpen, keyCode } = 'nativeEvent' in event ? event.nativeEvent : event;
  return isOpen || keyCode === 229;
}

/**
 * Keeps the keys of input methods from the fields of libraries, which add, choose and close without asking. An editable
 * text needs these keys.
 */
export function hideComposingKeys(): void {
  window.addEventListener('keydown', hide, true);
}

function hide(event: KeyboardEvent): void {
  const isEditable = event.target instanceof HTMLElement && event.target.isContentEditable;
  if (isComposing(event) && !isEditable) event.stopImmediatePropagation();
}
