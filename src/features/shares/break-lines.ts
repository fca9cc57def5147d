import { graphemeOffset } from '#shared/text/graphemes.ts';

export type Measure = (text: string) => number;

/** Characters that must not begin a line (CLREQ). */
const closing = /^[\p{Pe}\p{Pf}，。、：；！？·—…～％%‰℃°,.:;!?~)\]"'’”]/u;
/** Full-width marks whose right half is empty; at the end of a line it may hang over the margin. */
const hanging = /[，。、：；！？”’）》』】]$/u;

/**
 * Breaks a headline into lines: after a clause if that leaves no line nearly empty, else between words, within a word
 * only if it is longer than a line. No line begins with closing punctuation, and white space at the ends of lines is dropped.
 * @param clauses words by clause, as `breakHeadline` marks them
 * @param maxLines further lines are cut off, with an ellipsis
 * @returns the lines, and whether something was cut off
 */
export function breakLines(
  clauses: readonly (readonly string[])[],
  measure: Measure,
  maxWidth: number,
  maxLines: number,
): { lines: string[]; isCut: boolean } {
  const widthOf = (line: string) => {
    const text = line.trim();
    return measure(text) - (hanging.test(text) ? measure(text.slice(-1)) / 2 : 0);
  };
  const fits = (line: string) => widthOf(line) <= maxWidth;
  const lines: string[] = [];
  let line = '';
  const endLine = () => {
    if (line.trim() !== '') lines.push(line.trim());
    line = '';
  };
  const addWord = (word: string) => {
    if (fits(line + word)) {
      line += word;
      return;
    }
    // A mark that came as a word takes the last word along to the next line.
    if (!closing.test(word)) endLine();
    for (const part of fits(word) && !closing.test(word) ? [word] : splitWord(word)) {
      if (line !== '' && !fits(line + part) && !closing.test(part)) endLine();
      line += part;
    }
  };
  for (const words of clauses) {
    const clause = words.join('');
    const isLineUsed = widthOf(line) > maxWidth * 0.45;
    if (line !== '' && !fits(line + clause) && (fits(clause) || isLineUsed)) endLine();
    for (const word of words) addWord(word);
    if (lines.length > maxLines) break;
  }
  endLine();
  if (lines.length <= maxLines) return { lines, isCut: false };
  const shown = lines.slice(0, maxLines);
  shown.push(shorten(shown.pop() ?? '', (text) => measure(text) <= maxWidth));
  return { lines: shown, isCut: true };
}

/** A Han character, a word or number of another script with what is inside it (`$3.2bn`, `A/B`), white space, a mark. */
const piecePattern =
  /\p{Script=Han}\p{M}*|[$¥€£+]?(?:(?!\p{Script=Han})[\p{L}\p{M}\p{N}])+(?:[.,:'’/-](?:(?!\p{Script=Han})[\p{L}\p{M}\p{N}])+)*|\s+|./gsu;

/** Splits a running text where lines of it may break: around every Han character, between words of other scripts. */
export function toPieces(text: string): string[] {
  const pieces: string[] = [];
  for (const piece of text.match(piecePattern) ?? []) {
    const last = pieces.at(-1);
    const joins = last !== undefined && (closing.test(piece) || /[\p{Ps}\p{Pi}]$/u.test(last));
    if (joins) pieces[pieces.length - 1] = last + piece;
    else pieces.push(piece);
  }
  return pieces;
}

/** Returns clauses and words of a text with the break marks of `breakHeadline`. */
export const readBreaks = (breaks: string): string[][] =>
  breaks
    .split('\n')
    .map((clause) => clause.split('\u200b').filter(Boolean))
    .filter((words) => words.length > 0);

const splitWord = (word: string): string[] => {
  const parts: string[] = [];
  for (let rest = word; rest !== ''; ) {
    const length = Math.max(1, graphemeOffset(rest, 1));
    parts.push(rest.slice(0, length));
    rest = rest.slice(length);
  }
  return parts;
};

function shorten(line: string, fits: (text: string) => boolean): string {
  const parts = splitWord(line.replace(/[，。、：；！？—…\s]+$/u, ''));
  while (parts.length > 1 && !fits(`${parts.join('')}…`)) parts.pop();
  return `${parts.join('').replace(/[，。、：；！？—…\s]+$/u, '')}…`;
}
