/** Where a dead session and a guarded view send people (seed §4). */
export const LOGIN_PATH = '/login';

/** The query parameter of /login that holds the address to come back to. */
export const RETURN_PARAMETER = 'returnTo';

/**
 * The address of the log-in page that comes back to `address` (path, query and hash of this site).
 * An address that is not one of ours, or is /login itself, is left out.
 */
export function loginAddress(address: string): string {
  const path = safeReturnPath(address, '');
  return path === '' ? LOGIN_PATH : `${LOGIN_PATH}?${RETURN_PARAMETER}=${encodeURIComponent(path)}`;
}

/**
 * The address to go to after log-in: `candidate` when it is a path of this very site, else `fallback`
 * (PRODUCT §3: same-origin paths only). Refuses what a browser would read as another host or as a
 * script: `//host`, `/\host`, `javascript:`, control characters, and the way back to /login.
 */
export function safeReturnPath(candidate: string | null | undefined, fallback = '/'): string {
  if (!candidate || !/^\/(?![/\\])/.test(candidate) || /[\\\p{Cc}]/u.test(candidate)) return fallback;
  // Resolving dots can bring a second slash to the front: `/.//evil.example` has the path `//evil.example`.
  const url = new URL(`http://guanlan.invalid${candidate}`);
  if (url.pathname.startsWith('//') || url.pathname === LOGIN_PATH) return fallback;
  return url.pathname + url.search + url.hash;
}

/**
 * Where a view sends its visitor instead of opening: to log-in and back when it needs a log-in and
 * there is none (PRODUCT §3), otherwise nowhere.
 */
export function guardView(meta: { auth: boolean }, isLoggedIn: boolean, address: string): string | undefined {
  return meta.auth && !isLoggedIn ? loginAddress(address) : undefined;
}
