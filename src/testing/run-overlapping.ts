import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Trx } from '#kernel/context.ts';
import type { Portal } from './portal.ts';
import { waitFor } from './wait-for.ts';

/**
 * Makes calls overlap: holds the rows that `lock` locks until each call waits for a lock, then lets all of them go on.
 * Without it, a call that gets its connection late would find what another call has already changed. Takes one connection
 * of the pool for each call and two more.
 */
export async function runOverlapping<T>(
  { ctx: { db } }: Pick<Portal, 'ctx'>,
  lock: (trx: Trx) => Promise<unknown>,
  calls: readonly (() => Promise<T>)[],
): Promise<T[]> {
  const locked = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const holding = db.transaction().execute(async (trx) => {
    await lock(trx);
    locked.resolve();
    await release.promise;
  });
  await Promise.race([locked.promise, holding]);
  const answers = calls.map((call) => call());
  const countWaiting = async () => {
    const { rows } = await sql<{ waiting: number }>`select count(*)::int waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    return rows[0]?.waiting;
  };
  await waitFor(async () => expect(await countWaiting()).toBe(calls.length));
  release.resolve();
  await holding;
  return Promise.all(answers);
}
