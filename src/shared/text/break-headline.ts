/** Splits a text into words that joined give the text again (a segmenter; in tests, anything). */
type WordCutter = { cut(text: string): string[] };

/** Allowed line break between words: a zero-width space. */
const wordBreak = '\u200b';
/** Preferred line break: after a clause. */
const clauseBreak = '\n';

/**
 * Prepares a headline for line breaking: inserts U+200B where a line may break between words, and `\n` after
 * punctuation that ends a clause (inside quotes or brackets, U+200B instead). Closing punctuation stays with the word
 * before it, opening brackets with the word after, numbers with their unit. Without the two marks the result is the
 * title with its white space collapsed.
 */
export function breakHeadline(title: string, words: WordCutter): string {
  const line = title
    .replace(/[\u200b\s]+/g, ' ')
    .trim()
    .toWellFormed();
  let result = '';
  let depth = 0;
  for (const word of words.cut(line)) {
    for (const part of word.match(/[\p{P}\p{S}]|[^\p{P}\p{S}]+/gu) ?? []) {
      result += breakBetween(result, part, depth) + part;
      if (opening.test(part)) depth++;
      else if (closing.test(part)) depth = Math.max(0, depth - 1);
    }
  }
  return result;
}

const opening = /^[\p{Ps}\p{Pi}]$/u;
const closing = /^[\p{Pe}\p{Pf}]$/u;
/** Characters that must not begin a line (CLREQ): closing brackets, stops, and signs that follow a word. */
const cannotStartLine = /^[\p{Pe}\p{Pf}，。、：；！？·—…～%％‰℃°,.:;!?~)\]"'’”]/u;
const spaceless =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}，。、：；！？—…\p{Pe}\p{Pf}]/u;
const fullStop = /(?:[，。：；！？]|——|……)$/u;
const halfStop = /\p{Script=Han}[,:;!?]+$/u;

function breakBetween(
  before: string,
  next: string,
  depth: number,
): '' | typeof wordBreak | typeof clauseBreak {
  if (before === '' || /\s$/.test(before) || /^\s/.test(next) || cannotStartLine.test(next)) return '';
  if (opening.test(before.slice(-1))) return '';
  if (depth === 0 && endsClause(before, next)) return clauseBreak;
  const isBetweenHan = spaceless.test(before.slice(-2)) || spaceless.test(next) || opening.test(next);
  if (!isBetweenHan || isNumberWithUnit(before, next)) return '';
  return wordBreak;
}

const endsClause = (before: string, next: string) =>
  fullStop.test(before) || (halfStop.test(before) && /^\p{Script=Han}/u.test(next));

/** 35 元, 9 月, 3 倍, 6 亿元: a single Han character after a digit, or a unit. */
const isNumberWithUnit = (before: string, next: string) =>
  /\p{Nd}[%％]?$/u.test(before) &&
  /^(?:\p{Script=Han}$|[年月日号时分秒十百千万亿元角股手倍个家只次人名成])/u.test(next);
