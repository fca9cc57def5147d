import { type Kysely, sql } from 'kysely';

/** SQL: a column `time`, the moment as the database's server has it, in ms since 1970. */
export const databaseTime = 'extract(epoch from clock_timestamp()) * 1000 as time';

/**
 * The time of the database, which decides what is due: clocks of machines differ, and a worker that is ahead would publish
 * too early. Between two readings it goes on by this process's monotonic clock, so that setting a machine's clock moves
 * nothing. Before the first reading it is this machine's time.
 */
export class DatabaseClock {
  #read: { databaseMs: number; at: number } | undefined;

  now(): Date {
    return this.#read ? new Date(this.#read.databaseMs + performance.now() - this.#read.at) : new Date();
  }

  /**
   * Takes the answer to a statement with `databaseTime`.
   * @param sentAt `performance.now()` when it was sent
   */
  set(databaseMs: number, sentAt: number): void {
    const at = performance.now();
    // Somewhere between was when the server looked at its clock.
    this.#read = { databaseMs, at: (sentAt + at) / 2 };
  }

  /** Asks the database what time it is. */
  async sync<T>(db: Kysely<T>): Promise<void> {
    const sentAt = performance.now();
    const { rows } = await sql<{ time: string }>`select ${sql.raw(databaseTime)}`.execute(db);
    this.set(Number(rows[0]?.time), sentAt);
  }
}
