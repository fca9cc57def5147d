import type { CommentHidden, CommentLiked, CommentShown } from '#features/comments/events.ts';
import { findTitles } from '#features/posts/index.ts';
import type { Context, Trx } from '#kernel/context.ts';
import type { Listeners } from '#kernel/feature.ts';
import { detailPath } from '#shared/site-paths.ts';
import { publishUnreadChanged, redactComment } from './queries.ts';
import { notifyGrouped, notifyMembers, redactedComment } from './service.ts';

/** Notifies members of comments that concern them. */
export const commentListeners: Listeners = {
  'comment.shown': onCommentShown,
  'comment.liked': onCommentLiked,
  'comment.hidden': onCommentHidden,
};

/** Notifies the parent comment's author, mentioned members and the post's author, in that order, each once. */
async function onCommentShown(ctx: Context, trx: Trx, shown: CommentShown): Promise<void> {
  if (!shown.isFirst) return;
  const { id, post, memberName, excerpt, repliedToMemberId, mentionedMemberIds, memberId } = shown;
  const people = [{ id: memberId, name: memberName }];
  const notice = { body: excerpt, link: commentPath(post, id), sourceKey: `comment:${id}`, people };
  if (repliedToMemberId !== null)
    await notifyMembers(ctx, trx, [repliedToMemberId], {
      ...notice,
      kind: 'reply',
      title: `${memberName} 在《${post.title}》里回复了你`,
    });
  await notifyMembers(ctx, trx, mentionedMemberIds, {
    ...notice,
    kind: 'mention',
    title: `${memberName} 在《${post.title}》的评论里提到了你`,
  });
  if (post.authorMemberId !== null && post.authorMemberId !== memberId)
    await notifyMembers(ctx, trx, [post.authorMemberId], {
      ...notice,
      kind: 'reply',
      title: `${memberName} 评论了你的《${post.title}》`,
    });
}

/** Groups the likes of a comment into one notice: “甲、乙 等 12 人赞了你在《题目》里的评论”. */
function onCommentLiked(ctx: Context, trx: Trx, liked: CommentLiked): Promise<void> {
  const { id, post, excerpt, memberId, likedByMemberId, likedByName, likes } = liked;
  return notifyGrouped(ctx, trx, memberId, {
    kind: 'like',
    body: excerpt,
    link: commentPath(post, id),
    sourceKey: `like:${id}`,
    person: { id: likedByMemberId, name: likedByName },
    titleOf: ([first = '', ...others]) => {
      const named = [first, ...others].slice(0, Math.min(2, likes)).join('、');
      return `${named}${likes > 2 ? ` 等 ${likes} 人` : ' '}赞了你在《${post.title}》里的评论`;
    },
  });
}

/** Redacts notices that quote the comment, and notifies the commenter of the reason if staff hid it. */
async function onCommentHidden(ctx: Context, trx: Trx, hidden: CommentHidden): Promise<void> {
  await publishUnreadChanged(trx, ctx.tenant.id, await redactComment(trx, hidden.id, redactedComment));
  if (hidden.by !== 'staff' || hidden.memberId === null) return;
  const title = (await findTitles(trx, [hidden.postId])).get(hidden.postId);
  await notifyMembers(ctx, trx, [hidden.memberId], {
    kind: 'review',
    title: `你${title === undefined ? '' : `在《${title}》里`}的一条评论没有公开`,
    body: hidden.reason ? `原因：${hidden.reason}` : '它不符合社区规范。',
    sourceKey: `comment:${hidden.id}:hidden:${ctx.now().getTime()}`,
  });
}

const commentPath = (post: CommentShown['post'], id: string): string =>
  `${detailPath(post.columnId, post.id)}#comment-${id}`;
