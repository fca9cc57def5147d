import type { PostKind } from '#features/posts/schema.ts';

/** What listeners receive about a comment. Names, titles and excerpts are plain text, not HTML. */
export type CommentPayload = {
  id: string;
  /** The root of the comment's thread; null for a root. */
  rootId: string | null;
  post: { id: string; kind: PostKind; columnId: string; title: string; authorMemberId: string | null };
  /** The commenter, with their name as of the event. */
  memberId: string;
  memberName: string;
  /** The beginning of the text on one line, at most 100 characters. */
  excerpt: string;
  /** The member replied to; null for a root, for a reply to one's own comment, and if that account was deleted. */
  repliedToMemberId: string | null;
  /** The mentioned members without the commenter and the member replied to, so that each is notified once. */
  mentionedMemberIds: string[];
};

/** A comment was written. If `pending`, only the commenter sees it; if `visible`, `comment.shown` is emitted too. */
export type CommentAdded = CommentPayload & { state: 'pending' | 'visible' };

/** A comment became visible to everyone: when written, after approval, or again after it was hidden. */
export type CommentShown = CommentPayload & {
  /** True the first time only; false when it is shown again, so that nobody is notified twice. */
  isFirst: boolean;
};

/** Staff hid or rejected a comment, or the commenter deleted it. Listeners must remove quotations of it. */
export type CommentHidden = {
  id: string;
  postId: string;
  /** The commenter; null if the account was deleted. */
  memberId: string | null;
  by: 'staff' | 'commenter';
  /** The reason that staff gave, shown to the commenter; may be empty, and always is after a deletion. */
  reason: string;
};

/** A member liked another's comment. Emitted once per like; liking again after unliking emits it again. */
export type CommentLiked = {
  id: string;
  rootId: string | null;
  post: CommentPayload['post'];
  excerpt: string;
  /** The commenter. */
  memberId: string;
  likedByMemberId: string;
  likedByName: string;
  /** The total number of likes, including this one. */
  likes: number;
};

declare module '#kernel/events.ts' {
  interface Events {
    'comment.added': CommentAdded;
    'comment.shown': CommentShown;
    'comment.hidden': CommentHidden;
    'comment.liked': CommentLiked;
  }
}
