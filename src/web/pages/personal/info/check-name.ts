import type { FieldCheck } from '../../../parts/sign-in/check-fields.ts';

const MOST = 20;

// What a person sees as one character, however many code points it is made of.
const graphemesOf = (text: string): number =>
  [...new Intl.Segmenter('zh', { granularity: 'grapheme' }).segment(text)].length;

/** A member's name: 1 to 20 characters as people count them (the server refuses what cannot be seen). */
export function checkName(text: string): FieldCheck {
  const name = text.trim();
  if (name === '') return '请填写名字';
  const surplus = graphemesOf(name) - MOST;
  return surplus > 0 ? `名字最多 ${MOST} 个字，多了 ${surplus} 个` : undefined;
}
