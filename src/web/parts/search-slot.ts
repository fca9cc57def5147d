import type { Slot } from '#client/slots.ts';
import type { FetchCall } from '../api.ts';

/** Words that the page of the search offers before a search. */
export type SearchSlot = Slot & { loadWords: (fetchCall: FetchCall) => Promise<string[]> };
