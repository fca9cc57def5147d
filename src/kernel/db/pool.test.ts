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

  test('fails statements at their time limit, including running ones, and is used again once it answers', async () => {
    const { connectionString, drop } = await testDatabase();
    const relay = await startRelay(connectionString);
    const db = openDatabase(relay.connectionString, '000000', 2, { maxWaitMs: 300, maxQueryMs: 5000 });
    const short = openDatabase(relay.connectionString, '000000', 1, { maxWaitMs: 300, maxQueryMs: 300 });
    const query = (of: typeof db) => sql<{ one: number }>`select 1 one`.execute(of);
    await query(short);
    relay.setSilent(true);
    await expect(query(short)).rejects.toMatchObject(away);
    await expect(query(db)).rejects.toMatchObject(away);
    relay.setSilent(false);
    await expect.poll(async () => (await query(short)).rows).toEqual([{ one: 1 }]);
    await db.destroy();
    await short.destroy();
    await relay.stop();
    await drop();
  });

  test('is distinguished from a statement that took too long and from an invalid one', async () => {
    const { connectionString, drop } = await testDatabase();
    const db = openDatabase(connectionString, '000000', 1, { maxWaitMs: 1000, maxQueryMs: 1000 });
    await expect(sql`select pg_sleep(5)`.execute(db)).rejects.toMatchObject(away);
    await expect(sql`select nothing`.execute(db)).rejects.toMatchObject({ code: '42703' });
    const begun = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    const long = db.transaction().execute(async (trx) => {
      await sql`select 1`.execute(trx);
      begun.resolve();
      await end.promise;
    });
    await begun.promise;
    await expect(
      sql`select 1`.execute(db),
      'fails after the maximum wait for a connection',
    ).rejects.toMatchObject(away);
    end.resolve();
    await long;
    await db.destroy();
    await drop();
  });
});

describe('a locked table', () => {
  const open = async () => {
    const { connectionString, drop } = await testDatabase();
    const db = openDatabase(connectionString, '000000', 10);
    const locks = openDatabase(connectionString, '000000', 1);
    const locked = Promise.withResolvers<void>();
    const unlock = Promise.withResolvers<void>();
    const holding = locks.transaction().execute(async (trx) => {
      await sql`lock table sensitive_words in access exclusive mode`.execute(trx);
      locked.resolve();
      await unlock.promise;
    });
    await locked.promise;
    const close = async () => {
      unlock.resolve();
      await holding;
      await db.destroy();
      await locks.destroy();
      await drop();
    };
    return { db, unlock: unlock.resolve, close };
  };
  const words = (db: Portal['ctx']['db']) => db.selectFrom('sensitive_words').select('id').execute();
  const columns = (db: Portal['ctx']['db']) => db.selectFrom('columns').select('id').execute();

  test('leaves connections to statements on other tables, and fails late statements at once', async () => {
    const { db, close } = await open();
    const stuck = Promise.allSettled(Array.from({ length: 20 }, () => words(db)));
    const startedAt = performance.now();
    expect((await columns(db)).length).toBeGreaterThan(0);
    await expect.poll(() => words(db).catch(({ name }) => name)).toBe('DatabaseUnavailable');
    const late = performance.now();
    await expect(words(db)).rejects.toMatchObject({ name: 'DatabaseUnavailable', retryAfter: 5 });
    await columns(db);
    expect(performance.now() - late).toBeLessThan(1000);
    expect(late - startedAt).toBeLessThan(8000);
    await close();
    const outcomes = await stuck;
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(7);
  });

  test('runs waiting statements in turn when it makes progress', async () => {
    const { db, unlock, close } = await open();
    const waiting = Promise.all(Array.from({ length: 20 }, () => words(db)));
    await columns(db);
    unlock();
    expect(await waiting).toHaveLength(20);
    await close();
  });

  test('does not delay a transaction under way, which may hold locks that others wait for', async () => {
    const { db, unlock, close } = await open();
    const transaction = db.transaction().execute(async (trx) => {
      await columns(trx as never);
      const others = Promise.all(Array.from({ length: 12 }, () => words(db)));
      await expect.poll(() => running(db)).toBe(7);
      const own = words(trx as never);
      await expect.poll(() => running(db)).toBe(8);
      unlock();
      await own;
      return others;
    });
    expect(await transaction).toHaveLength(12);
    await close();
  });

  const running = async (db: Portal['ctx']['db']) => {
    const { rows } = await sql<{ count: number }>`select count(*)::int count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    return rows[0]?.count;
  };
});
