/** Returns text that PostgreSQL and a URL can hold: without NUL, and with lone surrogates replaced by U+FFFD. */
export const cleanText = (text: string): string => text.replaceAll('\0', '').toWellFormed();

/** Returns whether a text shows nothing: only white space, zero-width characters and fillers. */
export const isBlank = (text: string): boolean =>
  text.replace(/[\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu, '') === '';
