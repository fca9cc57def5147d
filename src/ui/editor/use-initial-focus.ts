import { type RefObject, useEffect, useRef } from 'react';

/** Focuses a dialog's first field on mount; the browser would focus the close button. */
export function useInitialFocus<E extends HTMLElement>(): RefObject<E | null> {
  const field = useRef<E>(null);
  useEffect(() => field.current?.focus(), []);
  return field;
}
