import { type AccessDecision, decideAccessToPosts } from '#features/entitlements/index.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { notFound } from '#kernel/errors.ts';
import { toReadable } from './reads.ts';
import { findCommentTarget } from './record-queries.ts';
import type { PostKind } from './schema.ts';

/** A post as event listeners that notify people about its comments need it. */
export type CommentedPost = {
  id: string;
  kind: PostKind;
  columnId: string;
  title: string;
  authorMemberId: string | null;
};

/** Extends it for people who comment, with how much of the post the caller may read: all or a teaser. */
export type CommentTarget = CommentedPost & {
  isPublished: boolean;
  areCommentsClosed: boolean;
  /** Number of visible comments. */
  comments: number;
  reading: Extract<AccessDecision, { part: 'all' | 'teaser' }>;
};

/**
 * Returns a post of any kind whose page the caller may see.
 * @throws notFound for any other, withdrawn posts included
 */
export async function readCommentTarget(ctx: Context, id: string): Promise<CommentTarget> {
  const row = await findCommentTarget(ctx.db, id);
  const [reading] = row ? await decideAccessToPosts(ctx, [toReadable(row)]) : [];
  if (!row || (reading?.part !== 'all' && reading?.part !== 'teaser')) throw notFound('内容不存在或已下架');
  return {
    ...toCommentedPost(row),
    isPublished: row.state === 'published',
    areCommentsClosed: row.comments_closed,
    comments: row.comments ?? 0,
    reading,
  };
}

/** Returns a post in any state, for notifications sent in the caller's transaction; null if it does not exist. */
export async function findCommentedPost(trx: Trx, id: string): Promise<CommentedPost | null> {
  const row = await findCommentTarget(trx, id);
  return row ? toCommentedPost(row) : null;
}

type Row = NonNullable<Awaited<ReturnType<typeof findCommentTarget>>>;

const toCommentedPost = (row: Row): CommentedPost => ({
  id: row.id,
  kind: row.kind as PostKind,
  columnId: row.column_id,
  title: row.title,
  authorMemberId: row.author_member_id,
});
