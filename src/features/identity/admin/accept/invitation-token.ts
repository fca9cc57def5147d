const storageKey = 'guanlan-invitation';

/**
 * Returns the link of an invitation. The token is in the URL fragment, which browsers do not send: it appears in no
 * server log and no Referer header.
 */
export const invitationLink = (origin: string, token: string): string =>
  `${origin}/admin/invitation#token=${encodeURIComponent(token)}`;

/** Returns the token in a URL fragment; undefined if there is none. */
export function readToken(hash: string): string | undefined {
  const token = new URLSearchParams(hash.replace(/^#/, '')).get('token') ?? '';
  return /^[\w-]{20,100}$/.test(token) ? token : undefined;
}

/**
 * Removes the token from the URL and stores it for this tab. Otherwise the login URL would carry the token to the
 * server.
 * @returns the token, or the one stored by an earlier call
 */
export function readAndClearToken(): string | undefined {
  const token = readToken(location.hash);
  if (token === undefined) return sessionStorage.getItem(storageKey) ?? undefined;
  sessionStorage.setItem(storageKey, token);
  history.replaceState(history.state, '', location.pathname + location.search);
  return token;
}

/** Deletes the stored token after it was used or proved invalid. */
export const deleteToken = (): void => sessionStorage.removeItem(storageKey);
