/**
 * Counts 字数 as Chinese editors do: every Han character, kana and Hangul syllable counts as one, and so does a run of
 * letters or digits (`300750`, `12.5%`, `COVID-19`). Punctuation, symbols and white space do not count.
 */
export function countWords(text: string): number {
  let count = 0;
  let isInWord = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.codePointAt(at) ?? 0;
    if (code > 0xffff) at++;
    if (isIdeograph(code)) {
      count++;
      isInWord = false;
    } else if (isLetter(code)) {
      if (!isInWord) count++;
      isInWord = true;
    } else if (!isJoiner(code)) isInWord = false;
  }
  return count;
}

function isIdeograph(code: number): boolean {
  return (
    (code >= 0x4e00 && code <= 0x9fff) ||
    (code >= 0x3400 && code <= 0x4dbf) ||
    (code >= 0x20000 && code <= 0x323af) ||
    (code >= 0x3041 && code <= 0x30ff && code !== 0x30fb) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0x3005 && code <= 0x3007)
  );
}

const letter = /[\p{L}\p{N}\p{M}]/u;

function isLetter(code: number): boolean {
  if (code < 0x80) {
    return (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
  }
  if (code >= 0x3000 && code <= 0x303f) return false;
  return letter.test(String.fromCodePoint(code));
}

// 12.5, 1,436, don't, COVID-19 and A_B are one word each.
const isJoiner = (code: number) =>
  code === 0x2e || code === 0x2c || code === 0x27 || code === 0x2d || code === 0x5f || code === 0x2019;
