/** The number or bullet that a word processor writes before an item. */
export type Marker = { isOrdered: false } | { isOrdered: true; style: ListStyle; number: number };
/** The `type` of an `ol`, or for 一、 and （一） its class. */
export type ListStyle = '1' | 'a' | 'A' | 'i' | 'I' | 'han' | 'han-paren';

const bullets = /^[·•●○◦▪▫■□◆◇➢➤►▶✓✔★☆※–—\-*§o\uf000-\uf0ff]$/u;
const symbolFonts = /wingdings|symbol|webdings/i;

/**
 * Reads a marker. `format` is its `mso-level-number-format`; `font` the fonts of the marker, because a bullet may be a
 * letter of a symbol font. Returns undefined for numbering that no list can show, such as 第一条.
 */
export function readMarker(text: string, { format = '', font = '' } = {}): Marker | undefined {
  const trimmed = text.replace(/[\s\u00a0]+/g, '');
  if (format === 'bullet' || trimmed === '' || bullets.test(trimmed)) return { isOrdered: false };
  if (symbolFonts.test(font) && [...trimmed].length === 1) return { isOrdered: false };
  const found = /^([(（]?)([^()（）]{1,40}?)([)）.．、。]?)$/u.exec(trimmed.normalize('NFC'));
  const core = found?.[2] ?? '';
  const isParenthesised = (found?.[1] ?? '') !== '';
  const circled = /^[①-⑳]$/u.test(core) ? core.charCodeAt(0) - 0x245f : undefined;
  // Of 1.2.3 the list shows the last part, and its nesting the others.
  const digits = /^(?:[\d０-９]{1,6}[.．])*([\d０-９]{1,6})$/u.exec(core)?.[1]?.normalize('NFKC');
  if (digits || circled) return { isOrdered: true, style: '1', number: circled ?? Number(digits) };
  const han = readHanNumber(core);
  if (han) return { isOrdered: true, style: isParenthesised ? 'han-paren' : 'han', number: han };
  if (!found?.[3]) return undefined;
  const isRoman = /roman/i.test(format) || (format === '' && /^(?:i|I|[ivx]{2,8}|[IVX]{2,8})$/.test(core));
  const roman = isRoman ? readRoman(core.toLowerCase()) : undefined;
  const isUpper = core === core.toUpperCase();
  if (roman) return { isOrdered: true, style: isUpper ? 'I' : 'i', number: roman };
  if (/^[a-z]$/i.test(core))
    return { isOrdered: true, style: isUpper ? 'A' : 'a', number: core.toLowerCase().charCodeAt(0) - 96 };
  return undefined;
}

/** Reads a Chinese number up to 九十九. */
function readHanNumber(text: string): number | undefined {
  const found = /^(?:([一二三四五六七八九])?(十))?([一二三四五六七八九])?$/.exec(text);
  if (!found || text === '') return undefined;
  const [, tens, ten, unit] = found;
  const digit = (char: string | undefined) => (char ? '一二三四五六七八九'.indexOf(char) + 1 : 0);
  return (ten ? 10 * (digit(tens) || 1) : 0) + digit(unit);
}

const romanDigits: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1000 };

function readRoman(text: string): number | undefined {
  if (!/^[ivxlcdm]{1,12}$/.test(text)) return undefined;
  const values = [...text].map((char) => romanDigits[char] ?? 0);
  return values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0);
}
