import { graphemeOffset } from './graphemes.ts';
import { stripControlCharacters } from './normalise.ts';

/**
 * Returns the beginning of a text in one line of at most `limit` graphemes, including `…` if it is truncated or if the
 * text is itself the beginning of a longer one (`isCut`). Splits no grapheme, Latin word or number, and leaves no
 * trailing opening bracket or comma.
 */
export function excerpt(text: string, limit: number, isCut = false): string {
  const line = stripControlCharacters(text).replace(/\s+/gu, ' ').trim();
  if (!isCut && graphemeOffset(line, limit) === line.length) return line;
  const end = graphemeOffset(line, Math.max(0, limit - 1));
  return `${withoutHangingTail(backToWordStart(line, end))}…`;
}

// Searches only a little way back: a long run without a boundary (a URL) is cut where it is.
function backToWordStart(line: string, end: number): string {
  const head = line.slice(0, end);
  if (!/^[\p{Script=Latin}\p{Nd}.,%]/u.test(line.slice(end))) return head;
  const whole = head.replace(/[\p{Script=Latin}\p{Nd}.,%]{1,20}$/u, '');
  return whole === '' || /[\p{Script=Latin}\p{Nd}]$/u.test(whole) ? head : whole;
}

const withoutHangingTail = (head: string) => head.replace(/[\s，、；：,;:\p{Ps}\p{Pi}—…]+$/u, '');
