/*
 * What an imprint is written in. U+200C and U+200D are seen by nobody, and no platform can drop them: Persian needs the
 * one, emoji the other. Between Han they change no line break as long as U+200C ends the run (UAX 14: LB9 joins both to
 * the character before, LB8a forbids a break only right after U+200D); U+2060 would forbid one, U+200B make one.
 */
const zero = '\u200c';
const one = '\u200d';

const signBits = 128;

/** Signs of one imprint, its end included. */
export const imprintLength = signBits + 1;

/** A sealed copy in signs. */
export function toSigns(block: Buffer): string {
  let signs = '';
  for (const byte of block) for (let bit = 7; bit >= 0; bit -= 1) signs += (byte >> bit) & 1 ? one : zero;
  return signs + zero;
}

/** A block out of 128 signs from `at` on. */
export function fromSigns(signs: string, at = 0): Buffer {
  const block = Buffer.alloc(signBits / 8);
  for (let place = 0; place < signBits; place += 1)
    if (signs[at + place] === one) block[place >> 3] = (block[place >> 3] ?? 0) | (0x80 >> (place & 7));
  return block;
}

/** The other sign. */
export const swapped = (sign: string | undefined): string => (sign === one ? zero : one);

export const signs = [zero, one] as const;

/** Shorter runs are joiners of emoji and of other scripts, or too little of an imprint to tell anything. */
const leastRun = 16;
const run = new RegExp(`[${zero}${one}]{${leastRun},}`, 'gu');
/** What some platforms put in by themselves; they write the signs of HTML out, too. */
const foreign = /[\u200b\u200e\u200f\u2060\ufeff\u00ad]/gu;
const written = /&(?:zwnj|#8204|#x200c);|&(?:zwj|#8205|#x200d);/giu;

/** Every run of signs in a text that somebody pasted, plain or HTML. */
export function findRuns(text: string): string[] {
  const signsOnly = text
    .replace(written, (entity) => (/zwnj|8204|200c/i.test(entity) ? zero : one))
    .replace(foreign, '');
  return signsOnly.match(run) ?? [];
}
