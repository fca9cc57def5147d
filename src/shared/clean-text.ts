/** Text that PostgreSQL and an address can hold: without NUL, halves of surrogate pairs replaced by U+FFFD. */
export const cleanText = (text: string): string => text.replaceAll('\0', '').toWellFormed();

/** Whether nothing of a text is to be seen: white space, zero widths and fillers alone. */
export const isBlank = (text: string): boolean =>
  text.replace(/[\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu, '') === '';
