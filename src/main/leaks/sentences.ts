import type { LockedPiece } from '#features/posts/index.ts';
import { ARTICLE_RISK } from '#shared/risk.ts';
import { squash } from '#shared/text/squash.ts';

/** A sentence nobody may read unasked: `words` is what is compared, `text` what people are told. */
export type Sentence = { pieceId: string; text: string; words: string };

/** Shorter ones stand anywhere by chance. */
const leastHan = 8;
const sentenceEnd = /[。！？!?；;\n]/u;

/** The sentences of the locked part that neither the open part nor anything else of a teaser holds. */
export function lockedSentences({ id, text, openText, shown }: LockedPiece): Sentence[] {
  // What every page says of itself is no secret of the piece that repeats it.
  const open = [openText, ...shown, ARTICLE_RISK].map(squash);
  const found = new Map<string, Sentence>();
  for (const sentence of text.split(sentenceEnd)) {
    const words = squash(sentence);
    if ((words.match(/\p{Script=Han}/gu) ?? []).length < leastHan) continue;
    if (!open.some((part) => part.includes(words)))
      found.set(words, { pieceId: id, text: sentence.trim(), words });
  }
  return [...found.values()];
}

const escapes = /\\(?:u([0-9a-f]{4})|[nrtbf"\\/])/gi;
const entities = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi;
const tags = /<[/!?]?[a-z][^<>]*>/gi;
const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&' };

/**
 * An answer's words, whatever it is written in (JSON, HTML, XML, HTML inside either): once with what stands in
 * attributes, once without any tag, which may part a sentence.
 */
export function readAnswer(body: string): string[] {
  const text = body.replace(escapes, (_, hex?: string) =>
    hex ? String.fromCharCode(Number.parseInt(hex, 16)) : ' ',
  );
  const decoded = decode(decode(text));
  return [squash(decoded), squash(decode(decode(text).replace(tags, '')).replace(tags, ''))];
}

const decode = (text: string): string =>
  text.replace(entities, (_, decimal?: string, hex?: string, name?: string) => {
    if (name) return named[name.toLowerCase()] ?? ' ';
    const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16);
    return code <= 0x10_ffff ? String.fromCodePoint(code) : ' ';
  });
