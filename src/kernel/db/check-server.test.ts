import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { testDatabase } from '#testing/database.ts';
import { type Pooler, startPooler } from '#testing/pooler.ts';
import { checkServer, checkVersion, postgresVersions } from './check-server.ts';
import { fillTables } from './copy-in.ts';
import { openSnapshot } from './copy-out.ts';
import { openDatabase } from './pool.ts';

const schema = 'tenant_000000';
let database: Awaited<ReturnType<typeof testDatabase>>;
let pooler: Pooler | undefined;

beforeEach(async () => {
  database = await testDatabase();
});
afterEach(async () => {
  await pooler?.stop();
  pooler = undefined;
  await database.drop();
});

const check = async (connectionString: string) => {
  const lines: string[] = [];
  await checkServer(connectionString, (line) => lines.push(line));
  return lines;
};

describe('a connection pooler', () => {
  test('in transaction mode is refused, with its mode and a remedy', async () => {
    pooler = await startPooler(database.connectionString, 'transaction');
    await expect(check(pooler.connectionString)).rejects.toThrow(
      /DATABASE_URL 指向事务模式.*pgbouncer.*pool_mode=session/,
    );
  });

  test('in session mode is accepted, as is a direct connection', async () => {
    pooler = await startPooler(database.connectionString, 'session');
    expect(await check(pooler.connectionString)).toEqual([]);
    expect(await check(database.connectionString)).toEqual([]);
  });

  test("in session mode with its defaults serves the pool, copies and restores, with the portal's session settings", async () => {
    pooler = await startPooler(database.connectionString, 'session');
    const db = openDatabase(pooler.connectionString, '000000', 1, { maxWaitMs: 2000, maxQueryMs: 10_000 });
    const { rows } = await sql<Record<string, string>>`select current_setting('search_path') path,
      current_setting('TimeZone') zone, current_setting('statement_timeout') statement,
      current_setting('idle_in_transaction_session_timeout') idle`.execute(db);
    expect(rows).toEqual([{ path: schema, zone: 'UTC', statement: '9s', idle: '1min' }]);
    await db.destroy();
    const snapshot = await openSnapshot(pooler.connectionString, schema);
    expect(snapshot.tables.map(({ name }) => name)).toContain('posts');
    await snapshot.close();
    const place = { schema, tenantId: '000000' };
    expect(await fillTables(pooler.connectionString, place, ({ count }) => count('posts'))).toBe(0);
  });
});

describe('the version of PostgreSQL', () => {
  const { oldest, newest } = postgresVersions;

  test('is refused below the supported range', () => {
    expect(() => checkVersion(oldest - 1, `${oldest - 1}.4`)).toThrow(`PostgreSQL ${oldest - 1}.4 太旧`);
  });

  test('has the supported range that the documentation names', () => {
    const range = `PostgreSQL ${oldest} to ${newest}`;
    for (const path of ['docs/operating.md', 'docs/settings.md', 'README.md'])
      expect(readFileSync(path, 'utf8'), path).toContain(range);
  });

  test('is accepted within the range, and above it with a warning', () => {
    expect(checkVersion(oldest, `${oldest}.1`)).toBeNull();
    expect(checkVersion(newest, `${newest}.9`)).toBeNull();
    expect(checkVersion(newest + 1, `${newest + 1}beta1`)).toContain('没有测试过');
  });
});
