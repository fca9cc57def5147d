import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testDatabase } from '#testing/database.ts';
import type { Database } from '../context.ts';
import { openDatabase } from './pool.ts';

let db: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  const made = await testDatabase();
  drop = made.drop;
  // One connection, so that the next transaction would meet what the previous one leaves behind on it.
  db = openDatabase(made.connectionString, '000000', 1);
  await sql`create table notes (id int primary key, said text not null check (said <> ''))`.execute(db);
});
beforeEach(async () => {
  await sql`truncate notes`.execute(db);
  await note(1).execute(db);
});
afterAll(async () => {
  await db.destroy();
  await drop();
});

const note = (id: number, said = '甲') => sql`insert into notes values (${id}, ${said})`;
const ids = async () => {
  const { rows } = await sql<{ id: number }>`select id from notes order by id`.execute(db);
  return rows.map(({ id }) => id);
};
const attempt = (work: Parameters<ReturnType<Database['transaction']>['execute']>[0]) =>
  db
    .transaction()
    .execute(work)
    .then(
      () => 'committed',
      (error: Error) => error.message,
    );

test('commits a transaction that succeeds, and leaves nothing of one that throws, including its first statement', async () => {
  expect(
    await attempt(async (trx) => {
      await note(2).execute(trx);
      await note(3).execute(trx);
    }),
  ).toBe('committed');
  expect(
    await attempt(async (trx) => {
      await note(4).execute(trx);
      throw new Error('changed my mind');
    }),
  ).toBe('changed my mind');
  expect(await ids()).toEqual([1, 2, 3]);
});

test('a first statement that fails aborts the transaction; nothing after it is committed', async () => {
  expect(
    await attempt(async (trx) => {
      await note(1)
        .execute(trx)
        .catch(() => undefined);
      await note(4).execute(trx);
    }),
  ).toContain('current transaction is aborted');
  expect(await ids()).toEqual([1]);
});

test('rolls back concurrent statements with their transaction', async () => {
  const said = await attempt(async (trx) => {
    await Promise.all([note(5).execute(trx), note(6, '').execute(trx), note(7).execute(trx)]);
  });
  expect(said).toContain('notes_said_check');
  expect(await ids()).toEqual([1]);
});

test('a transaction without a statement has no effect, and the next one is complete', async () => {
  expect(await attempt(async () => undefined)).toBe('committed');
  expect(await attempt(() => Promise.reject(new Error('at once')))).toBe('at once');
  const { rows } = await sql<{
    alone: boolean;
  }>`select pg_current_xact_id_if_assigned() is null alone`.execute(db);
  expect(rows).toEqual([{ alone: true }]);
  expect(await attempt((trx) => note(8).execute(trx))).toBe('committed');
  expect(await ids()).toEqual([1, 8]);
});
