import { normalise } from './normalise.ts';

/**
 * Returns a name for files and URLs: Han, letters and digits stay, everything else becomes single hyphens; at most 60
 * code points. Empty if the text has neither letter nor digit, so the caller needs a fallback.
 */
export function slug(text: string): string {
  const words = normalise(text).match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return [...words.join('-')].slice(0, 60).join('').replace(/-+$/, '');
}
