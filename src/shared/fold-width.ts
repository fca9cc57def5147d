/**
 * Converts full-width digits, letters and signs, as input methods produce them, to ASCII: `９．９` is `9.9`. Unlike NFKC
 * it leaves everything else alone, since NFKC reads `9²` as 92 and `①` as 1.
 */
export const foldWidth = (text: string): string =>
  text
    .replace(/[\uff01-\uff5e]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0))
    .replaceAll('￥', '¥')
    .replaceAll('\u3000', ' ');
