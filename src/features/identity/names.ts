import { randomInt } from 'node:crypto';
import { invalid } from '#kernel/errors.ts';
import { countGraphemes } from '#shared/text/graphemes.ts';

const most = 20;

// Control, bidi and zero-width characters; a joiner stays where it makes one picture of two (an astronaut).
const invisible =
  /(?!(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F)\u200D(?=\p{Extended_Pictographic}))[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * A name as it is kept: composed, without characters that nobody sees and that turn or hide what stands beside
 * it, spaces single. `field` names the parameter in messages.
 * @throws invalid unless it has 1 to 20 characters as readers count them
 */
export function readName(text: string, field: string): string {
  const name = text.normalize('NFC').replace(invisible, '').replace(/\s+/g, ' ').trim();
  if (name === '') throw invalid(`请填写昵称（${field}），1 到 ${most} 个字`);
  if (countGraphemes(name, most) > most) throw invalid(`昵称（${field}）过长，最多 ${most} 个字`);
  // A pile of marks over one letter is one character that covers the lines around it.
  if (/\p{M}{5,}/u.test(name)) throw invalid(`昵称（${field}）里的附加符号过多`);
  return name;
}

/** A name for who gave none; nothing of the mobile number is in it. */
export const newName = (): string => `会员${String(randomInt(1_000_000)).padStart(6, '0')}`;
