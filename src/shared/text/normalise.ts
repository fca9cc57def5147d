/** Characters without text: control characters other than line breaks and tabs, and lone surrogates. */
const noise = /(?![\n\t])\p{Cc}|\p{Cs}/gu;
/** Zero-width joiners, soft hyphens and direction marks: invisible, so readers do not type them into a query. */
const invisible = /\p{Cf}/gu;

/**
 * Returns text that can be stored and sent anywhere: removes lone surrogates and control characters except line breaks
 * and tabs, and turns line endings into `\n`. The visible text is unchanged.
 */
export function stripControlCharacters(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(noise, '');
}

/**
 * Returns the form in which texts and queries are compared: NFKC (full and half width are equal, ① is 1), lower case,
 * without control and invisible characters; any white space becomes a plain space. Not for display.
 */
export function normalise(text: string): string {
  return text.replace(/\s/g, ' ').replace(noise, '').normalize('NFKC').toLowerCase().replace(invisible, '');
}

/** A normalised text whose UTF-16 unit `i` comes from `[starts[i], ends[i])` of the original. */
export type MappedText = { text: string; starts: readonly number[]; ends: readonly number[] };

/** Like `normalise`, and maps each unit to its origin, so that a hit can be shown in the original. */
export function normaliseWithMap(original: string): MappedText {
  const mapped = { text: '', starts: [] as number[], ends: [] as number[] };
  for (const { 0: run, index: at } of original.matchAll(plainOrOther)) {
    const normal = normalise(run);
    if (normal.length === run.length && plain.test(run)) addUnits(mapped, normal, at);
    // NFKC joins characters (é from e and ´, ガ from ｶ and ﾞ), but never across grapheme boundaries.
    else for (const { segment, index } of graphemes.segment(run)) addGrapheme(mapped, segment, at + index);
  }
  return mapped;
}

// Nearly every character of nearly every text: ASCII, Han, common punctuation. One unit stays one unit.
const oneToOne = '\\n -~\\u2013-\\u2016\\u2018-\\u201f\\u3000-\\u3029\\u4e00-\\u9fff\\uff01-\\uff5e';
const plain = new RegExp(`^[${oneToOne}]*$`);
// The last plain character before others belongs to them, since a combining mark may follow it.
const plainOrOther = new RegExp(`[${oneToOne}]+(?![^${oneToOne}])|[^][^${oneToOne}]*`, 'g');
const graphemes = new Intl.Segmenter('zh-Hans', { granularity: 'grapheme' });

type Growing = { text: string; starts: number[]; ends: number[] };

function addUnits(mapped: Growing, normal: string, at: number): void {
  mapped.text += normal;
  for (let unit = 0; unit < normal.length; unit++) {
    mapped.starts.push(at + unit);
    mapped.ends.push(at + unit + 1);
  }
}

function addGrapheme(mapped: Growing, grapheme: string, at: number): void {
  const normal = normalise(grapheme);
  mapped.text += normal;
  for (let unit = 0; unit < normal.length; unit++) {
    mapped.starts.push(at);
    mapped.ends.push(at + grapheme.length);
  }
}
