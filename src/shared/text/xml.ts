/** Characters that XML 1.0 allows not even as character references. */
const invalidCharacters = /[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

const characterReferences: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Escapes text for an element or an attribute, and removes characters that XML does not allow. */
export const xmlText = (text: string): string =>
  text
    .toWellFormed()
    .replace(invalidCharacters, '')
    .replace(/[&<>"']/g, (character) => characterReferences[character] ?? '');

/** Wraps markup in a CDATA section, as feeds carry it. */
export const xmlMarkup = (html: string): string =>
  `<![CDATA[${html.toWellFormed().replace(invalidCharacters, '').replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;

export const xmlHead = '<?xml version="1.0" encoding="UTF-8"?>\n';
