import { nameSecurities } from '#features/securities/index.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import type { Extensions } from '#kernel/feature.ts';
import {
  advanceFanout,
  claimFanout,
  deleteFanout,
  type Fanout,
  findAnnouncement,
  findNewPost,
  hasFanouts,
  listFollowers,
  listMembers,
  listWatchers,
} from './fanout-queries.ts';
import { noticeOfAnnouncement, noticeOfPost, noticeOfWatchedPost } from './policy.ts';
import { type MemberNotice, type NoticeInput, notifyEach, notifyMembers } from './service.ts';

// A batch is one transaction of some tens of milliseconds: a crash loses little, and readers do not wait.
const batchSize = 1000;

declare module '#kernel/feature.ts' {
  interface Extensions {
    /**
     * Returns the next batch of the contest notices of a fan-out that a higher feature queued; null if there is nothing to
     * notify of any more.
     */
    listContestNotices: (
      trx: Trx,
      kind: string,
      targetId: string,
      page: { after: string; size: number },
    ) => Promise<MemberNotice[] | null>;
  }
}

type Sources = Pick<Partial<Extensions>, 'listContestNotices'>;

/** Runs all queued fan-outs in batches. Safe in several processes at once. */
export async function runFanouts(ctx: Context, sources: Sources = {}): Promise<void> {
  while ((await hasFanouts(ctx.db)) && (await runFanoutBatch(ctx, batchSize, sources))) {
    // Each call commits one batch.
  }
}

/**
 * Runs one batch of the oldest fan-out. Notices and progress commit together, so a fan-out resumes after a crash where
 * it stopped and notifies no one twice.
 * @returns false if no fan-out is left
 */
export async function runFanoutBatch(
  ctx: Context,
  size = batchSize,
  sources: Sources = {},
): Promise<boolean> {
  return inTransaction(ctx, async (trx) => {
    const fanout = await claimFanout(trx);
    if (!fanout) return false;
    const fanoutBatch = await nextBatch(ctx, trx, fanout, size, sources);
    const last = fanoutBatch?.memberIds.at(-1);
    await fanoutBatch?.notify();
    // A batch smaller than `size` was the last one.
    if (last !== undefined && fanoutBatch?.memberIds.length === size)
      await advanceFanout(trx, fanout.id, last);
    else await deleteFanout(trx, fanout.id);
    return true;
  });
}

type FanoutBatch = { memberIds: string[]; notify: () => Promise<void> };

/** Returns the next recipients and their notice; null if there is nothing to notify of any more. */
async function nextBatch(
  ctx: Context,
  trx: Trx,
  fanout: Fanout,
  size: number,
  { listContestNotices }: Sources,
): Promise<FanoutBatch | null> {
  const { kind, target_id: targetId, last_member_id: after } = fanout;
  const sameNoticeBatch = (memberIds: string[], notice: NoticeInput): FanoutBatch => ({
    memberIds,
    notify: () => notifyMembers(ctx, trx, memberIds, notice),
  });
  if (kind === 'announcement') {
    const announcement = await findAnnouncement(trx, targetId);
    if (!announcement) return null;
    const memberIds = await listMembers(trx, announcement.created_at, after, size);
    return sameNoticeBatch(memberIds, noticeOfAnnouncement(announcement));
  }
  if (kind !== 'followed' && kind !== 'watched') {
    const notices = await listContestNotices?.(trx, kind, targetId, { after, size });
    if (!notices) return null;
    return {
      memberIds: notices.map(({ memberId }) => memberId),
      notify: () => notifyEach(ctx, trx, 'contest', notices),
    };
  }
  const post = await findNewPost(trx, targetId);
  if (!post) return null;
  if (kind === 'watched') {
    const watchers = await listWatchers(trx, post.id, after, size);
    const names = await nameSecurities({ ...ctx, db: trx }, [
      ...new Set(watchers.flatMap(({ codes }) => codes)),
    ]);
    return {
      memberIds: watchers.map(({ member_id }) => member_id),
      notify: () =>
        notifyEach(
          ctx,
          trx,
          'watched',
          watchers.map(({ member_id, codes }) => {
            const { kind: _kind, ...notice } = noticeOfWatchedPost(
              post,
              codes.map((code) => names.get(code) ?? code),
            );
            return { memberId: member_id, ...notice };
          }),
        ),
    };
  }
  return sameNoticeBatch(await listFollowers(trx, post.author_ids, after, size), noticeOfPost(post));
}
