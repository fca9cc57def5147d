import { normalise } from './normalise.ts';

/**
 * A name for files and addresses: Han, letters and digits stay, everything else becomes single hyphens;
 * at most 60 code points. Empty when the text holds neither letter nor digit, so the caller needs a fallback.
 */
export function slug(text: string): string {
  const words = normalise(text).match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return [...words.join('-')].slice(0, 60).join('').replace(/-+$/, '');
}
