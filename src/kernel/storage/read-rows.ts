import { setImmediate } from 'node:timers/promises';
import { invalid } from '#kernel/errors.ts';
import { readCsvRows } from './csv-rows.ts';

export type CsvColumn = {
  /** The English heading, which is also the key of the cell. */
  name: string;
  /** Other accepted headings; the first is the Chinese label in error messages. */
  aliases: readonly string[];
  /** Whether a file may omit the column. */
  isOptional?: true;
};
/** A row by column name; an absent cell and an empty one are both empty. */
export type RawRow =
  | { line: number; cells: Readonly<Record<string, string>> }
  | { line: number; fault: string };

const rowsPerTurn = 500;

/**
 * Yields the rows of a CSV with a header, each with the number of its first line. The delimiter (comma, tab, semicolon)
 * is detected from the header; headings may be English or Chinese; unknown columns are ignored.
 * @throws invalid for a file that is empty or lacks a column, by name
 */
export async function* readRows(
  text: AsyncIterable<string> | Iterable<string>,
  columns: readonly CsvColumn[],
): AsyncGenerator<RawRow> {
  let names: (string | undefined)[] | undefined;
  let read = 0;
  for await (const row of readCsvRows(text)) {
    if ('unclosed' in row) {
      yield { line: row.unclosed, fault: '从这一行开始的引号没有闭合，其后的内容无法读取' };
      return;
    }
    // Rows already in memory would otherwise be read without ever yielding to the event loop.
    read += 1;
    if (read % rowsPerTurn === 0) await setImmediate();
    const { line } = row;
    const record = row.cells.map((cell) => cell.trim());
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
    for (const [index, name] of names.entries()) if (name) cells[name] = record[index] ?? '';
    yield { line, cells };
  }
  if (!names) throw invalid('文件是空的');
}

/** Maps each heading to a column; undefined for an unknown heading. */
function readHeader(headings: readonly string[], columns: readonly CsvColumn[]): (string | undefined)[] {
  const byHeading = new Map<string, string>();
  for (const { name, aliases } of columns)
    for (const heading of [name, ...aliases]) byHeading.set(normalizeHeading(heading), name);
  const found = headings.map((heading) => byHeading.get(normalizeHeading(heading)));
  const missing = columns.filter(({ name, isOptional }) => !isOptional && !found.includes(name));
  if (missing.length > 0)
    throw invalid(
      `文件缺少列：${missing.map(({ name, aliases }) => `${aliases[0]}（${name}）`).join('、')}；应有 ${columns.map(({ name }) => name).join(',')}`,
    );
  const duplicated = columns.find(({ name }) => found.filter((one) => one === name).length > 1);
  if (duplicated) throw invalid(`文件有两列${duplicated.aliases[0]}（${duplicated.name}）`);
  return found;
}

/** Normalises a heading such as 开盘价(元) or Prev_Close for comparison. */
const normalizeHeading = (heading: string): string =>
  heading
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\((元|股|点)\)/g, '')
    .replace(/[\s_-]/g, '');
