import { purge, purgeChannel } from '#kernel/cache/purge.ts';
import { openListener } from '#kernel/db/listener.ts';
import { postTag } from '#shared/cache-tags.ts';
import type { Portal } from './portal.ts';

// No post has this id.
const marker = postTag('0');

/** The tags of the portal's tenant that `work` purges. */
export async function purgedBy({ ctx, house }: Portal, work: () => Promise<unknown>): Promise<string[]> {
  const purged: string[] = [];
  const { promise: isDone, resolve } = Promise.withResolvers<void>();
  const hear = (payload: string) => {
    const [tenantId, ...tags] = JSON.parse(payload) as string[];
    if (tags.includes(marker)) resolve();
    else if (tenantId === ctx.tenant.id) purged.push(...tags);
  };
  const listener = await openListener({
    connectionString: house.connectionString,
    log: house.log,
    clock: house.clock,
    channels: { [purgeChannel]: hear },
    onChange: () => undefined,
  });
  try {
    await work();
    // Notifications arrive in the order of their commits, so this one comes last.
    await purge(ctx, ctx.db, [marker]);
    await isDone;
    return purged;
  } finally {
    await listener.stop();
  }
}
