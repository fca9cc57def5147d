/** What is typed of a flash. */
export type Flash = { title: string; text: string; important: boolean; stocks: string };

export const emptyFlash: Flash = { title: '', text: '', important: false, stocks: '' };

/** What is missing before it can go out. */
export function faultOfFlash({ title, text, stocks }: Flash): string | undefined {
  if (title.trim() === '') return '请先写标题';
  if (text.trim() === '') return '请先写正文';
  const odd = codesOf(stocks).find((code) => !/^\d{6}$/.test(code));
  return odd === undefined ? undefined : `股票代码“${odd}”不是六位数字`;
}

/** Stock codes as they are typed, in any width and with any mark between them. */
export const codesOf = (typed: string): string[] => [
  ...new Set(
    typed
      .normalize('NFKC')
      .split(/[\s,，、;；]+/)
      .filter(Boolean),
  ),
];

/** Each line is a paragraph, as Chinese text is typed. */
export const htmlOf = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => `<p>${line.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`)
    .join('');
