import { createHash, createHmac, randomBytes } from 'node:crypto';

/** Crockford's Base32: no letter that looks like a digit or another letter. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const codeLength = 16;

/** Generates a code of 80 random bits: `7K2M-90QX-…`. */
export const generateCode = (): string => formatCode(randomBytes(codeLength));

/** Derives a gift's code from order and portal key: the buyer can see it again, and no table stores it. */
export const deriveGiftCode = (key: string, orderId: string): string =>
  formatCode(createHmac('sha256', key).update(`gift:${orderId}`).digest());

/** Returns the hash to store. The code's 80 bits cannot be guessed, so one round of SHA-256 is enough. */
export const hashCode = (code: string): Buffer => createHash('sha256').update(normaliseCode(code)).digest();

/** Returns the last four characters, by which people distinguish codes. */
export const lastFourOf = (code: string): string => normaliseCode(code).slice(-4);

/** Normalises a typed code: full width, lower case, spaces and dashes; O is read as 0, I and L as 1. */
export const normaliseCode = (code: string): string =>
  code
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');

function formatCode(bytes: Buffer): string {
  const letters = [...bytes.subarray(0, codeLength)].map((byte) => alphabet[byte % 32]);
  return [0, 4, 8, 12].map((from) => letters.slice(from, from + 4).join('')).join('-');
}
