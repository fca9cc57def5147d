import { purgeChannel } from '#kernel/cache/purge.ts';
import { DatabaseClock } from '#kernel/db/database-clock.ts';
import { openListener } from '#kernel/db/listener.ts';
import { notify } from '#kernel/db/notify.ts';
import type { Portal } from './portal.ts';

const markerChannel = 'guanlan_test_marker';

/**
 * Returns the payloads of the notifications that `work` sends on a channel to other processes: `purgeChannel`,
 * `liveChannel` …, oldest first.
 */
export async function notifiedBy(
  { ctx, app }: Portal,
  channel: string,
  work: () => Promise<unknown>,
): Promise<string[]> {
  const payloads: string[] = [];
  const { promise: isDone, resolve } = Promise.withResolvers<void>();
  const listener = await openListener({
    connectionString: app.connectionString,
    log: app.log,
    // Its own, because a heartbeat sets the clock, and a test may have set the portal's.
    clock: new DatabaseClock(),
    channels: { [channel]: (payload) => payloads.push(payload), [markerChannel]: () => resolve() },
    onChange: () => undefined,
  });
  try {
    await work();
    // Notifications of all channels arrive in the order of their commits, so the marker arrives last.
    await notify(ctx.db, markerChannel, '');
    await isDone;
    return payloads;
  } finally {
    await listener.stop();
  }
}

/** Returns the tags of the portal's tenant that `work` purges, each once, in order. */
export async function purgedBy(portal: Portal, work: () => Promise<unknown>): Promise<string[]> {
  const payloads = await notifiedBy(portal, purgeChannel, work);
  const purges = payloads.map((payload) => JSON.parse(payload) as string[]);
  const tags = purges
    .filter(([tenantId]) => tenantId === portal.ctx.tenant.id)
    .flatMap(([, ...given]) => given);
  return [...new Set(tags)].sort();
}
