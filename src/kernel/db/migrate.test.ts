import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { testDatabase } from '../../testing/database.ts';
import { type MigrateOptions, migrate } from './migrate.ts';

const FIRST = '20260101000000-columns-create.sql';
const SECOND = '20260102000000-columns-add-icon.sql';

let database: Awaited<ReturnType<typeof testDatabase>>;
let directory: string;

beforeEach(async () => {
  database = await testDatabase();
  directory = await mkdtemp(join(tmpdir(), 'guanlan-migrations-'));
  await write(FIRST, "create table columns (name text);\ninsert into columns values ('要闻𠮷');\n");
  await write(SECOND, 'alter table columns add icon text;\n');
});

afterEach(async () => {
  await database.drop();
  await rm(directory, { recursive: true });
});

const write = (name: string, sql: string) => writeFile(join(directory, name), sql);
const run = (schema = 'tenant_a', options: Partial<MigrateOptions> = {}) =>
  migrate({ connectionString: database.connectionString, schema, directory, ...options });

async function query(sql: string) {
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('migrate', () => {
  test('applies missing migrations once, in the order of their names', async () => {
    expect(await run()).toEqual([FIRST, SECOND]);
    expect(await run()).toEqual([]);
    expect(await query('select name, icon from tenant_a.columns')).toEqual([{ name: '要闻𠮷', icon: null }]);
    expect(await query('select name from tenant_a.schema_migrations order by name')).toEqual([
      { name: FIRST },
      { name: SECOND },
    ]);
  });

  test('keeps the schemas separate', async () => {
    await run('tenant_a');
    expect(await run('tenant_b')).toEqual([FIRST, SECOND]);
    await query("insert into tenant_b.columns values ('研报')");
    expect(await query('select name from tenant_a.columns')).toEqual([{ name: '要闻𠮷' }]);
  });

  test('refuses a file that was edited after it was applied, and applies nothing then', async () => {
    await run();
    await write(FIRST, 'create table columns (title text);\n');
    await write('20260103000000-columns-more.sql', 'create table more ();\n');
    await expect(run()).rejects.toThrow(`改动：${FIRST}`);
    expect(await query("select to_regclass('tenant_a.more') as more")).toEqual([{ more: null }]);
  });

  test('accepts other line endings in the same file', async () => {
    await run();
    await write(SECOND, 'alter table columns add icon text;\r\n');
    expect(await run()).toEqual([]);
  });

  test('leaves no trace of a failed file, keeps the files before it, and reports the line', async () => {
    await write(
      '20260103000000-columns-broken.sql',
      'create table half ();\nselect 1;\ncreate tabel other ();\n',
    );
    await expect(run()).rejects.toThrow(/20260103000000-columns-broken\.sql 在 tenant_a 中失败.*第 3 行/);
    expect(await query("select to_regclass('tenant_a.half') as half")).toEqual([{ half: null }]);
    await rm(join(directory, '20260103000000-columns-broken.sql'));
    expect(await run()).toEqual([]);
  });

  test('applies each file once when several processes migrate at the same time', async () => {
    const applied = await Promise.all([run(), run(), run(), run()]);
    expect(applied.flat()).toEqual([FIRST, SECOND]);
    expect(await query('select count(*)::int as times from tenant_a.columns')).toEqual([{ times: 1 }]);
  });

  test("creates the portal's own tables", async () => {
    const names = await readdir(join(import.meta.dirname, '../../../db/migrations'));
    const sql = 'select count(*)::int as applied from tenant_000000.schema_migrations';
    expect(await query(sql)).toEqual([{ applied: names.length }]);
  });
});

describe('while another process migrates', () => {
  /** Holds the lock as another process with a recognisable name. */
  async function holdLock() {
    const client = new pg.Client({
      connectionString: database.connectionString,
      application_name: 'guanlan migrate 4711@web-2',
    });
    await client.connect();
    await client.query("select pg_advisory_lock(hashtextextended('guanlan migrate tenant_a', 0))");
    const { rows } = await client.query('select pg_backend_pid() as pid');
    return { pid: rows[0].pid as number, release: () => client.end() };
  }

  test('a start reports which process it waits for, and continues when that process is done', async () => {
    const { pid, release } = await holdLock();
    const lines: string[] = [];
    const applied = await run('tenant_a', {
      maxWaitMs: 20_000,
      log: (line) => {
        lines.push(line);
        void release();
      },
    });
    expect(applied).toEqual([FIRST, SECOND]);
    expect(lines).toEqual([
      expect.stringMatching(`pid ${pid}，application_name guanlan migrate 4711@web-2.*最多等待 20 秒`),
    ]);
  });

  test('a start fails after its limit, naming the holder and a remedy', async () => {
    const { pid, release } = await holdLock();
    await expect(run('tenant_a', { maxWaitMs: 200 })).rejects.toThrow(
      new RegExp(`pid ${pid}，application_name guanlan migrate 4711@web-2.*pg_terminate_backend`),
    );
    await release();
    expect(await run()).toEqual([FIRST, SECOND]);
  });
});

describe('beside a newer program', () => {
  const THIRD = '20260103000000-columns-contract.sql';
  const FOURTH = '20260104000000-columns-add-note.sql';

  test('an older program starts unless a migration declares it too old', async () => {
    await write(FOURTH, 'alter table columns add note text;\n');
    await run();
    await rm(join(directory, FOURTH));
    expect(await run()).toEqual([]);
  });

  test('a program older than the minimum version of a contracting migration is refused', async () => {
    await write(THIRD, '-- minimum-version: 20260102000000\nalter table columns add note text;\n');
    await run();
    await rm(join(directory, THIRD));
    expect(await run(), 'it has the minimum').toEqual([]);
    await rm(join(directory, SECOND));
    await expect(run()).rejects.toThrow(/程序太旧.*20260101000000.*至少需要 20260102000000/);
  });

  test('also refuses it if the migrations table predates minimum versions', async () => {
    await run();
    await query('alter table tenant_a.schema_migrations drop column minimum_version');
    await write(THIRD, '-- minimum-version: 20260103000000\nalter table columns drop icon;\n');
    expect(await run()).toEqual([THIRD]);
    await rm(join(directory, THIRD));
    await expect(run()).rejects.toThrow('程序太旧');
  });
});

describe('an index that is built concurrently', () => {
  const INDEX = '20260103000000-columns-index.sql';
  const index =
    '-- outside-transaction\n-- Lists by name; for their order.\ncreate index concurrently columns_by_name on columns (name);\n';
  const isValid =
    "select indisvalid from pg_index where indexrelid = to_regclass('tenant_a.columns_by_name')";

  test('is built in an existing schema, also by several processes at once, and in a new one', async () => {
    await run();
    await write(INDEX, index);
    expect((await Promise.all([run(), run(), run()])).flat()).toEqual([INDEX]);
    expect(await query(isValid)).toEqual([{ indisvalid: true }]);
    expect(await run('tenant_b')).toEqual([FIRST, SECOND, INDEX]);
    expect(await query("select to_regclass('tenant_b.columns_by_name') is not null as found")).toEqual([
      { found: true },
    ]);
  });

  test('is dropped and built again if its building was interrupted', async () => {
    await run();
    await query("insert into tenant_a.columns values ('要闻𠮷')");
    // A unique index over equal rows fails and stays behind invalid, like one whose process was killed.
    const broken = query('create unique index concurrently columns_by_name on tenant_a.columns (name)');
    await expect(broken).rejects.toThrow('columns_by_name');
    expect(await query(isValid)).toEqual([{ indisvalid: false }]);
    await write(INDEX, index);
    expect(await run()).toEqual([INDEX]);
    expect(await query(isValid)).toEqual([{ indisvalid: true }]);
  });
});

describe('while a table is locked', () => {
  async function lockTable() {
    const client = new pg.Client({
      connectionString: database.connectionString,
      application_name: 'nightly',
    });
    await client.connect();
    await client.query('begin; lock table tenant_a.columns in access share mode');
    return () => client.end();
  }
  const THIRD = '20260103000000-columns-note.sql';

  test('a migration gives way to others, tries again, and is applied once the lock is free', async () => {
    await run();
    await write(THIRD, 'alter table columns add note text;\n');
    const release = await lockTable();
    const applied = run('tenant_a', { lockWaits: { ms: 100, times: 50 }, log: () => void release() });
    expect(await applied).toEqual([THIRD]);
  });

  test('it fails after its tries with the transaction that is in the way, and changes nothing', async () => {
    await run();
    await write(THIRD, 'create table half ();\nalter table columns add note text;\n');
    const release = await lockTable();
    const failing = run('tenant_a', { lockWaits: { ms: 100, times: 2 } });
    await expect(failing).rejects.toThrow(/试了 2 次.*application_name nightly.*pg_terminate_backend/);
    await release();
    expect(await query("select to_regclass('tenant_a.half') as half")).toEqual([{ half: null }]);
    expect(await run()).toEqual([THIRD]);
  });
});
