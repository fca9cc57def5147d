/**
 * A separate process that joins the embedded server of the given DATA_DIR. It prints one JSON line per event, leaves
 * when its stdin ends, and can be killed at any moment.
 */
import { joinPostgres } from '#kernel/db/embedded/index.ts';

const printEvent = (event: Record<string, string>) => console.log(JSON.stringify(event));

const { connectionString, leave } = await joinPostgres({
  dataDir: process.argv[2] ?? '',
  log: (line) => printEvent({ log: line }),
  settings: { fsync: 'off', shared_buffers: '16MB' },
});
printEvent({ connectionString });
for await (const _ of process.stdin);
await leave();
printEvent({ left: 'yes' });
