import { Readable } from 'node:stream';
import { type CsvError, parse } from 'csv-parse';

/** A row with the line it begins on; the fault is a quotation mark there that swallowed the rest of the file. */
export type CsvRow = { line: number } & ({ cells: string[] } | { fault: string });

type ParsedRow = { record: string[]; info: { lines: number } };

/**
 * Streams the rows of a CSV file, the header first, without empty ones. Detects the delimiter (comma, tab, semicolon,
 * bar) from the header. A quotation mark that is never closed loses the rows it swallowed, not those before.
 */
export async function* readCsvRows(text: AsyncIterable<string> | Iterable<string>): AsyncGenerator<CsvRow> {
  const { first, all } = await peek(text);
  let unclosed: CsvError | undefined;
  let lastLine = 0;
  const parser = parse({
    delimiter: sniffDelimiter(first),
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    on_skip: (error) => {
      unclosed = error;
      return undefined;
    },
  });
  const source = Readable.from(all);
  source.on('error', (error) => parser.destroy(error)).pipe(parser);
  try {
    for await (const { record, info } of parser as AsyncIterable<ParsedRow>) {
      const line = info.lines - lineEndsIn(record);
      lastLine = info.lines;
      if (record.every((cell) => cell.trim() === '') || isSeparatorLine(record, line)) continue;
      yield { cells: record.map(withoutFormula), line };
    }
  } finally {
    source.destroy();
  }
  if (unclosed) yield { line: lastLine + 1, fault: '从这一行开始的引号没有闭合，其后的内容无法读取' };
}

/** Says that a row has other columns than the header; null if it fits. Empty cells at its end do not count. */
export const widthFault = (cells: readonly string[], width: number, mayEndEarly: boolean): string | null =>
  (cells.length < width && !mayEndEarly) || cells.slice(width).some((cell) => cell.trim() !== '')
    ? `列数不符：表头有 ${width} 列，这一行有 ${cells.length} 列`
    : null;

/** Returns a heading such as Prev_Close or “手机号 *” in the form in which headings are compared. */
export const normaliseHeading = (heading: string): string =>
  heading
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\ufeff"'*_-]/g, '');

/** Shows a header in a message. */
export const previewCells = (cells: readonly string[]): string =>
  cells
    .slice(0, 20)
    .map((cell) => cell.trim().slice(0, 20) || '（空）')
    .join('、');

/** Spreadsheets keep the zeros of a number by a formula that is a text: `="000001"`. */
const withoutFormula = (cell: string): string => {
  const [, text] = /^\s*="((?:[^"]|"")*)"\s*$/.exec(cell) ?? [];
  return text === undefined ? cell : text.replaceAll('""', '"');
};

const lineEndsIn = (record: string[]) => {
  let count = 0;
  for (const cell of record) {
    for (let at = cell.indexOf('\n'); at >= 0; at = cell.indexOf('\n', at + 1)) count++;
  }
  return count;
};

// Excel's note about the delimiter, `sep=;`.
const isSeparatorLine = (record: string[], line: number) => line === 1 && /^sep=/i.test(record[0] ?? '');

async function peek(
  text: AsyncIterable<string> | Iterable<string>,
): Promise<{ first: string; all: AsyncGenerator<string> }> {
  const iterator = Readable.from(text)[Symbol.asyncIterator]();
  const head = await iterator.next();
  const first = head.done ? '' : head.value.replace(/^\ufeff/, '');
  const all = async function* () {
    yield first;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  };
  return { first, all: all() };
}

function sniffDelimiter(text: string): string {
  const declared = /^sep=(.)\n/i.exec(text)?.[1];
  if (declared) return declared;
  const header = (/[^\n]*\S[^\n]*/.exec(text)?.[0] ?? '').replace(/"[^"]*"/g, '');
  const count = (delimiter: string) => header.split(delimiter).length;
  return [',', '\t', ';', '|', '；', '，'].reduce((best, next) => (count(next) > count(best) ? next : best));
}
