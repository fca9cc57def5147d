import { useSyncExternalStore } from 'react';
import { readColour } from '../read-colour.ts';

/** What a drawing takes from the page as it is painted now. */
export type Paint = {
  /** A colour by its role: `text-3`, `rise`. */
  c: (role: string) => string;
  /** The face of figures. */
  figures: string;
  /** The reader wants nothing to move. */
  isCalm: boolean;
};

export function readPaint(): Paint {
  const style = getComputedStyle(document.documentElement);
  return {
    c: readColour,
    figures: style.getPropertyValue('--font-figure').trim(),
    isCalm: matchMedia('(prefers-reduced-motion: reduce)').matches,
  };
}

/** Changes when day turns to night or back, by the reader or the system: what is drawn is then drawn anew. */
export const usePaintOfDay = (): string => useSyncExternalStore(watchPaint, paintOfDay, () => '');

const systemNight = '(prefers-color-scheme: dark)';

const paintOfDay = (): string =>
  document.documentElement.dataset.theme ?? (matchMedia(systemNight).matches ? 'dark' : 'light');

function watchPaint(onChange: () => void): () => void {
  const watcher = new MutationObserver(onChange);
  watcher.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  const system = matchMedia(systemNight);
  system.addEventListener('change', onChange);
  return () => {
    watcher.disconnect();
    system.removeEventListener('change', onChange);
  };
}
