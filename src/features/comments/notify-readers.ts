import type { CommentedPost } from '#features/posts/index.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { notify } from '#kernel/db/notify.ts';
import { excerpt } from '#shared/text/excerpt.ts';
import type { CommentPayload } from './events.ts';
import { countVisible } from './write-queries.ts';

/** The LISTEN channel for changed comments of a post; the payload is a `CommentsChanged` with its tenant. */
export const commentsChannel = 'guanlan_comments';

/**
 * What readers of a post receive: the current number of comments and the id that appeared or disappeared. Never the
 * text.
 */
export type CommentsChanged = { postId: string; total: number; shown?: string; hidden?: string };

const maxExcerptLength = 100;

/** Notifies readers who have the post open; delivered when the transaction commits. */
export async function notifyReaders(
  ctx: Context,
  trx: Trx,
  { postId, ...change }: Omit<CommentsChanged, 'total'>,
): Promise<void> {
  const total = await countVisible(trx, postId);
  await notify(trx, commentsChannel, JSON.stringify({ tenantId: ctx.tenant.id, postId, total, ...change }));
}

type CommentFields = {
  id: string;
  root_id: string | null;
  member_id: string | null;
  body: string;
  mentions: readonly { id: string }[];
};

/** Builds the event payload. `repliedToMemberId` may be the commenter, whom the payload then leaves out. */
export function toCommentPayload(
  comment: CommentFields,
  post: CommentedPost,
  { memberName, repliedToMemberId }: { memberName: string; repliedToMemberId: string | null },
): CommentPayload {
  const { id, root_id: rootId, member_id, body, mentions } = comment;
  const memberId = member_id ?? '';
  return {
    id,
    rootId,
    post: toPayloadPost(post),
    memberId,
    memberName,
    excerpt: excerpt(body, maxExcerptLength),
    repliedToMemberId: repliedToMemberId === memberId ? null : repliedToMemberId,
    mentionedMemberIds: mentions
      .map((mention) => mention.id)
      .filter((mentioned) => mentioned !== memberId && mentioned !== repliedToMemberId),
  };
}

export const toPayloadPost = ({
  id,
  kind,
  columnId,
  title,
  authorMemberId,
}: CommentedPost): CommentPayload['post'] => ({
  id,
  kind,
  columnId,
  title,
  authorMemberId,
});

/** Returns the name of a comment in the review queue and in the audit log. */
export const targetOf = (id: string): string => `comment:${id}`;

/** Returns one line of a comment, as staff lists and notices quote it. */
export const quote = (body: string): string => excerpt(body, maxExcerptLength);
