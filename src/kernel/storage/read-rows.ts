import { setImmediate } from 'node:timers/promises';
import { DomainError, invalid } from '#kernel/errors.ts';
import { normaliseHeading, readCsvRows, widthFault } from './csv-rows.ts';
import { RowReader } from './row-reader.ts';

export type CsvColumn = {
  /** The English heading, which is also the key of the cell. */
  name: string;
  /** Other accepted headings; the first is the Chinese label in error messages. */
  aliases: readonly string[];
  /** Whether a file may omit the column. */
  isOptional?: true;
};

/** What a row of a table is read as, or why it cannot be used. */
export type TableRow<R> = { line: number } & ({ record: R } | { fault: string });

type RowOptions = {
  /** For files of other programs: a row may end before the header does, and of two columns with one name the first counts. */
  isLenient?: boolean;
  /** Refuses a header that lacks what this kind of file needs. @throws invalid */
  checkHeader?: (names: readonly (string | undefined)[], headings: readonly string[]) => void;
};

const rowsPerTurn = 500;

/**
 * Yields the records of a CSV with a header, each with the number of its first line. The delimiter (comma, tab, semicolon)
 * is detected from the header; headings may be English or Chinese; unknown columns are ignored.
 * @param read returns the record of a row, or throws invalid, whose message becomes the fault of the row
 * @throws invalid for a file that is empty or lacks a column, by name
 */
export async function* readRecords<R>(
  text: AsyncIterable<string> | Iterable<string>,
  columns: readonly CsvColumn[],
  read: (row: RowReader) => R,
  { isLenient = false, checkHeader }: RowOptions = {},
): AsyncGenerator<TableRow<R>> {
  const labels = Object.fromEntries(columns.map(({ name, aliases }) => [name, aliases[0] ?? name]));
  let names: (string | undefined)[] | undefined;
  let count = 0;
  for await (const row of readCsvRows(text)) {
    if ('fault' in row) return yield row;
    // Rows already in memory would otherwise be read without ever yielding to the event loop.
    count += 1;
    if (count % rowsPerTurn === 0) await setImmediate();
    const record = row.cells.map((cell) => cell.trim());
    if (!names) {
      names = readHeader(record, columns, isLenient);
      checkHeader?.(names, record);
      continue;
    }
    const fault = widthFault(record, names.length, isLenient);
    const cells: Record<string, string> = {};
    for (const [index, name] of names.entries()) if (name) cells[name] = record[index] ?? '';
    yield fault ? { line: row.line, fault } : readRecord(row.line, new RowReader(cells, labels), read);
  }
  if (!names) throw invalid('文件是空的');
}

function readRecord<R>(line: number, row: RowReader, read: (row: RowReader) => R): TableRow<R> {
  try {
    return { line, record: read(row) };
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'invalid') return { line, fault: error.message };
    throw error;
  }
}

/** Maps each heading to a column; undefined for an unknown heading. */
function readHeader(
  headings: readonly string[],
  columns: readonly CsvColumn[],
  isLenient: boolean,
): (string | undefined)[] {
  const byHeading = new Map(
    columns.flatMap(({ name, aliases }) => [name, ...aliases].map((one) => [keyOf(one), name] as const)),
  );
  const found = headings.map((heading) => byHeading.get(keyOf(heading)));
  const missing = columns.filter(({ name, isOptional }) => !isOptional && !found.includes(name));
  if (missing.length > 0)
    throw invalid(
      `文件缺少列：${missing.map(({ name, aliases }) => `${aliases[0]}（${name}）`).join('、')}；应有 ${columns.map(({ name }) => name).join(',')}`,
    );
  if (isLenient) return found.map((name, at) => (found.indexOf(name) === at ? name : undefined));
  const duplicated = columns.find(({ name }) => found.filter((one) => one === name).length > 1);
  if (duplicated) throw invalid(`文件有两列${duplicated.aliases[0]}（${duplicated.name}）`);
  return found;
}

/** Compares headings such as 开盘价(元) without their units. */
const keyOf = (heading: string): string => normaliseHeading(heading).replace(/\((元|股|点)\)/g, '');
