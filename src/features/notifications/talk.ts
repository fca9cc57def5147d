import type { CommentHidden, CommentLiked, CommentShown } from '#features/comments/events.ts';
import type { Context, Trx } from '#kernel/context.ts';
import type { Listeners } from '#kernel/feature.ts';
import { addressOfPiece } from './policy.ts';
import { announceMembers, silenceComment } from './queries.ts';
import { notifyGrouped, notifyMembers } from './service.ts';

const gone = '这条评论已不再显示。';

/** Notifies members of comments that concern them. */
export const commentListeners: Listeners = {
  'comment.shown': tellShown,
  'comment.liked': tellLiked,
  'comment.hidden': tellHidden,
};

/** Who is answered, mentioned, or wrote the piece: each once of one comment, in that order. */
async function tellShown(ctx: Context, trx: Trx, shown: CommentShown): Promise<void> {
  if (!shown.isFirst) return;
  const { id, post, memberName, excerpt, answeredMemberId, mentionedMemberIds, memberId } = shown;
  const notice = { body: excerpt, link: addressOfComment(post, id), sourceKey: `comment:${id}` };
  if (answeredMemberId !== null)
    await notifyMembers(ctx, trx, [answeredMemberId], {
      ...notice,
      kind: 'reply',
      title: `${memberName} 回复了你`,
    });
  await notifyMembers(ctx, trx, mentionedMemberIds, {
    ...notice,
    kind: 'mention',
    title: `${memberName} 在评论里提到了你`,
  });
  if (post.authorMemberId !== null && post.authorMemberId !== memberId)
    await notifyMembers(ctx, trx, [post.authorMemberId], {
      ...notice,
      kind: 'reply',
      title: `${memberName} 评论了你的《${post.title}》`,
    });
}

/** Likes of one comment are one notice: 「甲、乙 等 12 人赞了你的评论」. */
function tellLiked(ctx: Context, trx: Trx, liked: CommentLiked): Promise<void> {
  const { id, post, excerpt, memberId, likedByMemberId, likedByName, likes } = liked;
  return notifyGrouped(ctx, trx, memberId, {
    kind: 'like',
    body: excerpt,
    link: addressOfComment(post, id),
    sourceKey: `like:${id}`,
    person: { id: likedByMemberId, name: likedByName },
    say: ([first = '', ...others]) => {
      const named = [first, ...others].slice(0, Math.min(2, likes)).join('、');
      return likes > 2 ? `${named} 等 ${likes} 人赞了你的评论` : `${named} 赞了你的评论`;
    },
  });
}

/** What was told of a comment quotes it no longer; whoever wrote it learns why staff hid it. */
async function tellHidden(ctx: Context, trx: Trx, hidden: CommentHidden): Promise<void> {
  await announceMembers(trx, ctx.tenant.id, await silenceComment(trx, hidden.id, gone));
  if (hidden.by !== 'staff' || hidden.memberId === null) return;
  await notifyMembers(ctx, trx, [hidden.memberId], {
    kind: 'review',
    title: '你的一条评论没有公开',
    body: hidden.reason ? `原因：${hidden.reason}` : '它不符合社区规范。',
    sourceKey: `comment:${hidden.id}:hidden:${ctx.now().getTime()}`,
  });
}

const addressOfComment = (post: CommentShown['post'], id: string): string =>
  `${addressOfPiece(post.columnId, post.id)}#comment-${id}`;
