const storageKey = 'guanlan-invitation';

/**
 * The link of an invitation. Its token stands behind the `#`: what stands there is sent to no server, so it is in no log
 * and in no Referer.
 */
export const invitationLink = (origin: string, token: string): string =>
  `${origin}/admin/invitation#token=${encodeURIComponent(token)}`;

/** The token in the part of an address behind the `#`; undefined without one. */
export function readToken(hash: string): string | undefined {
  const token = new URLSearchParams(hash.replace(/^#/, '')).get('token') ?? '';
  return /^[\w-]{20,100}$/.test(token) ? token : undefined;
}

/**
 * Takes the token out of the address and keeps it for this tab, so that it is still there after a log-in, whose address
 * would carry it along to the server. @returns the token, also of an earlier call
 */
export function takeToken(): string | undefined {
  const token = readToken(location.hash);
  if (token === undefined) return sessionStorage.getItem(storageKey) ?? undefined;
  sessionStorage.setItem(storageKey, token);
  history.replaceState(history.state, '', location.pathname + location.search);
  return token;
}

/** It is used up or worth nothing. */
export const forgetToken = (): void => sessionStorage.removeItem(storageKey);
