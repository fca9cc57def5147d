import type { LetterDetail } from '../schema.ts';

/** What the screen of a letter shows, and how to load it again. */
export type LetterProps = { letter: LetterDetail; refetch: () => Promise<unknown> };
