import { cancelReview, eraseReviews, lockReview } from '#features/moderation/index.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { resetRateLimits } from '#kernel/db/rate-limits.ts';
import { type PersonalDataPart, readInBatches } from '#kernel/personal-data.ts';
import { toIso } from '#shared/dates.ts';
import { limitKeysOf } from './limits.ts';
import { notifyReaders, targetOf } from './notify-readers.ts';
import { exportComments, exportLikes, exportReports } from './queries.ts';
import { anonymiseMember, listPending } from './write-queries.ts';

/** Removes every text of a deleted member, from comments and from the review queue. Triggers update the counts. */
export async function onMemberDeleted(
  ctx: Context,
  trx: Trx,
  { memberId }: { memberId: string },
): Promise<void> {
  for (const id of await listPending(trx, memberId)) await lockReview(trx, targetOf(id));
  const deleted = await anonymiseMember(trx, memberId);
  await resetRateLimits(trx, limitKeysOf(memberId));
  for (const { id, post_id: postId } of deleted) {
    await cancelReview(trx, targetOf(id));
    await notifyReaders(ctx, trx, { postId, hidden: id });
  }
  await eraseReviews(
    trx,
    deleted.map(({ id }) => targetOf(id)),
  );
}

/** What a member wrote, liked and reported, for the copy of personal data. */
export const commentData: readonly PersonalDataPart[] = [
  {
    name: 'comments',
    read: (ctx, memberId) =>
      readInBatches(ctx, memberId, exportComments, ({ id, post_id, title, root_id, created_at, ...row }) => ({
        key: id,
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
      readInBatches(ctx, memberId, exportLikes, ({ comment_id, created_at }) => ({
        key: comment_id,
        row: { commentId: comment_id, likedAt: toIso(created_at) },
      })),
  },
  {
    name: 'comment-reports',
    read: (ctx, memberId) =>
      readInBatches(ctx, memberId, exportReports, ({ comment_id, reason, note, created_at }) => ({
        key: comment_id,
        row: { commentId: comment_id, reason, note, reportedAt: toIso(created_at) },
      })),
  },
];
