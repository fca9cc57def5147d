import { useSyncExternalStore } from 'react';
import { readColour } from '../read-colour.ts';

/** The page's current styles that a chart uses. */
export type ChartTheme = {
  /** Returns the colour of a role: `text-3`, `rise`. */
  color: (role: string) => string;
  /** Font family for numbers. */
  numberFont: string;
  /** The reader prefers reduced motion. */
  prefersReducedMotion: boolean;
};

export function readChartTheme(): ChartTheme {
  const style = getComputedStyle(document.documentElement);
  return {
    color: readColour,
    numberFont: style.getPropertyValue('--font-figure').trim(),
    prefersReducedMotion: matchMedia('(prefers-reduced-motion: reduce)').matches,
  };
}

/** Returns the colour scheme and re-renders when the reader or the system changes it, so that charts are redrawn. */
export const useColorScheme = (): string => useSyncExternalStore(watchColorScheme, readColorScheme, () => '');

const darkModeQuery = '(prefers-color-scheme: dark)';

const readColorScheme = (): string =>
  document.documentElement.dataset.theme ?? (matchMedia(darkModeQuery).matches ? 'dark' : 'light');

function watchColorScheme(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  const system = matchMedia(darkModeQuery);
  system.addEventListener('change', onChange);
  return () => {
    observer.disconnect();
    system.removeEventListener('change', onChange);
  };
}
