import { normalise } from './normalise.ts';

/** Letters and digits alone, in one width and case: white space, punctuation and marks hide nothing. Never for display. */
export const squash = (text: string): string => normalise(text).replace(/[^\p{L}\p{N}]/gu, '');
