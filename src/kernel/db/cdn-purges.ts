import type { Database, Trx } from '../context.ts';

/** Queues a purge for the CDN, in the transaction of the change (`src/features/cdn` sends it). */
export async function queueCdnPurge(db: Database | Trx, tags: readonly string[]): Promise<void> {
  await db
    .insertInto('cdn_purges')
    .values({ tags: [...tags] })
    .execute();
}
