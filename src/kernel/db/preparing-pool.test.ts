import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '#testing/database.ts';
import { createPreparingClient } from './preparing-client.ts';

let drop: () => Promise<void>;
let client: pg.Client;
beforeAll(async () => {
  const database = await testDatabase();
  drop = database.drop;
  const PreparingClient = createPreparingClient();
  client = new PreparingClient({ connectionString: database.connectionString });
  await client.connect();
  await client.query('create table mine (id int, 名 text)');
  await client.query(`insert into mine values (1, '𠮷野家'), (2, 'ＡＩ')`);
});
afterAll(async () => {
  await client.end();
  await drop();
});

const prepared = async () =>
  (await client.query<{ statement: string }>('select statement from pg_prepared_statements')).rows.map(
    ({ statement }) => statement,
  );
const names = async (text: string, id: number) =>
  (await client.query<{ 名: string }>(text, [id])).rows.map((row) => row.名);

test('a statement that is sent again is prepared, and answers for each value', async () => {
  const text = 'select 名 from mine where id = $1';
  expect(await names(text, 1)).toEqual(['𠮷野家']);
  expect(await prepared()).not.toContain(text);
  expect(await names(text, 2)).toEqual(['ＡＩ']);
  expect(await names(text, 3)).toEqual([]);
  expect(await prepared()).toContain(text);
});

test('one whose columns are not written out is not, so that a new column does it no harm', async () => {
  const text = 'select * from mine where id = $1';
  for (let times = 0; times < 3; times++) await client.query(text, [1]);
  expect(await prepared()).not.toContain(text);
  await client.query('alter table mine add note text');
  expect((await client.query(text, [1])).rows).toEqual([{ id: 1, 名: '𠮷野家', note: null }]);
});

test('a statement that fails in a transaction works after it', async () => {
  const text = 'select 1 / id as part from mine where id >= $1 order by id';
  await client.query('insert into mine (id) values (0)');
  await client.query('begin');
  for (let times = 0; times < 2; times++) await client.query('savepoint here').then(fail, () => undefined);
  await client.query('rollback');
  expect((await client.query(text, [1])).rows).toHaveLength(2);

  function fail() {
    return client.query(text, [0]).then(
      () => expect.unreachable('division by zero'),
      () => client.query('rollback to here'),
    );
  }
});

test('statements that exist for one request alone crowd nobody out', async () => {
  const lists = Array.from({ length: 400 }, (_, place) => `select ${place} as n where $1 = 1`);
  for (const text of lists) await client.query(text, [1]);
  expect(await prepared()).not.toContain(lists[0]);
  const late = 'select 名 as late from mine where id = $1';
  for (let times = 0; times < 3; times++) await client.query(late, [1]);
  expect(await prepared()).toContain(late);
});
