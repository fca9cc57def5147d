/** What cuts a text into its words; joined they are the text (a segmenter, in tests anything). */
type WordCutter = { cut(text: string): string[] };

/** Where a line may end between words: a zero-width space. */
const wordBorder = '\u200b';
/** Where a line should end first: after a clause. */
const clauseBorder = '\n';

/**
 * Prepares a headline for line breaking: U+200B stands where a line may end between words, `\n` after
 * punctuation that ends a clause (never inside quotes or brackets, where U+200B does). Closing punctuation sticks
 * to the word before it, opening brackets to the word after, numbers to their unit. Without the two marks the
 * result is the title again, its white space made single.
 */
export function breakHeadline(title: string, words: WordCutter): string {
  const line = title
    .replace(/[\u200b\s]+/g, ' ')
    .trim()
    .toWellFormed();
  let result = '';
  let depth = 0;
  for (const piece of words.cut(line)) {
    for (const part of piece.match(/[\p{P}\p{S}]|[^\p{P}\p{S}]+/gu) ?? []) {
      result += border(result, part, depth) + part;
      if (opening.test(part)) depth++;
      else if (closing.test(part)) depth = Math.max(0, depth - 1);
    }
  }
  return result;
}

const opening = /^[\p{Ps}\p{Pi}]$/u;
const closing = /^[\p{Pe}\p{Pf}]$/u;
/** May not begin a line (CLREQ): closing brackets, stops and what only makes sense after something. */
const sticksBack = /^[\p{Pe}\p{Pf}，。、：；！？·—…～%％‰℃°,.:;!?~)\]"'’”]/u;
const spaceless =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}，。、：；！？—…\p{Pe}\p{Pf}]/u;
const fullStop = /(?:[，。：；！？]|——|……)$/u;
const halfStop = /\p{Script=Han}[,:;!?]+$/u;

function border(before: string, next: string, depth: number): '' | typeof wordBorder | typeof clauseBorder {
  if (before === '' || /\s$/.test(before) || /^\s/.test(next) || sticksBack.test(next)) return '';
  if (opening.test(before.slice(-1))) return '';
  if (depth === 0 && endsClause(before, next)) return clauseBorder;
  const isBetweenHan = spaceless.test(before.slice(-2)) || spaceless.test(next) || opening.test(next);
  if (!isBetweenHan || isNumberWithUnit(before, next)) return '';
  return wordBorder;
}

const endsClause = (before: string, next: string) =>
  fullStop.test(before) || (halfStop.test(before) && /^\p{Script=Han}/u.test(next));

/** 35 元, 9 月, 3 倍, 6 亿元: a lone Han after a digit, or a unit. */
const isNumberWithUnit = (before: string, next: string) =>
  /\p{Nd}[%％]?$/u.test(before) &&
  /^(?:\p{Script=Han}$|[年月日号时分秒十百千万亿元角股手倍个家只次人名成])/u.test(next);
