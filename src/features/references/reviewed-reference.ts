import { canDecide, readReviewItem } from '#features/moderation/index.ts';
import { postIdOfReview, readReviewedPost } from '#features/posts/index.ts';
import type { Settings } from '#features/settings/index.ts';
import type { Context } from '#kernel/context.ts';
import { notFound } from '#kernel/errors.ts';
import { securitiesOf } from './compliance.ts';
import { findSubmission, findWriterOf } from './queries.ts';
import type { Disclosure, ReviewedReference } from './schema.ts';

/**
 * Returns what a reviewer sees of a reference: that of any post, plus the compliance facts.
 * @throws notFound
 */
export async function readReviewedReference(
  ctx: Context,
  settings: Settings,
  itemId: string,
): Promise<ReviewedReference> {
  const item = await readReviewItem(ctx, itemId);
  if (item.kind !== 'reference') throw notFound('这一条审核不是内参');
  const id = postIdOfReview(item.target);
  const writer = await findWriterOf(ctx.db, id);
  if (!writer) throw notFound('这篇内参已经不在了');
  const reviewed = await readReviewedPost(ctx, itemId);
  const submission = await findSubmission(ctx.db, id, reviewed.version);
  const { references } = await settings(ctx);
  return {
    ...reviewed,
    securities: submission?.securities ?? (await securitiesOf(ctx, reviewed.content)),
    disclosure: submission?.holding
      ? { holding: submission.holding as Disclosure['holding'], note: submission.holding_note }
      : null,
    writer: {
      id: writer.author_id,
      name: writer.author_name,
      qualification: writer.qualification,
      institution: writer.institution,
      qualificationState: writer.qualification_state as ReviewedReference['writer']['qualificationState'],
    },
    mode: references.mode,
    mayDecide:
      canDecide(ctx.actor, { kind: item.kind, ownerId: writer.member_id }, references) &&
      canDecide(ctx.actor, { kind: item.kind, ownerId: item.submittedBy?.id ?? null }, references),
  };
}
