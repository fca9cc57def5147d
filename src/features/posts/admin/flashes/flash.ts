export type Flash = { title: string; text: string; important: boolean; stocks: string };

export const emptyFlash: Flash = { title: '', text: '', important: false, stocks: '' };

/** Returns the distinct stock codes in a text, in full or half width and with any separator. */
export const parseStockCodes = (typed: string): string[] => [
  ...new Set(
    typed
      .normalize('NFKC')
      .split(/[\s,，、;；]+/)
      .filter(Boolean),
  ),
];

/** Converts each line to a paragraph and escapes markup. */
export const toHtml = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => `<p>${line.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`)
    .join('');
