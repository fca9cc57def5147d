/** A cell as it is given: numbers stay numbers to a spreadsheet, null and undefined are empty. */
export type CsvCell = string | number | null | undefined;

/** Begins a CSV file: by this mark Excel knows that it is UTF-8, and shows Chinese as Chinese. */
export const csvMark = '\uFEFF';

/**
 * One row of a CSV file (RFC 4180), its line end included. Text that a spreadsheet would take for a formula gets an
 * apostrophe in front, by which it is text again: what a stranger called themselves shall not run at whoever opens it.
 */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(writeCell).join(',')}\r\n`;

/** A whole file: the mark, the names of the columns, the rows. For long ones, send `csvLine` by `csvLine`. */
export const toCsv = (head: readonly string[], rows: readonly (readonly CsvCell[])[]): string =>
  csvMark + [head, ...rows].map(csvLine).join('');

function writeCell(cell: CsvCell): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : '';
  const text = guard(cell.replaceAll('\0', ''));
  return /[",\r\n\t]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

// What Excel, WPS, LibreOffice and Sheets begin a formula with, also in full width and behind spaces. A number with its
// sign is one to them and to us.
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;
const signedNumber = /^[+-]\d{1,15}(\.\d+)?%?$/;

const guard = (text: string): string => (formula.test(text) && !signedNumber.test(text) ? `'${text}` : text);
