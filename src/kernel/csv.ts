import { stringify } from 'csv-stringify/sync';

/** A number stays a number in a spreadsheet; null and undefined make an empty cell. */
export type CsvCell = string | number | null | undefined;
type Row = readonly CsvCell[];

/** A CSV file (RFC 4180) with a header row. Starts with a byte order mark, without which Excel does not read UTF-8. */
export const toCsv = (head: readonly string[], rows: readonly Row[]): string =>
  `\uFEFF${csvRows([head, ...rows])}`;

/** More rows of a file that began with `toCsv(head, [])`: a long file is sent in parts. */
export const csvRows = (rows: readonly Row[]): string =>
  stringify([...rows], {
    record_delimiter: 'windows',
    cast: {
      string: (text) => escapeFormula(text.replaceAll('\0', '')),
      number: (value) => (Number.isFinite(value) ? String(value) : ''),
    },
    // Spreadsheets trim unquoted white space, and the library leaves a lone CR or LF unquoted.
    quoted_match: /^\s|\s$|[\t\r\n]/,
  });

// Excel, WPS, LibreOffice and Sheets also take a full-width sign or a sign behind spaces for the start of a formula, which
// `escape_formulas` of the library does not; and it would turn a signed number in a text cell into text.
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;
const signedNumber = /^[+-]\d{1,15}(\.\d+)?%?$/;

/** An apostrophe in front makes a spreadsheet show the cell instead of running it. */
const escapeFormula = (text: string): string =>
  formula.test(text) && !signedNumber.test(text) ? `'${text}` : text;
