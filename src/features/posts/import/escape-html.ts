/** Escapes text for HTML; an ampersand that is escaped already stays one. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&amp;', '&').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
