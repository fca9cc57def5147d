import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPortal, type Portal } from '#testing/portal.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal.close());

test('a connection lost in the middle of a transaction fails the transaction, not the process', async () => {
  const { db } = portal.ctx;
  const lost = db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() pid`.execute(trx);
    await sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`.execute(db);
    await sql`select 1`.execute(trx);
  });
  await expect(lost).rejects.toThrow();
  expect((await sql`select 1 one`.execute(db)).rows).toEqual([{ one: 1 }]);
});
