import type { FieldCheck } from '#web/parts/sign-in/check-fields.ts';

const MAX_LENGTH = 20;

// Counts grapheme clusters, which people see as characters, whatever their number of code points.
const countGraphemes = (text: string): number =>
  [...new Intl.Segmenter('zh', { granularity: 'grapheme' }).segment(text)].length;

/** Checks a member's name: 1 to 20 characters as people count them. The server also refuses invisible characters. */
export function checkName(text: string): FieldCheck {
  const name = text.trim();
  if (name === '') return '请填写昵称';
  const excess = countGraphemes(name) - MAX_LENGTH;
  return excess > 0 ? `昵称最多 ${MAX_LENGTH} 个字，多了 ${excess} 个` : undefined;
}
