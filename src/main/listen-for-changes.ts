import { onPurge, purgeChannel } from '#kernel/cache/purge.ts';
import { openListener } from '#kernel/db/listener.ts';
import { renewConnections } from '#kernel/db/pool.ts';
import type { App } from './app.ts';

/**
 * Opens the one connection on which a process receives changes made by others: invalidated tags, and the notifications
 * of `channels`. Calls `caughtUp` whenever it starts listening or listens again, because notifications may have been
 * missed before.
 */
export function listenForChanges(
  app: App,
  channels: Record<string, (payload: string) => void> = {},
  onListening?: () => void,
): Promise<{ stop(): Promise<void> }> {
  return openListener({
    connectionString: app.connectionString,
    log: app.log,
    clock: app.clock,
    channels: { [purgeChannel]: (payload) => onPurge(app.tenants.values(), payload), ...channels },
    onNotification: () => app.reads?.onChange(),
    onChange: (isListening) => {
      app.reads?.setListening(isListening);
      for (const { tags } of app.tenants.values()) tags.setListening(isListening);
      if (isListening) onListening?.();
    },
    // Connections to a primary that lost its power would wait for their answers until the statements' limit.
    onOtherServer: () => {
      app.reads?.onOtherPrimary();
      for (const { db, cacheDb } of app.tenants.values()) [db, cacheDb].map(renewConnections);
    },
  });
}
