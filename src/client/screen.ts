import { useEffect } from 'react';

let views = 0;

/**
 * Says that the calling view shows its content, while `isShown`. What is on screen decides how a dead
 * session is told: a dialog over the content, or a warning and the way to /login (PRODUCT §4).
 */
export function useContentOnScreen(isShown = true): void {
  useEffect(() => (isShown ? holdContent() : undefined), [isShown]);
}

/** Whether any view shows content now. */
export function hasContentOnScreen(): boolean {
  return views > 0;
}

/** Outside React: marks content as shown until the returned function is called. */
export function holdContent(): () => void {
  views += 1;
  return () => {
    views -= 1;
  };
}
