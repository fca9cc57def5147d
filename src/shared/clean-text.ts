/** Text that PostgreSQL and an address can hold: without NUL, halves of surrogate pairs replaced by U+FFFD. */
export const cleanText = (text: string): string => text.replaceAll('\0', '').toWellFormed();
