import { purge, purgeChannel } from '#kernel/cache/purge.ts';
import { openListener } from '#kernel/db/listener.ts';
import { postTag } from '#shared/cache-tags.ts';
import type { Portal } from './portal.ts';

// No post has this id.
const marker = postTag('0');

/** Returns the tags of the portal's tenant that `work` purges. */
export async function purgedBy({ ctx, app }: Portal, work: () => Promise<unknown>): Promise<string[]> {
  const purged: string[] = [];
  const { promise: isDone, resolve } = Promise.withResolvers<void>();
  const onPurge = (payload: string) => {
    const [tenantId, ...tags] = JSON.parse(payload) as string[];
    if (tags.includes(marker)) resolve();
    else if (tenantId === ctx.tenant.id) purged.push(...tags);
  };
  const listener = await openListener({
    connectionString: app.connectionString,
    log: app.log,
    clock: app.clock,
    channels: { [purgeChannel]: onPurge },
    onChange: () => undefined,
  });
  try {
    await work();
    // Notifications arrive in the order of their commits, so the marker arrives last.
    await purge(ctx, ctx.db, [marker]);
    await isDone;
    return purged;
  } finally {
    await listener.stop();
  }
}
