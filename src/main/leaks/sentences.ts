import type { PaywalledPost } from '#features/posts/index.ts';
import { riskNotice } from '#shared/risk-notice.ts';
import { lettersAndDigits } from '#shared/text/letters-and-digits.ts';

/** A sentence of a locked part: `words` is what is compared, `text` is what the report shows. */
export type Sentence = { pieceId: string; text: string; words: string };

/** Shorter sentences occur in other texts by chance. */
const minHanCharacters = 8;
const sentenceEnd = /[。！？!?；;\n]/u;

/** Returns the sentences of the locked part that neither the open part nor the rest of the teaser contains. */
export function lockedSentences({ id, text, openText, shown }: PaywalledPost): Sentence[] {
  // The risk notice appears on every page, so a post that repeats it reveals nothing.
  const openTexts = [openText, ...shown, riskNotice].map(lettersAndDigits);
  const found = new Map<string, Sentence>();
  for (const sentence of text.split(sentenceEnd)) {
    const words = lettersAndDigits(sentence);
    if ((words.match(/\p{Script=Han}/gu) ?? []).length < minHanCharacters) continue;
    if (!openTexts.some((part) => part.includes(words)))
      found.set(words, { pieceId: id, text: sentence.trim(), words });
  }
  return [...found.values()];
}

const escapePattern = /\\(?:u([0-9a-f]{4})|[nrtbf"\\/])/gi;
const entityPattern = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi;
const tagPattern = /<[/!?]?[a-z][^<>]*>/gi;
const namedEntities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&' };

/**
 * Returns the words of an answer in any encoding (JSON, HTML, XML, HTML inside either), once including attributes and
 * once without any tags, because a tag may split a sentence.
 */
export function readAnswer(body: string): string[] {
  const text = body.replace(escapePattern, (_, hex?: string) =>
    hex ? String.fromCharCode(Number.parseInt(hex, 16)) : ' ',
  );
  const decoded = decode(decode(text));
  return [
    lettersAndDigits(decoded),
    lettersAndDigits(decode(decode(text).replace(tagPattern, '')).replace(tagPattern, '')),
  ];
}

const decode = (text: string): string =>
  text.replace(entityPattern, (_, decimal?: string, hex?: string, name?: string) => {
    if (name) return namedEntities[name.toLowerCase()] ?? ' ';
    const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16);
    return code <= 0x10_ffff ? String.fromCodePoint(code) : ' ';
  });
