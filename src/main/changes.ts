import { hearPurge, purgeChannel } from '#kernel/cache/purge.ts';
import { openListener } from '#kernel/db/listener.ts';
import type { App } from './app.ts';

/**
 * Opens the one connection by which a process hears what others changed: stale tags, and whatever `channels` names.
 * `caughtUp` is called whenever notifications are heard (again), since some may have been missed before.
 */
export function listenForChanges(
  house: App,
  channels: Record<string, (payload: string) => void> = {},
  caughtUp?: () => void,
): Promise<{ stop(): Promise<void> }> {
  return openListener({
    connectionString: house.connectionString,
    log: house.log,
    clock: house.clock,
    channels: { [purgeChannel]: (payload) => hearPurge(house.tenants.values(), payload), ...channels },
    onChange: (isListening) => {
      for (const { tags } of house.tenants.values()) tags.setListening(isListening);
      if (isListening) caughtUp?.();
    },
  });
}
