const segmenter = new Intl.Segmenter('zh-Hans', { granularity: 'grapheme' });

// Fast path for text in which every UTF-16 unit is a grapheme: calling the segmenter costs a hundred times as much.
const simple =
  /^[\n\u0020-\u007e\u00a0-\u02ff\u2010-\u2027\u2030-\u205e\u2100-\u23ff\u3000-\u3029\u3030-\u3098\u309b-\u9fff\uff00-\uff9d]*$/;

/** A grapheme may have any number of units; a longer one is noise and counts as more than one. */
const maxUnits = 40;

/** Returns the index (in UTF-16 units) at which the first `graphemes` graphemes of a text end. */
export function graphemeOffset(text: string, graphemes: number): number {
  if (simple.test(text.slice(0, graphemes + 1))) return Math.min(text.length, graphemes);
  const head = text.slice(0, (graphemes + 1) * maxUnits);
  let count = 0;
  for (const { index } of segmenter.segment(head)) {
    if (count === graphemes) return index;
    count++;
  }
  return head.length;
}

/** Returns the nearest index at or before `at` (in UTF-16 units) that does not split a grapheme. */
export function graphemeStart(text: string, at: number): number {
  if (at <= 0 || at >= text.length) return Math.min(Math.max(at, 0), text.length);
  const from = Math.max(0, at - maxUnits);
  const around = text.slice(from, at + maxUnits);
  if (simple.test(around)) return at;
  const found = segmenter.segment(around).containing(at - from);
  return found ? from + found.index : at;
}

/** Counts the graphemes of a text, but only up to `limit`; the result is larger than `limit` then. */
export function countGraphemes(text: string, limit: number): number {
  const head = text.slice(0, (Math.ceil(limit) + 1) * maxUnits);
  if (simple.test(head)) return head.length;
  let count = 0;
  for (const _ of segmenter.segment(head)) {
    count++;
    if (count > limit) break;
  }
  return count;
}
