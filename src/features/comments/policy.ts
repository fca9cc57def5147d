import type { CommentTarget } from '#features/posts/index.ts';
import { type Actor, hasPermission } from '#kernel/actor.ts';
import type { Rules } from '#kernel/settings/environment.ts';
import { toIso } from '#shared/dates.ts';
import { isMobile } from '#shared/mobiles.ts';
import type { CommentStanding } from './schema.ts';

/** What decides whether a member may write. */
export type Commenter = { mobile: string; until: Date | null; reason: string | null };

type TargetState = Pick<CommentTarget, 'isPublished' | 'areCommentsClosed' | 'reading'>;

/** Returns whether the caller may comment on a post, and if not, the reason. `commenter` is null for a visitor. */
export function decideStanding(
  actor: Actor,
  commenter: Commenter | null,
  post: TargetState,
  rules: Rules<'comments'>,
  now: Date,
): CommentStanding {
  const isReviewed = rules.moderation === 'pre' && !hasPermission(actor, 'comments.moderate');
  const refuse = (reason: NonNullable<CommentStanding['reason']>, message: string): CommentStanding => ({
    mayWrite: false,
    reason,
    message,
    isReviewed,
  });
  if (!rules.isOpen) return refuse('closed', '本站评论暂时关闭，已有的评论仍可阅读');
  if (post.areCommentsClosed) return refuse('closed', '编辑部关闭了这篇内容的评论，已有的评论仍可阅读');
  if (!post.isPublished) return refuse('closed', '这篇内容还没有发布，发布后才能评论');
  if (!commenter) return refuse('login', '登录后可以发表评论');
  if (post.reading.part === 'teaser') return refuse('locked', lockMessages[post.reading.reason]);
  if (commenter.until && commenter.until > now)
    return refuse('muted', `你已被禁言至 ${minuteOf(commenter.until)}，原因：${commenter.reason}`);
  if (rules.isMobileRequired && !isMobile(commenter.mobile))
    return refuse('mobile', '按照规定，绑定手机号后才能发表评论。请到“个人中心 › 我的资料”绑定');
  return { mayWrite: true, reason: null, message: '', isReviewed };
}

const lockMessages = {
  member: '登录后可以发表评论',
  vip: '这篇是 VIP 内容，开通 VIP 后可以评论',
  paid: '这篇是付费内容，购买后可以评论',
} as const;

const minuteOf = (at: Date): string => toIso(at).slice(0, 16).replace('T', ' ');
