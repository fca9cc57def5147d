import { excerpt } from '#shared/text/excerpt.ts';
import { graphemeOffset } from '#shared/text/graphemes.ts';

/**
 * A summary from open text: one line of at most `limit` graphemes, ending with a sentence where one ends in its
 * second half, otherwise with `…` (which counts). Never give it locked text (PRODUCT §3).
 */
export function summarise(openText: string, limit = 120): string {
  // Far more than can be needed; a long body must not be normalised as a whole.
  const line = openText
    .slice(0, limit * 80)
    .replace(/\s+/g, ' ')
    .trim();
  const end = graphemeOffset(line, limit);
  if (end >= line.length) return line;
  const head = line.slice(0, end);
  let sentence = 0;
  for (const match of head.matchAll(/[。！？!?；][”’」』）)]*/g)) sentence = match.index + match[0].length;
  return sentence * 2 >= end ? head.slice(0, sentence) : excerpt(line, limit);
}
