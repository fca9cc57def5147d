import { createHmac } from 'node:crypto';
import type { Context, Trx } from '#kernel/context.ts';
import { networkOf } from '#kernel/http/networks.ts';
import { dayOf } from '#shared/dates.ts';
import { dailySecret, deletePastDailySecrets } from './secrets.ts';
import {
  deleteUniqueReadersBefore,
  insertUniqueReaders,
  type UniqueReader,
} from './unique-reader-queries.ts';

/** A member on any device, or else a visitor identified by network and browser. */
export type Viewer = { memberId: string | null; address: string; userAgent: string };

const keySubject = 'readers';

/**
 * Returns the hash function for the readers of a Shanghai day. The hashes cannot be reversed or linked: their key and
 * they themselves are deleted after the day. Call it outside of transactions.
 */
export async function loadReaderHasher(
  ctx: Pick<Context, 'db' | 'tenant'>,
  day: string,
): Promise<(viewer: Viewer) => Buffer> {
  const key = await dailySecret(ctx, keySubject, day);
  return ({ memberId, address, userAgent }) =>
    createHmac('sha256', key)
      .update(memberId === null ? `visitor\n${networkOf(address)}\n${userAgent}` : `member\n${memberId}`)
      .digest()
      .subarray(0, 16);
}

/**
 * Records that readers viewed things on a day. @returns the readers not yet recorded for the same thing and day, each
 * exactly once even under concurrency: count these
 */
export function recordUniqueReaders(
  trx: Trx,
  day: string,
  readers: readonly UniqueReader[],
): Promise<UniqueReader[]> {
  return readers.length === 0 ? Promise.resolve([]) : insertUniqueReaders(trx, day, readers);
}

/** Deletes the reader hashes of past days, and their keys. Idempotent. */
export async function deletePastReaders(ctx: Context): Promise<void> {
  // Views in the last second of yesterday may be written shortly after midnight.
  const today = dayOf(new Date(ctx.now().getTime() - 60_000));
  await deleteUniqueReadersBefore(ctx.db, today);
  await deletePastDailySecrets(ctx, keySubject, today);
}
