import { type RefObject, useEffect, useEffectEvent } from 'react';

// Fetched this far ahead, the next stretch is there before the reader is.
const AHEAD = '600px';

/** Calls `onReach` each time the element comes near the window, while `isOn`. */
export function useReached(element: RefObject<Element | null>, onReach: () => void, isOn = true): void {
  const reach = useEffectEvent(onReach);
  useEffect(() => {
    const target = element.current;
    if (!isOn || !target) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) reach();
      },
      { rootMargin: AHEAD },
    );
    observer.observe(target);
    return () => observer.disconnect();
  }, [element, isOn]);
}
