import { graphemeOffset } from './graphemes.ts';
import { cleanText } from './normalise.ts';

/**
 * The beginning of a text in one line of at most `limit` characters as readers count them, `…` included where
 * something was left off. Splits no character, no Latin word and no number, and leaves no opening bracket or
 * comma hanging.
 */
export function excerpt(text: string, limit: number): string {
  const line = cleanText(text).replace(/\s+/gu, ' ').trim();
  if (graphemeOffset(line, limit) === line.length) return line;
  const end = graphemeOffset(line, Math.max(0, limit - 1));
  return `${withoutHangingTail(backToWordStart(line, end))}…`;
}

// Only a short way back: a long run without a border (an address) is cut where it is.
function backToWordStart(line: string, end: number): string {
  const head = line.slice(0, end);
  if (!/^[\p{Script=Latin}\p{Nd}.,%]/u.test(line.slice(end))) return head;
  const whole = head.replace(/[\p{Script=Latin}\p{Nd}.,%]{1,20}$/u, '');
  return whole === '' || /[\p{Script=Latin}\p{Nd}]$/u.test(whole) ? head : whole;
}

const withoutHangingTail = (head: string) => head.replace(/[\s，、；：,;:\p{Ps}\p{Pi}—…]+$/u, '');
