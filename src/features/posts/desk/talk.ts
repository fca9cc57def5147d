import { z } from 'zod';
import { recordAction } from '#features/audit/index.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { notFound } from '#kernel/errors.ts';
import { fields, flag, idOf } from '#kernel/http/bodies.ts';
import { get, post } from '#kernel/http/calls.ts';
import { findTalkedAbout, lockTalk, updateTalk } from '../record-queries.ts';
import { idQuery } from '../schema.ts';

const talk = z.object({ areCommentsClosed: z.boolean(), comments: z.number().int() });
type Talk = z.infer<typeof talk>;
const closeInput = fields({ id: idOf('id', '内容编号'), isClosed: flag('isClosed', '关闭评论') });

/** Whether readers may comment on a piece. */
export const talkRoutes = [
  get('/admin/post/talk', {
    access: { permission: 'content.view' },
    summary: 'Whether the comments of a piece are closed, and how many there are.',
    query: idQuery,
    data: talk,
    run: (ctx, { query }) => readTalk(ctx, query.id),
  }),
  post('/admin/post/closeComments', {
    access: { permission: 'content.edit' },
    summary: 'Closes the comments of a piece or opens them again, at once and whatever version is out.',
    body: closeInput,
    data: talk,
    run: (ctx, { body }) => closeComments(ctx, body),
  }),
];

/** @throws notFound */
async function readTalk({ db }: Context, id: string, at: Context['db'] | Trx = db): Promise<Talk> {
  const row = await findTalkedAbout(at, id);
  if (!row) throw notFound('没有这篇稿件');
  return { areCommentsClosed: row.comments_closed, comments: row.comments ?? 0 };
}

/** Closes the comments of a piece in any state, or opens them again. May be repeated. @throws notFound */
function closeComments(ctx: Context, { id, isClosed }: z.output<typeof closeInput>): Promise<Talk> {
  return inTransaction(ctx, async (trx) => {
    const post = await lockTalk(trx, id);
    if (!post) throw notFound('没有这篇稿件');
    if (post.comments_closed !== isClosed) {
      await updateTalk(trx, id, isClosed);
      await recordAction(ctx, trx, {
        action: isClosed ? 'post.closeComments' : 'post.openComments',
        target: `post:${id}`,
        before: { areCommentsClosed: post.comments_closed },
        after: { areCommentsClosed: isClosed },
      });
    }
    return readTalk(ctx, id, trx);
  });
}
