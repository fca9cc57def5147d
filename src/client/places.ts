import { safeReturnPath } from './return-path.ts';
import { readStored, writeStored } from './storage.ts';

/** After each navigation: remembers its path (with query) unless nothing was found there (seed §2). */
export function rememberPath(address: string, isNotFound: boolean): void {
  if (!isNotFound) writeStored('routerPath', address);
}

/** The last path that was not a 404; `fallback` when there is none. */
export function lastPath(fallback = '/'): string {
  return safeReturnPath(readText('routerPath'), fallback);
}

/** Once per visit: remembers the address the person came in by (seed §3, "initial location"). */
export function rememberInitialLocation(address: string): void {
  writeStored('initialLocation', address);
}

/** The address the person came in by; `fallback` when it is not known. */
export function initialLocation(fallback = '/'): string {
  return safeReturnPath(readText('initialLocation'), fallback);
}

// Anyone with the developer tools can write there.
function readText(key: 'routerPath' | 'initialLocation'): string | undefined {
  const text: unknown = readStored(key);
  return typeof text === 'string' ? text : undefined;
}
