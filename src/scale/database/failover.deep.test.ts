import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#kernel/context.ts';
import { checkServer } from '#kernel/db/check-server.ts';
import { DatabaseClock } from '#kernel/db/database-clock.ts';
import { openListener } from '#kernel/db/listener.ts';
import { migrate } from '#kernel/db/migrate.ts';
import { openDatabase, renewConnections } from '#kernel/db/pool.ts';
import { DatabaseUnavailable } from '#kernel/errors.ts';
import { type ReplicatedServers, startReplicatedServers } from '#testing/replicated-servers.ts';

let servers: ReplicatedServers;
let address: string;
let db: Database;
const received: string[] = [];
const states: boolean[] = [];
let listener: { stop(): Promise<void> };

beforeAll(async () => {
  servers = await startReplicatedServers();
  const { host } = new URL(servers.primary.connectionString);
  // The replica comes first, so that the order alone does not find the primary.
  address = servers.replica.connectionString.replace(/127\.0\.0\.1:\d+/, `$&,${host}`);
  db = openDatabase(address, '000000', 3);
  listener = await openListener({
    connectionString: address,
    log: pino({ level: 'silent' }),
    clock: new DatabaseClock(),
    channels: { guanlan_test: (payload) => received.push(payload) },
    onChange: (isListening) => states.push(isListening),
    onOtherServer: () => renewConnections(db),
    heartbeatMs: 100,
  });
});
afterAll(async () => {
  await listener?.stop();
  await db?.destroy();
  await servers?.close();
});

const write = (word: string) => sql`insert into milestones (name) values (${word})`.execute(db);
const findWords = async () =>
  (await sql<{ name: string }>`select name from milestones order by name`.execute(db)).rows.map(
    ({ name }) => name,
  );

test('finds the primary among several servers, for every kind of connection', async () => {
  await write('one');
  await sql`select pg_notify('guanlan_test', 'one')`.execute(db);
  await expect.poll(() => received).toEqual(['one']);
  await checkServer(address, () => undefined);
  expect(
    await migrate({ connectionString: address, schema: 'tenant_000000', directory: 'db/migrations' }),
  ).toEqual([]);
});

test('a write that a demoted primary refuses fails as unavailable, and no connection to it is used again', async () => {
  const pids = async () =>
    (
      await Promise.all(
        [1, 2, 3].map(() => sql<{ pid: number }>`select pg_backend_pid() as pid, pg_sleep(0.05)`.execute(db)),
      )
    ).map(({ rows }) => rows[0]?.pid);
  const before = await pids();
  await sql`select pg_notify('guanlan_test', 'two')`.execute(db);
  await db.connection().execute(async (connection) => {
    await sql`set default_transaction_read_only = on`.execute(connection);
    await expect(sql`insert into milestones (name) values ('lost')`.execute(connection)).rejects.toThrow(
      DatabaseUnavailable,
    );
  });
  const after = await pids();
  expect(after.filter((pid) => before.includes(pid))).toEqual([]);
  await write('two');
  expect(await findWords()).toEqual(['one', 'two']);
});

test('follows a failover: writes fail while there is no primary, and reach the promoted standby', async () => {
  await expect
    .poll(
      async () =>
        (await servers.replica.query(`select from tenant_000000.milestones where name = 'two'`)).length,
    )
    .toBe(1);
  const hanging = sql`select pg_sleep(40)`.execute(db);
  hanging.catch(() => undefined);
  await servers.primary.kill();
  await expect(hanging).rejects.toThrow(DatabaseUnavailable);
  await expect(write('lost')).rejects.toThrow(DatabaseUnavailable);
  await expect.poll(() => states.at(-1)).toBe(false);
  await servers.replica.query('select pg_promote()');
  await expect.poll(() => states.at(-1)).toBe(true);
  await expect
    .poll(() =>
      write('three').then(
        () => 'written',
        () => 'refused',
      ),
    )
    .toBe('written');
  expect(await findWords()).toEqual(['one', 'three', 'two']);
  await sql`select pg_notify('guanlan_test', 'three')`.execute(db);
  await expect.poll(() => received.at(-1)).toBe('three');
});
