import { randomInt } from 'node:crypto';
import { invalid } from '#kernel/errors.ts';
import { countGraphemes } from '#shared/text/graphemes.ts';

const maxLength = 20;

// Control, bidirectional and zero-width characters; a joiner between two emoji that form one picture is allowed.
const invisible =
  /(?!(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F)\u200D(?=\p{Extended_Pictographic}))[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * Normalises a name for storage: composes it, collapses spaces, and removes invisible characters and those that reverse
 * or hide the text next to them. `field` is the name's field in the input.
 * @throws invalid unless the name has 1 to 20 characters as readers count them
 */
export function parseName(text: string, field: string): string {
  const name = text.normalize('NFC').replace(invisible, '').replace(/\s+/g, ' ').trim();
  if (name === '') throw invalid(`请填写昵称，1 到 ${maxLength} 个字`, field);
  if (countGraphemes(name, maxLength) > maxLength) throw invalid(`昵称过长，最多 ${maxLength} 个字`, field);
  // Many combining marks over one letter are one character that covers the lines around it.
  if (/\p{M}{5,}/u.test(name)) throw invalid('昵称里的附加符号过多', field);
  return name;
}

/** Generates a name for a member who gave none; it reveals nothing of the mobile number. */
export const generateName = (): string => `会员${String(randomInt(1_000_000)).padStart(6, '0')}`;
