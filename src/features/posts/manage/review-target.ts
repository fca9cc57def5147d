import { lockReview, readLastReview } from '#features/moderation/index.ts';
import type { Context, Trx } from '#kernel/context.ts';

/** The name of a post in the review queue. */
export const targetOf = (id: string): string => `post:${id}`;
export const postIdOf = (target: string): string => target.slice('post:'.length);

/** The kind under which the review queue lists a post. */
export const reviewKindOf = ({ kind }: { kind: string }) => (kind === 'reference' ? 'reference' : 'post');

/**
 * Locks the pending review of a post. Take it before the lock on the post, in the order that a review decision uses, to
 * avoid a deadlock.
 */
export const lockPostReview = (trx: Trx, id: string): Promise<void> => lockReview(trx, targetOf(id));

/** Details of a review queue item: the version, when it is to be published, or the past time that it is to get. */
export type ReviewDetails = { version: number; at?: string; publishedAt?: string };

/** Returns the version that is waiting for a reviewer, or undefined. */
export async function findVersionInReview(ctx: Context, trx: Trx, id: string): Promise<number | undefined> {
  const item = await readLastReview(ctx, targetOf(id), trx);
  return item?.state === 'pending' ? (item.details as ReviewDetails).version : undefined;
}
