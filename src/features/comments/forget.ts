import { cancelReview, eraseReviews, lockReview } from '#features/moderation/index.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { resetRateLimits } from '#kernel/db/rate-limits.ts';
import { inBatches, type PersonalDataPart } from '#kernel/personal-data.ts';
import { toIso } from '#shared/dates.ts';
import { limitKeysOf } from './limits.ts';
import { exportComments, exportLikes, exportReports } from './queries.ts';
import { targetOf, tellReaders } from './tell.ts';
import { forgetMember, listPending } from './write-queries.ts';

/** A deleted member leaves no word here: not in comments, not in the queue of reviewers. The counts follow by trigger. */
export async function forgetMemberComments(
  ctx: Context,
  trx: Trx,
  { memberId }: { memberId: string },
): Promise<void> {
  for (const id of await listPending(trx, memberId)) await lockReview(trx, targetOf(id));
  const gone = await forgetMember(trx, memberId);
  await resetRateLimits(trx, limitKeysOf(memberId));
  for (const { id, post_id: postId } of gone) {
    await cancelReview(trx, targetOf(id));
    await tellReaders(ctx, trx, { postId, hidden: id });
  }
  await eraseReviews(
    trx,
    gone.map(({ id }) => targetOf(id)),
  );
}

/** What a member wrote, liked and reported, for their own copy of their data. */
export const commentData: readonly PersonalDataPart[] = [
  {
    name: 'comments',
    read: (ctx, memberId) =>
      inBatches(ctx, memberId, exportComments, ({ id, post_id, title, root_id, created_at, ...row }) => ({
        place: id,
        row: {
          id,
          postId: post_id,
          title,
          rootId: root_id,
          body: row.body,
          state: row.state,
          province: row.province,
          createdAt: toIso(created_at),
        },
      })),
  },
  {
    name: 'comment-likes',
    read: (ctx, memberId) =>
      inBatches(ctx, memberId, exportLikes, ({ comment_id, created_at }) => ({
        place: comment_id,
        row: { commentId: comment_id, likedAt: toIso(created_at) },
      })),
  },
  {
    name: 'comment-reports',
    read: (ctx, memberId) =>
      inBatches(ctx, memberId, exportReports, ({ comment_id, reason, note, created_at }) => ({
        place: comment_id,
        row: { commentId: comment_id, reason, note, reportedAt: toIso(created_at) },
      })),
  },
];
