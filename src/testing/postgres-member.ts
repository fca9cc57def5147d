import { joinPostgres } from '#kernel/db/embedded/index.ts';

/**
 * A process of its own that is a member of the embedded server of the DATA_DIR given to it. It prints one JSON
 * line per event, leaves when its standard input ends, and can be killed at any moment.
 */
const say = (event: Record<string, string>) => console.log(JSON.stringify(event));

const { connectionString, leave } = await joinPostgres({
  dataDir: process.argv[2] ?? '',
  log: (line) => say({ log: line }),
  settings: { fsync: 'off', shared_buffers: '16MB' },
});
say({ connectionString });
for await (const _ of process.stdin);
await leave();
say({ left: 'yes' });
