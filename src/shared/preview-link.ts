/**
 * Returns the address of a preview link. The token is in the URL fragment, which browsers do not send: it appears in no
 * server log, no cache and no Referer header.
 */
export const previewLink = (origin: string, token: string): string => `${origin}/preview#${token}`;

/** Returns the token in a URL fragment; undefined if there is none. */
export const previewTokenOf = (hash: string): string | undefined => /^#?([\w-]{20,100})$/.exec(hash)?.[1];
