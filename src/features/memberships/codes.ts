import { createHash, createHmac, randomBytes } from 'node:crypto';

/** Crockford's: no letter that is taken for a digit or for another one. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const length = 16;

/** A new code of 80 random bits: `7K2M-90QX-…`. */
export const freshCode = (): string => spell(randomBytes(length));

/** A gift's code: made of the order and a key of the portal, so that its buyer can see it again and no table holds it. */
export const giftCode = (key: string, orderId: string): string =>
  spell(createHmac('sha256', key).update(`gift:${orderId}`).digest());

/** What is kept of a code. Its 80 bits are nobody's to guess, so one round of SHA-256 does. */
export const hashCode = (code: string): Buffer => createHash('sha256').update(normalCode(code)).digest();

/** The last four characters, by which people tell codes apart. */
export const endingOf = (code: string): string => normalCode(code).slice(-4);

/** However it was typed: full width, lower case, with spaces or dashes; O is 0, I and L are 1. */
export const normalCode = (code: string): string =>
  code
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');

function spell(bytes: Buffer): string {
  const letters = [...bytes.subarray(0, length)].map((byte) => alphabet[byte % 32]);
  return [0, 4, 8, 12].map((from) => letters.slice(from, from + 4).join('')).join('-');
}
