import type { Origin } from './calls.ts';

type Cookie = { name: string; value: string; maxAgeSeconds: number };

/**
 * The cookie's name on the wire. Over https it has the prefix `__Host-`: browsers accept it from this host alone, so no
 * other host of the domain can set it (RFC 6265bis). Plain http, as in development, cannot use the prefix.
 */
const nameAt = (site: string, name: string): string => (isSecure(site) ? `__Host-${name}` : name);

const isSecure = (site: string): boolean => site.startsWith('https:');

/** Sets a cookie that scripts cannot read and that browsers do not send with cross-site form submissions. */
export function setCookie(
  { site, setHeader }: Pick<Origin, 'site' | 'setHeader'>,
  { name, value, maxAgeSeconds }: Cookie,
): void {
  const secure = isSecure(site) ? '; Secure' : '';
  setHeader(
    'set-cookie',
    `${nameAt(site, name)}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`,
  );
}

/** Returns the value of a cookie that `setCookie` set on this site. Values consist of letters, digits, `-` and `_`. */
export const readCookie = (
  { site, cookie }: Pick<Origin, 'site' | 'cookie'>,
  name: string,
): string | undefined => new RegExp(`(?:^|;\\s*)${nameAt(site, name)}=([\\w-]+)(?:;|$)`).exec(cookie)?.[1];
