import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '#testing/database.ts';
import { type Relay, startRelay } from '#testing/relay.ts';
import { DatabaseClock } from './database-clock.ts';
import { openListener } from './listener.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let relay: Relay;
beforeAll(async () => {
  database = await testDatabase();
  relay = await startRelay(database.connectionString);
});
afterAll(async () => {
  await relay.stop();
  await database.drop();
});

async function notify(payload: string) {
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  await client.query('select pg_notify($1, $2)', ['guanlan_test', payload]);
  await client.end();
}

test('treats a silent connection as lost, reconnects, and receives notifications once it can', async () => {
  const clock = new DatabaseClock();
  const received: string[] = [];
  const states: boolean[] = [];
  const listener = await openListener({
    connectionString: relay.connectionString,
    log: pino({ level: 'silent' }),
    clock,
    channels: { guanlan_test: (payload) => received.push(payload) },
    onChange: (isListening) => states.push(isListening),
    heartbeatMs: 50,
    maxSilenceMs: 2000,
  });
  await notify('one');
  await expect.poll(() => received).toEqual(['one']);
  expect(states).toEqual([true]);
  relay.setSilent(true);
  await expect.poll(() => states).toEqual([true, false]);
  await notify('unheard');
  relay.setSilent(false);
  await expect.poll(() => states).toEqual([true, false, true]);
  await notify('two');
  await expect.poll(() => received).toEqual(['one', 'two']);
  await listener.stop();
  expect(states).toEqual([true, false, true, false]);
});
