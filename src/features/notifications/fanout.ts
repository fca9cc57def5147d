import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { tellingOfSeason } from './contest.ts';
import {
  deleteFanout,
  type Fanout,
  findAnnouncement,
  findNewPiece,
  hasFanouts,
  listFollowers,
  listMembers,
  lockFanout,
  moveFanout,
} from './fanout-queries.ts';
import { noticeOfAnnouncement, noticeOfPiece } from './policy.ts';
import { type NoticeInput, notifyEach, notifyMembers } from './service.ts';

// A batch is one transaction of some tens of milliseconds, so a crash loses little and readers wait for nothing.
const batchSize = 1000;

/** Tells everyone who is to be told, batch after batch. Safe in several processes at once. */
export async function tellEveryone(ctx: Context): Promise<void> {
  while ((await hasFanouts(ctx.db)) && (await tellNextBatch(ctx))) {
    // Nothing to do between batches: each is written when it returns.
  }
}

/**
 * One batch of the oldest telling: notices and how far it got are one transaction, so that after a crash it goes on
 * where it stopped and nobody is told twice.
 * @returns false when nothing is left to tell
 */
export async function tellNextBatch(ctx: Context, size = batchSize): Promise<boolean> {
  return inTransaction(ctx, async (trx) => {
    const fanout = await lockFanout(trx);
    if (!fanout) return false;
    const audience = await audienceOf(ctx, trx, fanout, size);
    const last = audience?.memberIds.at(-1);
    await audience?.tell();
    // A short batch was the last one.
    if (last !== undefined && audience?.memberIds.length === size) await moveFanout(trx, fanout.id, last);
    else await deleteFanout(trx, fanout.id);
    return true;
  });
}

type Audience = { memberIds: string[]; tell: () => Promise<void> };

/** Who is next and what they are told; null when there is nothing to tell of any more. */
async function audienceOf(ctx: Context, trx: Trx, fanout: Fanout, size: number): Promise<Audience | null> {
  const { kind, target_id: targetId, last_member_id: after } = fanout;
  if (kind === 'season-begun' || kind === 'season-ended') {
    const told = await tellingOfSeason(trx, kind, targetId, { after, size });
    return (
      told && {
        memberIds: told.map(({ memberId }) => memberId),
        tell: () => notifyEach(ctx, trx, 'contest', told),
      }
    );
  }
  const alike = (memberIds: string[], notice: NoticeInput): Audience => ({
    memberIds,
    tell: () => notifyMembers(ctx, trx, memberIds, notice),
  });
  if (kind === 'announcement') {
    const announcement = await findAnnouncement(trx, targetId);
    if (!announcement) return null;
    const memberIds = await listMembers(trx, announcement.created_at, after, size);
    return alike(memberIds, noticeOfAnnouncement(announcement));
  }
  const piece = await findNewPiece(trx, targetId);
  if (!piece) return null;
  return alike(await listFollowers(trx, piece.author_id, after, size), noticeOfPiece(piece));
}
