import type { Context } from './context.ts';

/**
 * What one feature stores about a member, for the copy of personal data that everyone may request under China's PIPL
 * (art. 45). Each part becomes `<name>.json`, an array of the rows that `read` returns.
 */
export type PersonalDataPart = {
  /** File name without extension, in lower case with hyphens: `reading-history`. */
  readonly name: string;
  /**
   * Returns the member's rows as plain objects, times as ISO 8601; for a large table a generator that reads in batches.
   */
  read(ctx: Context, memberId: string): AsyncIterable<unknown> | Promise<readonly unknown[]>;
};

/** Reads a large table in batches by keyset pagination, for `read`. `present` returns a row and its key. */
export async function* readInBatches<R>(
  { db }: Context,
  memberId: string,
  read: (db: Context['db'], memberId: string, after: string, limit: number) => Promise<R[]>,
  present: (row: R) => { key: string; row: unknown },
  limit = 1000,
): AsyncGenerator<unknown> {
  let after = '0';
  for (;;) {
    const rows = await read(db, memberId, after, limit);
    for (const row of rows) {
      const { key, row: shown } = present(row);
      after = key;
      yield shown;
    }
    if (rows.length < limit) return;
  }
}
