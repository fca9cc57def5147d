import { type RefObject, useEffect, useRef } from 'react';

/** For the field a dialog begins at: the browser would begin at the button that closes it. */
export function useFirstField<E extends HTMLElement>(): RefObject<E | null> {
  const field = useRef<E>(null);
  useEffect(() => field.current?.focus(), []);
  return field;
}
