import type { z } from 'zod';
import { recordAction } from '#features/audit/index.ts';
import { requireColumn } from '#features/columns/index.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { notFound } from '#kernel/errors.ts';
import { lockPostForEdit } from './admin-queries.ts';
import { eachOutcome } from './change-many.ts';
import { editProperties } from './edit-properties.ts';
import { lockPostReview } from './review-target.ts';
import type { Content, editManyInput, outcomes } from './schema.ts';
import { requireOwnColumn } from './scope.ts';

type Outcome = z.output<typeof outcomes>[number];
type Undo = NonNullable<Outcome['undo']>;
type Edit = Omit<z.output<typeof editManyInput>, 'ids'>;

/**
 * Changes the same properties of many posts in one transaction with one audit entry. A post that cannot be changed is
 * left alone and its outcome says why; the others proceed.
 * @throws any error that is not the fault of a single post
 */
export async function editMany(
  ctx: Context,
  { ids, ...edit }: z.output<typeof editManyInput>,
): Promise<Outcome[]> {
  return inTransaction(ctx, async (trx) => {
    const inOrder = [...new Set(ids)].sort((a, b) => Number(BigInt(a) - BigInt(b)));
    // All reviews before all posts, each in the order of ids, so that two bulk changes cannot deadlock.
    for (const id of inOrder) await lockPostReview(trx, id);
    const outcomes = await eachOutcome(
      inOrder.map((id) => ({ id })),
      ({ id }) => editOne(ctx, trx, id, edit),
    );
    const changed = outcomes.flatMap(({ id, fault }) => (fault ? [] : [id]));
    if (changed.length > 0)
      await recordAction(ctx, trx, {
        action: 'post.editMany',
        target: 'post:many',
        after: { ...edit, changed },
      });
    return outcomes;
  });
}

async function editOne(ctx: Context, trx: Trx, id: string, edit: Edit): Promise<Undo> {
  const post = await lockPostForEdit(trx, id);
  if (!post) throw notFound('没有这篇稿件');
  await requireOwnColumn(ctx, id, trx);
  if (edit.columnId !== undefined) await requireColumn(ctx, edit.columnId);
  const versions = await editProperties(ctx, trx, post, (content) => applyEdit(content, edit));
  return {
    id,
    state: post.state as Undo['state'],
    at: post.published_at?.toISOString() ?? null,
    ...versions,
  };
}

const applyEdit = (
  content: Content,
  { columnId, authorId, addTags, removeTags, access, price }: Edit,
): Content => ({
  ...content,
  ...(columnId !== undefined && { columnId }),
  ...(authorId !== undefined && {
    authorId,
    coAuthorIds: content.coAuthorIds.filter((id) => id !== authorId),
  }),
  ...(access !== undefined && { access }),
  ...(price !== undefined && { price }),
  tags: [...new Set([...content.tags.filter((tag) => !removeTags?.includes(tag)), ...(addTags ?? [])])],
});
