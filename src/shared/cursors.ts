import { isId } from './ids.ts';

/** A place in a newest-first list: after the piece published at `at` (ms since the epoch) with `id`. */
export type Keyset = { at: number; id: string };

/** A cursor is opaque to callers; here it is `<ms>-<id>`, safe in an address. */
export const writeCursor = ({ at, id }: Keyset): string => `${at}-${id}`;

/** @returns the place a cursor names, or null when it is not one of ours */
export function readCursor(cursor: string): Keyset | null {
  const [at = '', id = '', ...rest] = cursor.split('-');
  if (rest.length > 0 || !/^\d{1,15}$/.test(at) || !isId(id)) return null;
  return { at: Number(at), id };
}
