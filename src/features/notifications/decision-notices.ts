import type { QualificationDecided } from '#features/authors/events.ts';
import { listBuyers } from '#features/entitlements/index.ts';
import type { ModerationDecided } from '#features/moderation/events.ts';
import type { PostsDeleted, PostsWithdrawn } from '#features/posts/events.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { detailPath } from '#shared/site-paths.ts';
import { notifyMembers } from './service.ts';

// Maximum number of notices per statement.
const batchSize = 1000;

type Decision = ModerationDecided['decision'];

const decisionTexts: Record<Decision, string> = {
  approved: '已通过审核',
  rejected: '没有通过审核',
  changes: '需要修改',
};
const approvalTexts = {
  post: '稿件会按送审时的版本发布。',
  reference: '已经按送审时的版本发布。',
};

/** Notifies the submitter of a review decision, in the transaction of the decision. */
export async function onModerationDecided(
  ctx: Context,
  trx: Trx,
  { id, kind, target, title, submittedBy, decision, note }: ModerationDecided,
): Promise<void> {
  // A reviewer needs no notice of their own decision.
  const isOwn = ctx.actor.kind === 'member' && ctx.actor.memberId === submittedBy;
  if (submittedBy === null || isOwn || kind === 'comment') return;
  const postId = target.slice(target.indexOf(':') + 1);
  await notifyMembers(ctx, trx, [submittedBy], {
    kind: 'review',
    title: `《${title}》${decisionTexts[decision]}`,
    body: reasonFor(kind, decision, note),
    link: kind === 'post' ? `/admin/posts/${postId}` : '/personal/reference',
    sourceKey: `review:${id}`,
  });
}

function reasonFor(kind: 'post' | 'reference', decision: Decision, note: string): string {
  if (decision === 'approved') return note || approvalTexts[kind];
  return `${decision === 'changes' ? '请修改后重新送审' : '退回的理由'}：${note}`;
}

/** Notifies the buyers of a withdrawn post and of the refund offered to them, in the same transaction. */
export const onPostsWithdrawn = (ctx: Context, trx: Trx, { posts }: PostsWithdrawn): Promise<void> =>
  notifyBuyers(ctx, trx, posts, { key: 'withdrawn', verb: '撤下' });

/** Notifies those who still are buyers of a deleted post, as when it was withdrawn; once, however often it is deleted. */
export const onPostsDeleted = (ctx: Context, trx: Trx, { posts }: PostsDeleted): Promise<void> =>
  notifyBuyers(ctx, trx, posts, { key: 'deleted', verb: '删除' });

async function notifyBuyers(
  ctx: Context,
  trx: Trx,
  posts: PostsWithdrawn['posts'],
  { key, verb }: { key: string; verb: string },
): Promise<void> {
  for (const { id, columnId, title } of posts) {
    const buyers = await listBuyers(ctx, trx, id);
    for (let from = 0; from < buyers.length; from += batchSize)
      await notifyMembers(ctx, trx, buyers.slice(from, from + batchSize), {
        kind: 'system',
        title: `你买过的《${title}》已${verb}`,
        body: `这篇内容已经${verb}，不能再阅读。你可以申请退款，款项原路退回。`,
        link: detailPath(columnId, id),
        sourceKey: `${key}:${id}`,
      });
  }
}

/** Notifies an author of the decision on their qualification, in the same transaction. */
export async function onQualificationDecided(
  ctx: Context,
  trx: Trx,
  { id, memberId, decision, note }: QualificationDecided,
): Promise<void> {
  if (memberId === null) return;
  await notifyMembers(ctx, trx, [memberId], {
    kind: 'review',
    title: decision === 'verified' ? '你的执业资格已核实' : '你的执业资格没有通过核实',
    body: note || '收费内参提到证券时，页面会写明你的执业编号和所属机构。',
    link: '/personal/reference',
    sourceKey: `qualification:${id}:${ctx.now().getTime()}`,
  });
}
