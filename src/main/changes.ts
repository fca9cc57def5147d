import { liveChannel } from '#features/posts/index.ts';
import { followChanges, hearPurge, purgeChannel } from '#kernel/cache/purge.ts';
import { openListener } from '#kernel/db/listener.ts';
import type { House } from './house.ts';

/** Opens the one connection by which a process hears what others changed: stale tags, and live news if wanted. */
export function followHouse(
  house: House,
  hearLive?: (payload: string) => void,
): Promise<{ stop(): Promise<void> }> {
  return openListener({
    connectionString: house.connectionString,
    log: house.log,
    channels: { [purgeChannel]: hearPurge, ...(hearLive ? { [liveChannel]: hearLive } : {}) },
    onChange: followChanges,
  });
}
