import type { Origin } from './calls.ts';

type Cookie = { name: string; value: string; maxAgeSeconds: number };

/**
 * The name on the wire. Over https it has the prefix `__Host-`, so that browsers take the cookie from this host alone and
 * no other host of the domain can plant one (RFC 6265bis). Plain http, as on a developer's machine, cannot have the prefix.
 */
const nameAt = (site: string, name: string): string => (isSecure(site) ? `__Host-${name}` : name);

const isSecure = (site: string): boolean => site.startsWith('https:');

/** Sets a cookie that scripts cannot read and that other sites' forms do not send. */
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

/** The value of a cookie of letters, digits, `-` and `_` that `setCookie` set under this site. */
export const readCookie = (
  { site, cookie }: Pick<Origin, 'site' | 'cookie'>,
  name: string,
): string | undefined => new RegExp(`(?:^|;\\s*)${nameAt(site, name)}=([\\w-]+)(?:;|$)`).exec(cookie)?.[1];
