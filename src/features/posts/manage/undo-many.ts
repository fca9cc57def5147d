import type { z } from 'zod';
import { recordAction } from '#features/audit/index.ts';
import { requireColumn } from '#features/columns/index.ts';
import { hasPermission } from '#kernel/actor.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, forbidden, notFound } from '#kernel/errors.ts';
import { lockPostForEdit } from './admin-queries.ts';
import { eachOutcome } from './change-many.ts';
import { editProperties } from './edit-properties.ts';
import { publishCheckedVersion, withdrawPostAsAdmin } from './publish.ts';
import { lockPostReview, targetOf } from './review-target.ts';
import type { Content, outcomes, undoManyInput } from './schema.ts';
import { requireOwnColumn } from './scope.ts';
import { type LockedPost, postVersions } from './versions.ts';

type Input = z.output<typeof undoManyInput>;
type Undone = Input['posts'][number];

/**
 * Undoes a bulk change of posts, each in its own transaction. A post that was changed since is left alone, and its
 * outcome says so. The caller needs the permissions of the change itself.
 */
export async function undoMany(ctx: Context, { change, posts }: Input): Promise<z.output<typeof outcomes>> {
  if (change !== 'edit' && !hasPermission(ctx.actor, 'content.publish')) throw forbidden();
  return eachOutcome(posts, async (undone) => {
    await undoOne(ctx, change, undone);
    return undefined;
  });
}

async function undoOne(ctx: Context, change: Input['change'], undone: Undone): Promise<void> {
  const { id, state } = undone;
  await requireOwnColumn(ctx, id);
  for (const number of new Set([undone.before.head, undone.before.live])) {
    const version = await postVersions.find(ctx.db, id, number);
    if (version) await requireColumn(ctx, version.content.columnId);
  }
  if (change === 'publish' && state !== 'published') {
    await withdrawPostAsAdmin(ctx, id, (trx) => lockUnchanged(trx, undone));
    return;
  }
  await inTransaction(ctx, async (trx) => {
    await lockPostReview(trx, id);
    const post = await lockUnchanged(trx, undone);
    if (change === 'edit') await undoEdit(ctx, trx, post, undone);
    else if (change === 'publish') await publishCheckedVersion(ctx, trx, post, undone.before.live);
    else await undoWithdrawal(ctx, trx, post, undone);
  });
}

async function lockUnchanged(trx: Trx, { id, after }: Undone): Promise<LockedPost> {
  const post = await lockPostForEdit(trx, id);
  if (!post) throw notFound('没有这篇稿件');
  if (post.deleted_at || post.head_version !== after.head || post.live_version !== after.live)
    throw conflict('这篇之后又改过，没有撤销');
  return post;
}

/** Gives a post the properties of its former versions back. */
async function undoEdit(ctx: Context, trx: Trx, post: LockedPost, { id, before }: Undone): Promise<void> {
  await editProperties(ctx, trx, post, async (content, part): Promise<Content> => {
    const { columnId, authorId, coAuthorIds, tags, access, price } = await postVersions.read(
      trx,
      id,
      before[part],
    );
    return { ...content, columnId, authorId, coAuthorIds, tags, access, price };
  });
  await recordAction(ctx, trx, {
    action: 'post.undoEdit',
    target: targetOf(id),
    after: { from: before.head },
  });
}

/** Publishes what readers saw before the withdrawal again, with its time of publication. */
async function undoWithdrawal(ctx: Context, trx: Trx, post: LockedPost, undone: Undone): Promise<void> {
  // The change had nothing to withdraw.
  if (undone.state === 'withdrawn' || undone.state === 'draft') return;
  if (post.state !== 'withdrawn' && post.state !== 'draft') throw conflict('这篇之后又发布过，没有撤销');
  const at = undone.at === null ? ctx.now() : new Date(undone.at);
  if (undone.state === 'scheduled' && at <= ctx.now()) throw conflict('原定的发布时间已经过去，没有撤销');
  await publishCheckedVersion(ctx, trx, post, undone.before.live, at);
}
