import { createHmac } from 'node:crypto';

/** Crockford's Base32: characters that look alike in a photograph are one letter. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const numberLength = 12;
const halfBits = 30n;
const halfMask = (1n << halfBits) - 1n;
/** Check bits, zero before encryption: an invented or mistyped number fails the check. */
const checkBits = 24n;
const rounds = 8;

/**
 * Returns a reader's number as shown beside a paid text: `7K2M-Q9XD-4HTV`. It is a permutation under the portal's key
 * (a Feistel network with HMAC rounds), so it reveals nothing to others, is short enough to copy from a photograph, and
 * needs no table.
 */
export function toReaderNumber(secret: string, memberId: string): string {
  const hidden = permute(secret, BigInt(memberId) << checkBits, range(0, rounds));
  const text = Array.from(
    { length: numberLength },
    (_, index) => alphabet[Number((hidden >> BigInt(5 * (numberLength - 1 - index))) & 31n)],
  ).join('');
  return text.replace(/.{4}(?=.)/g, '$&-');
}

/** Returns the member of a number in any notation; null for a number that was never issued. */
export function fromReaderNumber(secret: string, typed: string): string | null {
  const text = typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\-–—·.]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
  if (text.length !== numberLength) return null;
  let hidden = 0n;
  for (const letter of text) {
    const value = alphabet.indexOf(letter);
    if (value < 0) return null;
    hidden = (hidden << 5n) | BigInt(value);
  }
  const plain = swapHalves(permute(secret, swapHalves(hidden), range(0, rounds).reverse()));
  return plain & ((1n << checkBits) - 1n) ? null : String(plain >> checkBits);
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, at) => from + at);

const swapHalves = (value: bigint): bigint => ((value & halfMask) << halfBits) | (value >> halfBits);

function permute(secret: string, value: bigint, order: readonly number[]): bigint {
  let [left, right] = [value >> halfBits, value & halfMask];
  for (const round of order) {
    const digest = createHmac('sha256', secret).update(`reader ${round} ${right}`).digest();
    [left, right] = [right, left ^ (BigInt(digest.readUInt32BE(0)) & halfMask)];
  }
  return (left << halfBits) | right;
}
