/** Characters that carry no text: controls other than line breaks and tabs, and surrogates without their other half. */
const noise = /(?![\n\t])\p{Cc}|\p{Cs}/gu;
/** Zero-width joiners, soft hyphens, direction marks: invisible, so no reader types them into a query. */
const invisible = /\p{Cf}/gu;

/**
 * Text that can be stored and sent anywhere: lone surrogates and control characters are gone (line breaks and
 * tabs stay), line ends are `\n`. What a reader sees is unchanged.
 */
export function cleanText(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(noise, '');
}

/**
 * The form in which texts and queries are compared: NFKC (full and half width are one, ① is 1), lower case,
 * without control and invisible characters; white space of any kind is a plain space. Never for display.
 */
export function normalise(text: string): string {
  return text.replace(/\s/g, ' ').replace(noise, '').normalize('NFKC').toLowerCase().replace(invisible, '');
}

/** A normalised text whose UTF-16 unit `i` came from `[starts[i], ends[i])` of the original. */
export type MappedText = { text: string; starts: readonly number[]; ends: readonly number[] };

/** As `normalise`, and says where each unit came from: a hit in the normalised text can be shown in the original. */
export function normaliseWithMap(original: string): MappedText {
  const mapped = { text: '', starts: [] as number[], ends: [] as number[] };
  for (const { 0: run, index: at } of original.matchAll(plainOrOther)) {
    const normal = normalise(run);
    if (normal.length === run.length && plain.test(run)) addUnits(mapped, normal, at);
    // NFKC joins characters (é from e and ´, ガ from ｶ and ﾞ), never across the borders of graphemes.
    else for (const { segment, index } of graphemes.segment(run)) addPiece(mapped, segment, at + index);
  }
  return mapped;
}

// Nearly every character of nearly every text: ASCII, Han, common punctuation. One unit stays one unit.
const oneToOne = '\\n -~\\u2013-\\u2016\\u2018-\\u201f\\u3000-\\u3029\\u4e00-\\u9fff\\uff01-\\uff5e';
const plain = new RegExp(`^[${oneToOne}]*$`);
// The last plain character before others goes with them, since a mark may follow it.
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

function addPiece(mapped: Growing, piece: string, at: number): void {
  const normal = normalise(piece);
  mapped.text += normal;
  for (let unit = 0; unit < normal.length; unit++) {
    mapped.starts.push(at);
    mapped.ends.push(at + piece.length);
  }
}
