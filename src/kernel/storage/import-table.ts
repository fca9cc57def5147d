import type { TableRow } from './read-rows.ts';

/** A line of a file that an import did not use, and why. */
export type LineFault = { line: number; message: string };

const batchSize = 5000;

/** What an import of a table changed: the envelope of all imports. Each call answers the part that its clients know. */
export class TableReport {
  added = 0;
  /** Records that existed already and now have the values of the file. */
  changed = 0;
  unchanged = 0;
  failed = 0;
  readonly #maxFaults: number;
  #faults: LineFault[] = [];

  /** `maxFaults`: how many faults are listed; `failed` counts all. */
  constructor(maxFaults = 100) {
    this.#maxFaults = maxFaults;
  }

  /** The first faults by line, in whatever order they were found. */
  get faults(): LineFault[] {
    return this.#faults.toSorted((one, other) => one.line - other.line).slice(0, this.#maxFaults);
  }

  get counts() {
    const { added, changed, unchanged, failed } = this;
    return { added, changed, unchanged, failed };
  }

  /** What a call answers (`importReport` of bodies.ts). */
  get answer() {
    return { ...this.counts, faults: this.faults };
  }

  reject(line: number, message: string): void {
    this.failed += 1;
    this.#faults.push({ line, message });
    // A file of a million faults must not be kept in memory.
    if (this.#faults.length > 2 * this.#maxFaults) this.#faults = this.faults;
  }

  /** Says how many rows were not written, and why the first was not; empty if all were. */
  explainFirst(): string {
    const [first] = this.faults;
    return first ? `${this.failed} 行没有写入，第 ${first.line} 行：${first.message}` : '';
  }

  /** Writes records in batches, each of which the database takes as one parameter, and counts what they changed. */
  async write<R>(
    records: Iterable<R>,
    upsert: (batch: R[]) => Promise<{ added: number; changed: number }>,
  ): Promise<void> {
    const all = [...records];
    for (let from = 0; from < all.length; from += batchSize) {
      const batch = all.slice(from, from + batchSize);
      const { added, changed } = await upsert(batch);
      this.added += added;
      this.changed += changed;
      this.unchanged += batch.length - added - changed;
    }
  }
}

/** Counts the rows that an upsert returned, each with `xmax = 0` for a new one. */
export function countUpserted(rows: readonly { is_new: boolean }[]): { added: number; changed: number } {
  const added = rows.filter(({ is_new }) => is_new).length;
  return { added, changed: rows.length - added };
}

type TableRules<R> = {
  /** The identity of a record: of records with one key the first counts. */
  keyOf: (record: R) => string;
  /** Says what is wrong with a later record of the same key; null for one that changes nothing. */
  explainRepeat: (record: R, first: R) => string | null;
  /** Refuses a file with too many usable records or rows. @throws invalid */
  checkSize?: (records: number, rows: number) => void;
  maxFaults?: number;
};

/** A whole table in memory: its records by key, the line of each, and a report that names the lines that cannot be used. */
export class Table<R> {
  readonly records = new Map<string, R>();
  readonly lines = new Map<string, number>();
  readonly report: TableReport;
  readonly #rules: TableRules<R>;

  constructor(rules: TableRules<R>) {
    this.#rules = rules;
    this.report = new TableReport(rules.maxFaults);
  }

  /** @throws invalid if the file is too long */
  add(row: TableRow<R>): void {
    const { records, lines, report } = this;
    const { keyOf, explainRepeat, checkSize } = this.#rules;
    if ('fault' in row) report.reject(row.line, row.fault);
    else {
      const key = keyOf(row.record);
      const first = records.get(key);
      const fault = first === undefined ? undefined : explainRepeat(row.record, first);
      if (fault === null) report.unchanged += 1;
      else if (fault !== undefined) report.reject(row.line, fault);
      else {
        records.set(key, row.record);
        lines.set(key, row.line);
      }
    }
    checkSize?.(records.size, records.size + report.failed + report.unchanged);
  }
}

/** Reads all rows into a table. @throws invalid if the file is too long */
export async function readTable<R>(
  rows: AsyncIterable<TableRow<R>>,
  rules: TableRules<R>,
): Promise<Table<R>> {
  const table = new Table(rules);
  for await (const row of rows) table.add(row);
  return table;
}
