import type { z } from 'zod';
import { differences, recordAction } from '#features/audit/index.ts';
import { recordMediaUses } from '#features/media/index.ts';
import { hasPermission } from '#kernel/actor.ts';
import { purge } from '#kernel/cache/purge.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict } from '#kernel/errors.ts';
import { maxTopics } from '#shared/topic.ts';
import * as queries from './queries.ts';
import { topicMissing } from './reads.ts';
import type { arrangeInput, createInput, saveInput } from './schema.ts';

type Changed = { id: string; version: number };

/** Adds a topic without posts. @throws conflict for an address in use, or if there are too many topics */
export async function createTopic(ctx: Context, input: z.output<typeof createInput>): Promise<Changed> {
  return inTransaction(ctx, async (trx) => {
    if ((await queries.lockTopics(trx)) >= maxTopics)
      throw conflict(`专题最多 ${maxTopics} 个，请先删除不用的`);
    await refuseTakenSlug(trx, input.slug);
    const topic = await queries.insertTopic(trx, toRow(input));
    await finish(ctx, trx, topic.id, input.cover);
    await recordAction(ctx, trx, { action: 'topic.create', target: `topic:${topic.id}`, after: input });
    return topic;
  });
}

/**
 * Changes what a topic is called and shows.
 * @throws conflict if it was changed since `base`, or for an address in use; notFound
 */
export async function saveTopic(
  ctx: Context,
  { id, base, ...input }: z.output<typeof saveInput>,
): Promise<Changed> {
  return inTransaction(ctx, async (trx) => {
    await queries.lockTopics(trx);
    const before = await queries.findTopic(trx, id);
    if (!before) throw topicMissing();
    await refuseTakenSlug(trx, input.slug, id);
    const topic = await queries.updateTopic(trx, id, base, toRow(input));
    if (!topic) throw changedMeanwhile(before.title);
    await finish(ctx, trx, id, input.cover);
    const { title, slug, introduction, cover, is_open: isOpen } = before;
    await recordAction(ctx, trx, {
      action: 'topic.save',
      target: `topic:${id}`,
      ...differences({ title, slug, introduction, cover, isOpen }, input),
    });
    return topic;
  });
}

/**
 * Sets the posts of a topic and their order. Posts that were deleted meanwhile are left out, and so are unpublished ones
 * that are new to it, unless the caller may see them.
 * @throws conflict if the topic was changed since `base`; notFound
 */
export async function arrangeTopic(
  ctx: Context,
  { id, base, postIds }: z.output<typeof arrangeInput>,
): Promise<Changed> {
  return inTransaction(ctx, async (trx) => {
    const before = await queries.findTopic(trx, id);
    if (!before) throw topicMissing();
    const topic = await queries.updateTopic(trx, id, base, {});
    if (!topic) throw changedMeanwhile(before.title);
    const idsBefore = (await queries.listTopicPosts(trx, id)).map((post) => post.id);
    const mayAddDrafts = hasPermission(ctx.actor, 'content.view');
    await queries.replaceTopicPosts(trx, id, postIds, mayAddDrafts ? null : idsBefore);
    await purge(ctx, trx, ['topics']);
    await recordAction(ctx, trx, {
      action: 'topic.arrange',
      target: `topic:${id}`,
      before: { ids: idsBefore },
      after: { ids: postIds },
    });
    return topic;
  });
}

/** Deletes a topic; its posts stay. @throws notFound */
export async function deleteTopic(ctx: Context, id: string): Promise<boolean> {
  await inTransaction(ctx, async (trx) => {
    const topic = await queries.deleteTopic(trx, id);
    if (!topic) throw topicMissing();
    await finish(ctx, trx, id, null);
    await recordAction(ctx, trx, {
      action: 'topic.delete',
      target: `topic:${id}`,
      before: { title: topic.title },
    });
  });
  return true;
}

const changedMeanwhile = (title: string) => conflict(`专题“${title}”刚被别人改过，请对照后再保存`);

async function refuseTakenSlug(trx: Trx, slug: string, ownId?: string): Promise<void> {
  const other = await queries.findSlug(trx, slug);
  if (other && other.id !== ownId)
    throw conflict(`地址 ${slug} 已经被专题“${other.title}”用了，请换一个`, 'slug');
}

async function finish(ctx: Context, trx: Trx, id: string, cover: string | null): Promise<void> {
  await recordMediaUses(ctx, trx, `topic:${id}`, cover ? [cover] : []);
  await purge(ctx, trx, ['topics']);
}

const toRow = ({ isOpen, ...input }: z.output<typeof createInput>) => ({ ...input, is_open: isOpen });
