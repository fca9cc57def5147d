import { Readable } from 'node:stream';
import { type CsvError, parse } from 'csv-parse';
import { checkRecord, type RawFields } from './check-record.ts';
import { type CsvColumns, readHeader } from './csv-header.ts';
import { cut, failed, type ImportItem } from './record.ts';

type Row = { record: string[]; info: { lines: number } };

/**
 * Pieces of a CSV file, one a row; the delimiter (comma, tab, semicolon, bar) is read off the header. Each is
 * reported with the line its row begins on. A row with more cells than the header is refused, since nobody knows
 * where its text was torn; a quotation mark that is never closed costs the rows it swallowed, not those before.
 */
export async function* readCsv(
  file: string,
  text: AsyncIterable<string>,
  mapping: Record<string, string>,
): AsyncGenerator<ImportItem> {
  const { first, all } = await peek(text);
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
  let unclosed: CsvError | undefined;
  let columns: CsvColumns | undefined;
  let width = 0;
  let lastLine = 0;
  const source = Readable.from(all);
  source.on('error', (error) => parser.destroy(error)).pipe(parser);
  for await (const { record, info } of parser as AsyncIterable<Row>) {
    const line = info.lines - lineEndsIn(record);
    lastLine = info.lines;
    if (record.every((cell) => cell.trim() === '') || isSeparatorLine(record, line)) continue;
    if (!columns) {
      const header = readHeader(record, mapping);
      if (typeof header === 'string') {
        yield failed({ file, line }, header);
        source.destroy();
        return;
      }
      columns = header;
      width = record.length;
    } else yield readRow(record, columns, width, { file, line });
  }
  if (unclosed) yield cut({ file, line: lastLine + 1 }, '从这一行开始的引号没有闭合，其后的内容无法读取');
  else if (!columns) yield failed({ file, line: 1 }, '文件是空的');
}

function readRow(
  record: string[],
  { at, companies, inYuan }: CsvColumns,
  width: number,
  source: { file: string; line: number },
): ImportItem {
  if (record.slice(width).some((cell) => cell.trim() !== '')) {
    return failed(
      source,
      `列数不符：表头有 ${width} 列，这一行有 ${record.length} 列，文字里的逗号需要加引号`,
    );
  }
  const fields: Record<string, unknown> = {};
  for (const [field, column] of at) fields[field] = record[column];
  const names = companies.map((column) => record[column] ?? '');
  if (names.some((name) => name.trim() !== '')) fields.tags = [fields.tags ?? '', ...names].join(',');
  return checkRecord(fields as RawFields, source, inYuan);
}

const lineEndsIn = (record: string[]) => {
  let count = 0;
  for (const cell of record) {
    for (let at = cell.indexOf('\n'); at >= 0; at = cell.indexOf('\n', at + 1)) count++;
  }
  return count;
};

// Excel's own note about the delimiter, `sep=;`
const isSeparatorLine = (record: string[], line: number) => line === 1 && /^sep=/i.test(record[0] ?? '');

async function peek(text: AsyncIterable<string>): Promise<{ first: string; all: AsyncGenerator<string> }> {
  const iterator = text[Symbol.asyncIterator]();
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
