import type { TableRow } from './read-rows.ts';

/** A line of a file that an import did not use, and why. */
export type Fault = { line: number; message: string };
export type Upserted = { added: number; changed: number };

/** What an import of a table changed: the envelope of all imports. Each call answers the part that its clients know. */
export class TableReport {
  added = 0;
  /** Records that existed already and now have the values of the file. */
  changed = 0;
  unchanged = 0;
  failed = 0;
  readonly #maxFaults: number;
  readonly #onFault: (fault: Fault) => void;
  #faults: Fault[] = [];

  /** `maxFaults`: how many faults are listed; `failed` counts all, and `onFault` is called for each. */
  constructor({ maxFaults = 100, onFault = (_: Fault) => {} } = {}) {
    this.#maxFaults = maxFaults;
    this.#onFault = onFault;
  }

  /** The first faults by line, in whatever order they were found. */
  get faults(): Fault[] {
    return this.#faults.toSorted((one, other) => one.line - other.line).slice(0, this.#maxFaults);
  }

  get counts() {
    const { added, changed, unchanged, failed } = this;
    return { added, changed, unchanged, failed };
  }

  /** Says how many rows were not written, and why the first was not; empty if all were. */
  explainFirst(): string {
    const [first] = this.faults;
    return first ? `${this.failed} 行没有写入，第 ${first.line} 行：${first.message}` : '';
  }

  reject(line: number, message: string): void {
    this.failed += 1;
    this.#onFault({ line, message });
    this.#faults.push({ line, message });
    // A file of a million faults must not be kept in memory.
    if (this.#faults.length > 2 * this.#maxFaults) this.#faults = this.faults;
  }
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

/** A whole table in memory: its records by key, the line of each, and the report. */
export class Table<R> extends TableReport {
  readonly records = new Map<string, R>();
  readonly lines = new Map<string, number>();
  readonly #rules: TableRules<R>;

  constructor(rules: TableRules<R>) {
    super(rules);
    this.#rules = rules;
  }

  /** @throws invalid if the file is too long */
  add(row: TableRow<R>): void {
    if ('fault' in row) this.reject(row.line, row.fault);
    else this.#addRecord(row.line, row.record);
    this.#rules.checkSize?.(this.records.size, this.records.size + this.failed + this.unchanged);
  }

  #addRecord(line: number, record: R): void {
    const key = this.#rules.keyOf(record);
    const first = this.records.get(key);
    const fault = first && this.#rules.explainRepeat(record, first);
    if (fault === null) this.unchanged += 1;
    else if (fault !== undefined) this.reject(line, fault);
    else {
      this.records.set(key, record);
      this.lines.set(key, line);
    }
  }

  /** Writes the records, in batches that the database takes as one statement, and counts what changed. */
  async write(upsert: (batch: R[]) => Promise<Upserted>): Promise<void> {
    const records = [...this.records.values()];
    for (let from = 0; from < records.length; from += batchSize) {
      const batch = records.slice(from, from + batchSize);
      const { added, changed } = await upsert(batch);
      this.added += added;
      this.changed += changed;
      this.unchanged += batch.length - added - changed;
    }
  }
}

const batchSize = 5000;

/** Counts the rows that an upsert returned, each with `xmax = 0` for a new one. */
export function countUpserted(rows: readonly { is_new: boolean }[]): Upserted {
  const added = rows.filter(({ is_new }) => is_new).length;
  return { added, changed: rows.length - added };
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
