import type { Origin } from '#kernel/http/calls.ts';
import { readCookie, setCookie } from '#kernel/http/cookies.ts';
import { networkOf } from '#kernel/http/networks.ts';
import { hashToken, newToken, tokenLength } from '../sessions.ts';

const cookieName = 'GL-DEVICE';
/** Browsers cap a cookie's lifetime at 400 days. */
const maxAgeSeconds = 400 * 86_400;

/** The source of an attempt: the hash of the browser's device cookie, and its network. */
export type Caller = { device: Buffer | null; network: string };

/** The parts of a request that identify a caller. */
export type CallerOrigin = Pick<Origin, 'cookie' | 'site' | 'address'>;

/** Returns the caller of a request. `device` is null for a browser without the cookie. */
export const identifyCaller = (origin: CallerOrigin): Caller => {
  const device = readDeviceCookie(origin);
  return { device: device === undefined ? null : hashToken(device), network: networkOf(origin.address) };
};

/**
 * Returns the hash of the browser's device cookie, a random value that only identifies the same browser again (OWASP,
 * "Slow down online guessing attacks with device cookies"). The response sets or renews the cookie.
 */
export function ensureDeviceCookie(origin: Origin): Buffer {
  const device = readDeviceCookie(origin) ?? newToken();
  setCookie(origin, { name: cookieName, value: device, maxAgeSeconds });
  return hashToken(device);
}

const readDeviceCookie = (origin: CallerOrigin): string | undefined => {
  const device = readCookie(origin, cookieName);
  return device?.length === tokenLength ? device : undefined;
};
