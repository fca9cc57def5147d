import { type Kysely, sql } from 'kysely';

/** SQL: a column `time` with the database server's clock in ms since 1970. */
export const databaseTime = 'extract(epoch from clock_timestamp()) * 1000 as time';

/**
 * The time of the database, which decides what is due: machine clocks differ, and a worker whose clock is fast would
 * publish too early. Between two readings the clock advances by this process's monotonic clock, so setting a machine's
 * clock has no effect. Before the first reading it is this machine's time.
 */
export class DatabaseClock {
  #read: { databaseMs: number; at: number } | undefined;

  now(): Date {
    return this.#read ? new Date(this.#read.databaseMs + performance.now() - this.#read.at) : new Date();
  }

  /**
   * Sets the clock from the result of a statement with `databaseTime`.
   * @param sentAt `performance.now()` when the statement was sent
   */
  set(databaseMs: number, sentAt: number): void {
    const at = performance.now();
    // The server read its clock at some moment between sending and receiving.
    this.#read = { databaseMs, at: (sentAt + at) / 2 };
  }

  /** Reads the clock of the database. */
  async sync<T>(db: Kysely<T>): Promise<void> {
    const sentAt = performance.now();
    const { rows } = await sql<{ time: string }>`select ${sql.raw(databaseTime)}`.execute(db);
    this.set(Number(rows[0]?.time), sentAt);
  }
}
