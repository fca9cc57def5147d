import type { TalkedPiece } from '#features/posts/index.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { notify } from '#kernel/db/notify.ts';
import { excerpt } from '#shared/text/excerpt.ts';
import type { CommentNews } from './events.ts';
import { countVisible } from './write-queries.ts';

/** Where processes hear that the comments of a piece changed; the payload is a `CommentsMoved` with its tenant. */
export const commentsChannel = 'guanlan_comments';

/** What readers of a piece hear: how many comments there are now, and which one came or went. Never its text. */
export type CommentsMoved = { postId: string; total: number; shown?: string; hidden?: string };

const longestExcerpt = 100;

/** Tells whoever has the piece open, when and if the transaction commits. */
export async function tellReaders(
  ctx: Context,
  trx: Trx,
  { postId, ...what }: Omit<CommentsMoved, 'total'>,
): Promise<void> {
  const total = await countVisible(trx, postId);
  await notify(trx, commentsChannel, JSON.stringify({ tenantId: ctx.tenant.id, postId, total, ...what }));
}

type Told = {
  id: string;
  root_id: string | null;
  member_id: string | null;
  body: string;
  mentions: readonly { id: string }[];
};

/** A comment as listeners need to know it. `answeredId` is who wrote what it answers. */
export function newsOf(
  comment: Told,
  piece: TalkedPiece,
  { memberName, answeredId }: { memberName: string; answeredId: string | null },
): CommentNews {
  const { id, root_id: rootId, member_id, body, mentions } = comment;
  const memberId = member_id ?? '';
  return {
    id,
    rootId,
    post: pieceOf(piece),
    memberId,
    memberName,
    excerpt: excerpt(body, longestExcerpt),
    answeredMemberId: answeredId === memberId ? null : answeredId,
    mentionedMemberIds: mentions
      .map((mention) => mention.id)
      .filter((mentioned) => mentioned !== memberId && mentioned !== answeredId),
  };
}

export const pieceOf = ({ id, kind, columnId, title, authorMemberId }: TalkedPiece): CommentNews['post'] => ({
  id,
  kind,
  columnId,
  title,
  authorMemberId,
});

/** What a comment is called in the queue of reviewers and in the log of actions. */
export const targetOf = (id: string): string => `comment:${id}`;

/** One line of a comment, as lists of staff and notices quote it. */
export const quote = (body: string): string => excerpt(body, longestExcerpt);
