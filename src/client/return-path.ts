/** The path to which an ended session and a guarded view redirect (docs/product.md §4). */
export const LOGIN_PATH = '/login';

/** The query parameter of /login that contains the address to return to. */
export const RETURN_PARAMETER = 'returnTo';

/**
 * Returns the address of the log-in page that leads back to `address` (path, query and hash of this site). An address
 * of another site, or /login itself, is omitted.
 */
export function loginAddress(address: string): string {
  const path = safeReturnPath(address, '');
  return path === '' ? LOGIN_PATH : `${LOGIN_PATH}?${RETURN_PARAMETER}=${encodeURIComponent(path)}`;
}

/** Returns the address where a member without a mobile number binds one, which leads back to `address`. */
export const bindMobileAddress = (address: string): string =>
  `/personal/info?${RETURN_PARAMETER}=${encodeURIComponent(safeReturnPath(address))}`;

/**
 * Returns the address to go to after log-in: `candidate` if it is a path of this site, else `fallback` (docs/product.md
 * §13: same-origin paths only). Refuses what a browser would resolve to another host or run as a script (`//host`,
 * `/\host`, `javascript:`, control characters), and /login itself.
 */
export function safeReturnPath(candidate: string | null | undefined, fallback = '/'): string {
  if (!candidate || !/^\/(?![/\\])/.test(candidate) || /[\\\p{Cc}]/u.test(candidate)) return fallback;
  // Resolving dots can bring a second slash to the front: `/.//evil.example` has the path `//evil.example`.
  const url = new URL(`http://guanlan.invalid${candidate}`);
  if (url.pathname.startsWith('//') || url.pathname === LOGIN_PATH) return fallback;
  return url.pathname + url.search + url.hash;
}

/**
 * Returns where to redirect a visitor of a view that needs a log-in: to the log-in page and back (docs/product.md §13).
 * Returns undefined if the view may open.
 */
export function guardView(meta: { auth: boolean }, isLoggedIn: boolean, address: string): string | undefined {
  return meta.auth && !isLoggedIn ? loginAddress(address) : undefined;
}
