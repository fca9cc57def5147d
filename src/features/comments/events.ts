import type { PostKind } from '#features/posts/schema.ts';

/** A comment as listeners need to know it. Names and text are plain text: nothing in them is markup. */
export type CommentNews = {
  id: string;
  /** The comment whose thread it stands in; null for one that begins a thread. */
  rootId: string | null;
  post: { id: string; kind: PostKind; columnId: string; title: string; authorMemberId: string | null };
  /** Who wrote it, and what they are called now. */
  memberId: string;
  memberName: string;
  /** At most 100 characters of the text. */
  excerpt: string;
  /** Whose comment it answers; null for one that begins a thread, for an answer to oneself, and for who is gone. */
  answeredMemberId: string | null;
  /** Who is mentioned: neither the writer nor who is answered. */
  mentionedMemberIds: string[];
};

/** A comment was written. What is `pending` is seen by its writer alone; what is `visible` is told by `comment.shown` too. */
export type CommentAdded = CommentNews & { state: 'pending' | 'visible' };

/** A comment is now seen by everybody: written so, let through by a reviewer, or shown again after it was hidden. */
export type CommentShown = CommentNews & {
  /** Seen for the first time; false when it was hidden in between, so that nobody is told twice. */
  isFirst: boolean;
};

/** A comment is seen no more. What was told of it should no longer be quoted. */
export type CommentHidden = {
  id: string;
  postId: string;
  memberId: string | null;
  by: 'staff' | 'writer';
  /** What staff gave as their reason, for the writer to read; empty when the writer deleted it. */
  reason: string;
};

/** Somebody liked another's comment. Liking twice is told once; liking again after taking it back is told again. */
export type CommentLiked = {
  id: string;
  rootId: string | null;
  post: CommentNews['post'];
  excerpt: string;
  /** Whose comment it is. */
  memberId: string;
  likedByMemberId: string;
  likedByName: string;
  /** How many like it now. */
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
