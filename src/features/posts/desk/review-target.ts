import { lockReview, readLastReview } from '#features/moderation/index.ts';
import type { Context, Trx } from '#kernel/context.ts';

/** How the review queue names a piece. */
export const targetOf = (id: string): string => `post:${id}`;
export const pieceOf = (target: string): string => target.slice('post:'.length);

/** Under which kind the queue shows it. */
export const reviewKindOf = ({ kind }: { kind: string }) => (kind === 'reference' ? 'reference' : 'post');

/** Holds what waits about a piece; to be taken before the piece itself, as a decision does. */
export const lockReviewOf = (trx: Trx, id: string): Promise<void> => lockReview(trx, targetOf(id));

/** What an item of the queue remembers of a piece: the version that is reviewed, and when it is to come out. */
export type ReviewDetails = { version: number; at?: string };

/** The version that waits for a reviewer; undefined while none does. */
export async function reviewedVersion(ctx: Context, trx: Trx, id: string): Promise<number | undefined> {
  const item = await readLastReview(ctx, targetOf(id), trx);
  return item?.state === 'pending' ? (item.details as ReviewDetails).version : undefined;
}
