import type { Origin } from '#kernel/http/calls.ts';
import { readCookie, setCookie } from '#kernel/http/cookies.ts';
import { networkOf } from '#kernel/http/networks.ts';
import { hashToken, newToken, tokenLength } from '../sessions.ts';

const cookieName = 'GL-DEVICE';
/** Browsers cap a cookie's life at 400 days. */
const maxAgeSeconds = 400 * 86_400;

/** Who makes an attempt: the browser by the hash of its device cookie, and the network it comes from. */
export type Caller = { device: Buffer | null; network: string };

/** What a caller is known by. */
export type CallerOrigin = Pick<Origin, 'cookie' | 'site' | 'address'>;

/** The caller of a request. `device` is null for a browser without the cookie. */
export const readCaller = (origin: CallerOrigin): Caller => {
  const device = readDevice(origin);
  return { device: device === undefined ? null : hashToken(device), network: networkOf(origin.address) };
};

/**
 * The hash of the browser's device cookie, a random value that says nothing but that it is the same browser again
 * (OWASP, "Slow down online guessing attacks with device cookies"). The answer sets or renews the cookie.
 */
export function giveDevice(origin: Origin): Buffer {
  const device = readDevice(origin) ?? newToken();
  setCookie(origin, { name: cookieName, value: device, maxAgeSeconds });
  return hashToken(device);
}

const readDevice = (origin: CallerOrigin): string | undefined => {
  const device = readCookie(origin, cookieName);
  return device?.length === tokenLength ? device : undefined;
};
