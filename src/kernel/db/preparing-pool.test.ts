import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '#testing/database.ts';
import { preparingPool } from './preparing-pool.ts';

let drop: () => Promise<void>;
let pool: PostgresPool;
let client: PostgresPoolClient;
let other: pg.Client;
beforeAll(async () => {
  const database = await testDatabase();
  drop = database.drop;
  const { connectionString } = database;
  pool = preparingPool(new pg.Pool({ connectionString, pipeline: true }), 45_000);
  client = await pool.connect();
  other = new pg.Client({ connectionString });
  await other.connect();
  await send('create table mine (id int, 名 text)');
  await send(`insert into mine values (1, '𠮷野家'), (2, 'ＡＩ')`);
});
afterAll(async () => {
  client.release();
  await pool.end();
  await other.end();
  await drop();
});

const send = <R = unknown>(text: string, values: unknown[] = []) => client.query<R>(text, values);

const prepared = async () =>
  (await send<{ statement: string }>('select statement from pg_prepared_statements')).rows.map(
    ({ statement }) => statement,
  );
const names = async (text: string, id: number) =>
  (await send<{ 名: string }>(text, [id])).rows.map((row) => row.名);

test('prepares a statement that is sent again, and answers for each value', async () => {
  const text = 'select 名 from mine where id = $1';
  expect(await names(text, 1)).toEqual(['𠮷野家']);
  expect(await prepared()).not.toContain(text);
  expect(await names(text, 2)).toEqual(['ＡＩ']);
  expect(await names(text, 3)).toEqual([]);
  expect(await prepared()).toContain(text);
});

test('does not prepare a statement without a column list, so that a new column does not break it', async () => {
  const text = 'select * from mine where id = $1';
  for (let times = 0; times < 3; times++) await send(text, [1]);
  expect(await prepared()).not.toContain(text);
  await send('alter table mine add note text');
  expect((await send(text, [1])).rows).toEqual([{ id: 1, 名: '𠮷野家', note: null }]);
});

test('a statement that fails in a transaction works after it', async () => {
  const text = 'select 1 / id as part from mine where id >= $1 and id < 3 order by id';
  await send('insert into mine (id) values (0)');
  await send('begin');
  for (let times = 0; times < 2; times++) await send('savepoint here').then(fail, () => undefined);
  await send('rollback');
  expect((await send(text, [1])).rows).toHaveLength(2);

  function fail() {
    return send(text, [0]).then(
      () => expect.unreachable('division by zero'),
      () => send('rollback to here'),
    );
  }
});

test('statements used by a single request do not displace others', async () => {
  const lists = Array.from({ length: 400 }, (_, index) => `select ${index} as n where $1 = 1`);
  for (const text of lists) await send(text, [1]);
  expect(await prepared()).not.toContain(lists[0]);
  const late = 'select 名 as late from mine where id = $1';
  for (let times = 0; times < 3; times++) await send(late, [1]);
  expect(await prepared()).toContain(late);
});

test('begins a transaction with its first statement, and never without one', async () => {
  const { rows } = await send<{ pid: number }>('select pg_backend_pid() pid');
  const state = async () =>
    (await other.query('select state from pg_stat_activity where pid = $1', [rows[0]?.pid])).rows[0].state;
  const count = async () => (await other.query('select from mine where id = 7')).rowCount;
  await send('begin');
  expect(await state()).toBe('idle');
  await send('insert into mine (id) values ($1)', [7]);
  expect([await state(), await count()]).toEqual(['idle in transaction', 0]);
  await send('rollback');
  expect([await state(), await count()]).toEqual(['idle', 0]);
  for (const end of ['commit', 'rollback']) {
    await send('begin');
    await send(end);
  }
  await send('insert into mine (id) values ($1)', [7]);
  expect([await state(), await count()]).toEqual(['idle', 1]);
});

test('connections of a pool prepare separately under the same names', async () => {
  const text = 'select 名 as shared from mine where id = $1';
  const second = await pool.connect();
  for (const connection of [client, second, second, client])
    expect((await connection.query(text, [1])).rows).toEqual([{ shared: '𠮷野家' }]);
  const pidOf = async (connection: PostgresPoolClient) =>
    (await connection.query<{ pid: number }>('select pg_backend_pid() pid', [])).rows[0]?.pid;
  const pid = await pidOf(second);
  second.release();
  const again = await pool.connect();
  expect(await pidOf(again)).toBe(pid);
  again.release();
});
