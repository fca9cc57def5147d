import { normalise } from '#shared/text/normalise.ts';

/**
 * Returns the search terms of a name: its characters and character pairs, ignoring case, width and spaces. A name that
 * contains a keyword has all of the keyword's terms, so an index serves searches for any part of a Chinese name.
 */
export function nameBigramsOf(text: string): string[] {
  const characters = [...normalise(text).replace(/\s/g, '')];
  const pairs = characters.slice(1).map((character, at) => (characters[at] ?? '') + character);
  return [...new Set([...characters, ...pairs])];
}

/** Returns the terms to look a keyword up by: its more selective pairs, or its single character. */
export function keywordBigramsOf(keyword: string): string[] {
  const bigrams = nameBigramsOf(keyword);
  const pairs = bigrams.filter((bigram) => [...bigram].length > 1);
  return pairs.length > 0 ? pairs : bigrams;
}
