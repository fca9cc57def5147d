import { readLastReview } from '#features/moderation/index.ts';
import type { Context, Trx } from '#kernel/context.ts';

/** How the review queue names a piece. */
export const targetOf = (id: string): string => `post:${id}`;
export const pieceOf = (target: string): string => target.slice('post:'.length);

/** What an item of the queue remembers of a piece: the version that is reviewed, and when it is to come out. */
export type ReviewDetails = { version: number; at?: string };

/** The version that waits for a reviewer; undefined while none does. */
export async function reviewedVersion(ctx: Context, trx: Trx, id: string): Promise<number | undefined> {
  const item = await readLastReview(ctx, targetOf(id), trx);
  return item?.state === 'pending' ? (item.details as ReviewDetails).version : undefined;
}
