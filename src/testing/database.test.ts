import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { testDatabase } from './database.ts';

async function runQuery(connectionString: string, sql: string) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('a test database', () => {
  test('is migrated for the default tenant and isolated from other databases', async () => {
    const first = await testDatabase();
    const second = await testDatabase();
    await runQuery(first.connectionString, 'create table public.mine (名 text)');
    const inTenant = await runQuery(
      first.connectionString,
      `select to_regclass('tenant_000000.schema_migrations')::text as found`,
    );
    const inSecond = await runQuery(second.connectionString, `select to_regclass('public.mine') as found`);
    expect(inTenant).toEqual([{ found: 'tenant_000000.schema_migrations' }]);
    expect(inSecond).toEqual([{ found: null }]);
    await first.drop();
    await second.drop();
    await expect(runQuery(first.connectionString, 'select 1')).rejects.toThrow('does not exist');
  });

  test('stores and case-folds Chinese, full-width and rare characters', async () => {
    const { connectionString, drop } = await testDatabase();
    const [row] = await runQuery(
      connectionString,
      `select length('𠮷野家📈') as length, upper('ａbcé') as upper, '宁德时代ＡＩ' ilike '%ａｉ' as found,
              current_setting('timezone') as zone`,
    );
    expect(row).toEqual({ length: 4, upper: 'ＡBCÉ', found: true, zone: 'UTC' });
    await drop();
  });
});
