import { normalise } from '#shared/text/normalise.ts';

/**
 * What a name is found by: its characters and their pairs, full and half width and letter case alike. A keyword's
 * parts are all among those of every name that holds it, so an index answers for any stretch of a Chinese name.
 */
export function namePartsOf(text: string): string[] {
  const characters = [...normalise(text).replace(/\s/g, '')];
  const pairs = characters.slice(1).map((character, at) => (characters[at] ?? '') + character);
  return [...new Set([...characters, ...pairs])];
}

/** The parts that a keyword is looked up by: its pairs, which narrow more; of a single character that one. */
export function keywordPartsOf(keyword: string): string[] {
  const parts = namePartsOf(keyword);
  const pairs = parts.filter((part) => [...part].length > 1);
  return pairs.length > 0 ? pairs : parts;
}
