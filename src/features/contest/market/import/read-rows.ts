import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { type CsvError, parse } from 'csv-parse';
import { invalid } from '#kernel/errors.ts';

/** A column as it is called in English, how else it may be headed, and whether a file must have it. */
export type Column = { name: string; others: readonly string[]; isOptional?: true };
/** A row by the columns' names; absent and empty are both empty. */
export type RawRow =
  | { line: number; cells: Readonly<Record<string, string>> }
  | { line: number; fault: string };

const rowsPerTurn = 500;

/**
 * Rows of a CSV with a header, one at a time, each with the line it begins on. The delimiter (comma, tab, semicolon) is read
 * off the header; headings may be English or Chinese; columns nobody asked for are passed over.
 * @throws invalid for a file that is empty or lacks a column, by name
 */
export async function* readRows(
  text: AsyncIterable<string> | Iterable<string>,
  columns: readonly Column[],
): AsyncGenerator<RawRow> {
  let unclosed: CsvError | undefined;
  let names: (string | undefined)[] | undefined;
  let lastLine = 0;
  const parser = parse({
    bom: true,
    delimiter: [',', '\t', ';', '，'],
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    trim: true,
    on_skip: (error) => {
      unclosed = error;
      return undefined;
    },
  });
  const source = Readable.from(text);
  source.on('error', (error) => parser.destroy(error)).pipe(parser);
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: string[];
      info: { lines: number };
    }>) {
      const { lines: line } = info;
      lastLine = line;
      // Rows that are in memory come one after the other, without a turn of the event loop.
      if (line % rowsPerTurn === 0) await setImmediate();
      if (record.every((cell) => cell === '')) continue;
      if (!names) {
        names = readHeader(record, columns);
        continue;
      }
      const width = names.length;
      if (record.length < width || record.slice(width).some((cell) => cell !== '')) {
        yield { line, fault: `列数不符：表头有 ${width} 列，这一行有 ${record.length} 列` };
        continue;
      }
      const cells: Record<string, string> = {};
      for (const [place, name] of names.entries()) if (name) cells[name] = record[place] ?? '';
      yield { line, cells };
    }
  } finally {
    source.destroy();
  }
  if (unclosed) yield { line: lastLine + 1, fault: '从这一行开始的引号没有闭合，其后的内容无法读取' };
  else if (!names) throw invalid('文件是空的');
}

/** Which column each heading is; undefined for one that nobody asked for. */
function readHeader(headings: readonly string[], columns: readonly Column[]): (string | undefined)[] {
  const byHeading = new Map<string, string>();
  for (const { name, others } of columns)
    for (const heading of [name, ...others]) byHeading.set(plain(heading), name);
  const found = headings.map((heading) => byHeading.get(plain(heading)));
  const missing = columns.filter(({ name, isOptional }) => !isOptional && !found.includes(name));
  if (missing.length > 0)
    throw invalid(
      `文件缺少列：${missing.map(({ name, others }) => `${others[0]}（${name}）`).join('、')}；应有 ${columns.map(({ name }) => name).join(',')}`,
    );
  const twice = columns.find(({ name }) => found.filter((one) => one === name).length > 1);
  if (twice) throw invalid(`文件有两列${twice.others[0]}（${twice.name}）`);
  return found;
}

/** 开盘价(元) and Prev_Close, each in the one form by which it is known. */
const plain = (heading: string): string =>
  heading
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\((元|股|点)\)/g, '')
    .replace(/[\s_-]/g, '');
