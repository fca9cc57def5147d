import { isId } from './ids.ts';

/** A position in a newest-first list: after the post published at `at` (ms since the epoch) with `id`. */
export type Keyset = { at: number; id: string };

/** Formats a cursor for keyset pagination: `<ms>-<id>`, opaque to callers and safe in a URL. */
export const writeCursor = ({ at, id }: Keyset): string => `${at}-${id}`;

/** @returns the position that a cursor names, or null for an invalid cursor */
export function readCursor(cursor: string): Keyset | null {
  const [at = '', id = '', ...rest] = cursor.split('-');
  if (rest.length > 0 || !/^\d{1,15}$/.test(at) || !isId(id)) return null;
  return { at: Number(at), id };
}
