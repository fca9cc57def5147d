import { listBuyers } from '#features/entitlements/index.ts';
import type { ModerationDecided } from '#features/moderation/events.ts';
import type { PostsWithdrawn } from '#features/posts/events.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { addressOfPiece } from './policy.ts';
import { notifyMembers } from './service.ts';

// So many notices are one statement.
const batchSize = 1000;

/** Tells whoever put something before reviewers what became of it, in the transaction of the decision. */
export async function tellSubmitter(
  ctx: Context,
  trx: Trx,
  { id, kind, target, title, submittedBy, decision, note }: ModerationDecided,
): Promise<void> {
  // Their own decision is no news to them.
  const isOwn = ctx.actor.kind === 'member' && ctx.actor.memberId === submittedBy;
  if (submittedBy === null || isOwn || kind !== 'post') return;
  const isApproved = decision === 'approved';
  await notifyMembers(ctx, trx, [submittedBy], {
    kind: 'system',
    title: isApproved ? `《${title}》已通过审核` : `《${title}》被退回`,
    body: isApproved ? note || '稿件会按送审时的版本发布。' : `退回的理由：${note}`,
    link: `/admin/posts/${target.slice(target.indexOf(':') + 1)}`,
    sourceKey: `review:${id}`,
  });
}

/** Tells whoever bought a piece that it was withdrawn and that they are offered their money back, in its transaction. */
export async function tellBuyers(ctx: Context, trx: Trx, { posts }: PostsWithdrawn): Promise<void> {
  for (const { id, columnId, title } of posts) {
    const buyers = await listBuyers(ctx, trx, id);
    for (let from = 0; from < buyers.length; from += batchSize)
      await notifyMembers(ctx, trx, buyers.slice(from, from + batchSize), {
        kind: 'system',
        title: `你买过的《${title}》已撤下`,
        body: '这篇内容已经撤下，不能再阅读。你可以申请退款，款项原路退回。',
        link: addressOfPiece(columnId, id),
        sourceKey: `withdrawn:${id}`,
      });
  }
}
