/** Characters that XML 1.0 knows not even as references. */
const impossible = /[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Text as it stands in an element or an attribute; what no XML can hold is left out. */
export const xmlText = (text: string): string =>
  text
    .toWellFormed()
    .replace(impossible, '')
    .replace(/[&<>"']/g, (character) => references[character] ?? '');

/** Markup whole in one element, as feeds carry it. */
export const xmlMarkup = (html: string): string =>
  `<![CDATA[${html.toWellFormed().replace(impossible, '').replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;

export const xmlHead = '<?xml version="1.0" encoding="UTF-8"?>\n';
