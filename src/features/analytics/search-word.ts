/**
 * A search as it is counted: NFKC, lower case, single spaces. @returns null for what is no word worth counting, and for
 * what may be about a person: mail addresses, and numbers of seven digits or more however they are spaced (telephones,
 * identity cards, bank cards); a stock code has six
 */
export function readSearchWord(keyword: string): string | null {
  const word = keyword.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
  const isPersonal = word.includes('@') || /\d{7,}/.test(word.replace(/(?<=\d)[\s\-–—.·]+(?=\d)/g, ''));
  const length = [...word].length;
  return isPersonal || length < 1 || length > 50 || !/[\p{L}\p{N}]/u.test(word) ? null : word;
}
