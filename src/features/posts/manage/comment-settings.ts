import { z } from 'zod';
import { recordAction } from '#features/audit/index.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { notFound } from '#kernel/errors.ts';
import { fields, flag, idOf } from '#kernel/http/bodies.ts';
import { get, post } from '#kernel/http/calls.ts';
import { findCommentTarget, lockCommentSettings, updateCommentSettings } from '../record-queries.ts';
import { idQuery } from '../schema.ts';
import { changesOfPost, readsOfPost } from './scope.ts';

const commentSettings = z.object({ areCommentsClosed: z.boolean(), comments: z.number().int() });
type CommentSettings = z.infer<typeof commentSettings>;
const closeInput = fields({ id: idOf('内容编号'), isClosed: flag('关闭评论') });

export const commentSettingsRoutes = [
  ...readsOfPost([
    get('/admin/post/talk', {
      access: { permission: 'content.view' },
      summary: 'Returns whether the comments of a post are closed, and their number.',
      query: idQuery,
      data: commentSettings,
      run: (ctx, { query }) => readCommentSettings(ctx, query.id),
    }),
  ]),
  ...changesOfPost([
    post('/admin/post/closeComments', {
      access: { permission: 'content.edit' },
      summary: 'Closes or reopens the comments of a post at once, whichever version is published.',
      body: closeInput,
      data: commentSettings,
      run: (ctx, { body }) => closeComments(ctx, body),
    }),
  ]),
];

/** @throws notFound */
async function readCommentSettings(
  { db }: Context,
  id: string,
  handle: Context['db'] | Trx = db,
): Promise<CommentSettings> {
  const row = await findCommentTarget(handle, id);
  if (!row) throw notFound('没有这篇稿件');
  return { areCommentsClosed: row.comments_closed, comments: row.comments ?? 0 };
}

/**
 * Closes or reopens the comments of a post in any state. May be repeated.
 * @throws notFound
 */
function closeComments(
  ctx: Context,
  { id, isClosed }: z.output<typeof closeInput>,
): Promise<CommentSettings> {
  return inTransaction(ctx, async (trx) => {
    const post = await lockCommentSettings(trx, id);
    if (!post) throw notFound('没有这篇稿件');
    if (post.comments_closed !== isClosed) {
      await updateCommentSettings(trx, id, isClosed);
      await recordAction(ctx, trx, {
        action: isClosed ? 'post.closeComments' : 'post.openComments',
        target: `post:${id}`,
        before: { areCommentsClosed: post.comments_closed },
        after: { areCommentsClosed: isClosed },
      });
    }
    return readCommentSettings(ctx, id, trx);
  });
}
