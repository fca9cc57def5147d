import { normalise } from './normalise.ts';

/**
 * Returns only the letters and digits of a text, in one width and case, so that white space, punctuation and marks
 * cannot disguise words. Not for display.
 */
export const lettersAndDigits = (text: string): string => normalise(text).replace(/[^\p{L}\p{N}]/gu, '');
