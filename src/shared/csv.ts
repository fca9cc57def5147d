import { stringify } from 'csv-stringify/browser/esm/sync';

/** A number stays a number in a spreadsheet; null and undefined become an empty cell. */
export type CsvCell = string | number | null | undefined;
type Row = readonly CsvCell[];

/** Returns a CSV file (RFC 4180) with a header row, and a byte order mark, without which Excel does not read UTF-8. */
export const toCsv = (head: readonly string[], rows: readonly Row[]): string =>
  `\uFEFF${csvRows([head, ...rows])}`;

/** Returns more rows for a file that began with `toCsv(head, [])`, so that a long file can be streamed. */
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

// Excel, WPS, LibreOffice and Sheets also treat a full-width sign, or a sign after spaces, as the start of a formula.
// The library's `escape_formulas` misses those, and would turn a signed number in a text cell into text.
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;
const signedNumber = /^[+-]\d{1,15}(\.\d+)?%?$/;

/** A leading apostrophe makes a spreadsheet show the cell instead of evaluating it. */
const escapeFormula = (text: string): string =>
  formula.test(text) && !signedNumber.test(text) ? `'${text}` : text;
