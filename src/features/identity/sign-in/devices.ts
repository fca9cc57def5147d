import type { Origin } from '#kernel/http/calls.ts';
import { networkOf } from '#kernel/http/networks.ts';
import { hashToken, newToken } from '../sessions.ts';

const cookieName = 'GL-DEVICE';
/** Browsers cap a cookie's life at 400 days. */
const lifeSeconds = 400 * 86_400;

/** Who makes an attempt: the browser by the hash of its device cookie, and the network it comes from. */
export type Caller = { device: Buffer | null; network: string };

/** The caller of a request. `device` is null for a browser without the cookie. */
export const readCaller = ({ cookie, address }: Pick<Origin, 'cookie' | 'address'>): Caller => {
  const device = readDevice(cookie);
  return { device: device === undefined ? null : hashToken(device), network: networkOf(address) };
};

/**
 * The hash of the browser's device cookie, a random value that says nothing but that it is the same browser again
 * (OWASP, "Slow down online guessing attacks with device cookies"). The answer sets or renews the cookie.
 */
export function giveDevice(apiBase: string, { cookie, site, setHeader }: Origin): Buffer {
  const device = readDevice(cookie) ?? newToken();
  const secure = site.startsWith('https:') ? '; Secure' : '';
  setHeader(
    'set-cookie',
    `${cookieName}=${device}; Path=${apiBase}; Max-Age=${lifeSeconds}; HttpOnly; SameSite=Lax${secure}`,
  );
  return hashToken(device);
}

const readDevice = (header: string): string | undefined =>
  /(?:^|;\s*)GL-DEVICE=([\w-]{43})(?:;|$)/.exec(header)?.[1];
