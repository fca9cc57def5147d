/* The alphabet of a watermark. U+200C and U+200D are invisible, and no platform can drop them: Persian needs the
   first, emoji the second. Between Han characters they change no line break as long as U+200C ends the run (UAX 14:
   LB9 joins both to the character before, LB8a forbids a break only right after U+200D); U+2060 would forbid a
   break, U+200B allow one. */
const zero = '\u200c';
const one = '\u200d';

const payloadBits = 128;

/** Characters of one watermark, including its end. */
export const watermarkLength = payloadBits + 1;

/** Encodes a sealed copy as zero-width characters. */
export function toZeroWidth(block: Buffer): string {
  let chars = '';
  for (const byte of block) for (let bit = 7; bit >= 0; bit -= 1) chars += (byte >> bit) & 1 ? one : zero;
  return chars + zero;
}

/** Decodes a block from 128 characters starting at `at`. */
export function fromZeroWidth(chars: string, at = 0): Buffer {
  const block = Buffer.alloc(payloadBits / 8);
  for (let bit = 0; bit < payloadBits; bit += 1)
    if (chars[at + bit] === one) block[bit >> 3] = (block[bit >> 3] ?? 0) | (0x80 >> (bit & 7));
  return block;
}

export const flipped = (sign: string | undefined): string => (sign === one ? zero : one);

export const zeroWidthChars = [zero, one] as const;

/** Shorter runs are joiners of emoji and of other scripts, or too small a part of a watermark to be useful. */
const minRunLength = 16;
const runPattern = new RegExp(`[${zero}${one}]{${minRunLength},}`, 'gu');
/** Characters that some platforms insert. Platforms may also turn characters into HTML character references. */
const insertedChars = /[\u200b\u200e\u200f\u2060\ufeff\u00ad]/gu;
const entityPattern = /&(?:zwnj|#8204|#x200c);|&(?:zwj|#8205|#x200d);/giu;

/** Returns every run of zero-width characters in a pasted text, plain or HTML. */
export function findZeroWidthRuns(text: string): string[] {
  const signsOnly = text
    .replace(entityPattern, (entity) => (/zwnj|8204|200c/i.test(entity) ? zero : one))
    .replace(insertedChars, '');
  return signsOnly.match(runPattern) ?? [];
}
