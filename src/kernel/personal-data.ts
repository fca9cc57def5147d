import type { Context } from './context.ts';

/**
 * What one feature keeps about a person, for the copy that China's personal-information law (PIPL, art. 45) gives
 * everyone a right to. The house puts the parts together; each becomes `<name>.json`, an array of `read`'s rows.
 */
export type PersonalDataPart = {
  /** File name without ending: lower case and hyphens, `reading-history`. */
  readonly name: string;
  /** The member's rows as plain objects, times ISO 8601. Large tables answer a generator that reads in batches. */
  read(ctx: Context, memberId: string): AsyncIterable<unknown> | Promise<readonly unknown[]>;
};

/** The rows of a large table as `read` answers them, a batch after the row whose key is `place`. */
export async function* inBatches<R>(
  { db }: Context,
  memberId: string,
  read: (db: Context['db'], memberId: string, after: string, limit: number) => Promise<R[]>,
  present: (row: R) => { place: string; row: unknown },
  limit = 1000,
): AsyncGenerator<unknown> {
  let after = '0';
  for (;;) {
    const rows = await read(db, memberId, after, limit);
    for (const row of rows) {
      const { place, row: shown } = present(row);
      after = place;
      yield shown;
    }
    if (rows.length < limit) return;
  }
}
