/**
 * Returns all pairs of neighbouring characters in scripts written without spaces, where word boundaries are a guess:
 * 宁德时代 → 宁德 德时 时代. A short word in letters next to such a character counts as one: tcl集团 → tcl集 集团. A bare number does
 * not, since 5月 or 12元 would fill the index with noise.
 * @param text normalised
 */
export function bigrams(text: string): string[] {
  const pairs: string[] = [];
  let before = '';
  for (let at = 0; at < text.length; ) {
    const code = text.codePointAt(at) ?? 0;
    let unit = '';
    if (isSpaceless(code)) unit = String.fromCodePoint(code);
    else if (isAlphanumeric(code)) unit = wordAt(text, at);
    const isUsable = isSpaceless(code) || (unit.length <= maxWordLength && hasLetter.test(unit));
    if (isUsable && before !== '') pairs.push(before + unit);
    before = isUsable ? unit : '';
    at += unit.length || (code > 0xffff ? 2 : 1);
  }
  return pairs;
}

/** Returns whether a character is Han, kana, Hangul, or one of the marks 々 〇 ー used among them. */
export function isSpaceless(code: number): boolean {
  return (
    (code >= 0x4e00 && code <= 0x9fff) ||
    (code >= 0x3400 && code <= 0x4dbf) ||
    (code >= 0x3005 && code <= 0x3007) ||
    (code >= 0x3041 && code <= 0x30ff && code !== 0x30fb) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0x20000 && code <= 0x323af)
  );
}

const maxWordLength = 20;
const hasLetter = /\p{L}/u;
const letterOrDigit = /[\p{L}\p{N}\p{M}]/u;

function isAlphanumeric(code: number): boolean {
  if (code < 0x80) {
    return (code >= 0x30 && code <= 0x39) || (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);
  }
  return !isSpaceless(code) && letterOrDigit.test(String.fromCodePoint(code));
}

function wordAt(text: string, start: number): string {
  let at = start;
  for (; at < text.length; ) {
    const code = text.codePointAt(at) ?? 0;
    if (!isAlphanumeric(code)) break;
    at += code > 0xffff ? 2 : 1;
  }
  return text.slice(start, at);
}
