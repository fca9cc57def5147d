import { safeReturnPath } from './return-path.ts';
import { readStored, writeStored } from './storage.ts';

/** Saves the path (with query) after each navigation, unless it was a 404 (docs/product.md §2). */
export function saveLastPath(address: string, isNotFound: boolean): void {
  if (!isNotFound) writeStored('routerPath', address);
}

/** Returns the last path that was not a 404; `fallback` if there is none. */
export function lastPath(fallback = '/'): string {
  return safeReturnPath(readStoredText('routerPath'), fallback);
}

/** Saves, once per visit, the address at which the person entered the site (docs/product.md §3, "initial location"). */
export function saveInitialLocation(address: string): void {
  writeStored('initialLocation', address);
}

/** Returns the address at which the person entered the site; `fallback` if it is unknown. */
export function initialLocation(fallback = '/'): string {
  return safeReturnPath(readStoredText('initialLocation'), fallback);
}

// Local storage is not trustworthy: anyone can write to it with the developer tools.
function readStoredText(key: 'routerPath' | 'initialLocation'): string | undefined {
  const text: unknown = readStored(key);
  return typeof text === 'string' ? text : undefined;
}
