import { forgetOfflineRead } from '#client/offline-reads.ts';
import { statusOf } from '../../api.ts';

/** Returns a handler for a post that failed to load, which deletes the copy of one that was withdrawn, and rethrows. */
export const forgetIfGone =
  (id: string) =>
  (error: unknown): never => {
    if (statusOf(error) === 404) forgetOfflineRead(id);
    throw error;
  };
