import { useEffect, useState } from 'react';

/** Follows `active` at once when it rises, and `delay` ms later when it falls, so that short waits do not flicker. */
export function useLingering(active: boolean, delay: number): boolean {
  const [isLingering, setIsLingering] = useState(active);

  useEffect(() => {
    if (active) {
      setIsLingering(true);
      return;
    }
    const timer = setTimeout(() => setIsLingering(false), delay);
    return () => clearTimeout(timer);
  }, [active, delay]);

  return active || isLingering;
}
