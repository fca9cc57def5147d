import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testDatabase } from '#testing/database.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { startRelay } from '#testing/relay.ts';
import { openDatabase } from './pool.ts';

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

describe('a database that does not answer', () => {
  const away = { name: 'DatabaseUnavailable', kind: 'unavailable', retryAfter: 5 };

  test('fails statements after their time, also under way, and is used again once it answers', async () => {
    const { connectionString, drop } = await testDatabase();
    const relay = await startRelay(connectionString);
    const db = openDatabase(relay.connectionString, '000000', 2, { maxWaitMs: 300, maxQueryMs: 5000 });
    const short = openDatabase(relay.connectionString, '000000', 1, { maxWaitMs: 300, maxQueryMs: 300 });
    const ask = (of: typeof db) => sql<{ one: number }>`select 1 one`.execute(of);
    await ask(short);
    relay.silence(true);
    await expect(ask(short)).rejects.toMatchObject(away);
    await expect(ask(db)).rejects.toMatchObject(away);
    relay.silence(false);
    await expect.poll(async () => (await ask(short)).rows, { timeout: 5000 }).toEqual([{ one: 1 }]);
    await db.destroy();
    await short.destroy();
    await relay.stop();
    await drop();
  });

  test('is told from a statement that took too long, and from one that is wrong', async () => {
    const { connectionString, drop } = await testDatabase();
    const db = openDatabase(connectionString, '000000', 1, { maxWaitMs: 100, maxQueryMs: 400 });
    await expect(sql`select pg_sleep(5)`.execute(db)).rejects.toMatchObject(away);
    await expect(sql`select nothing`.execute(db)).rejects.toMatchObject({ code: '42703' });
    const long = db.transaction().execute((trx) => sql`select pg_sleep(0.3)`.execute(trx));
    await expect(sql`select 1`.execute(db), 'nobody waits longer for a connection').rejects.toMatchObject(
      away,
    );
    await long;
    await db.destroy();
    await drop();
  });
});
