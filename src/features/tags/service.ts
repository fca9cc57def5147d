import type { z } from 'zod';
import { differences, recordAction } from '#features/audit/index.ts';
import { countTaggedPosts } from '#features/posts/index.ts';
import { requireMemberId } from '#kernel/actor.ts';
import { purge } from '#kernel/cache/purge.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, invalid, notFound } from '#kernel/errors.ts';
import { findOpenChanges, insertTagChange } from './change-queries.ts';
import {
  clearDescriptions,
  deleteNames,
  describeIfEmpty,
  findTagByName,
  findTags,
  forgetNames,
  listFormerNames,
  lockTagNames,
  renameNames,
  type TagRow,
  updateDescription,
} from './queries.ts';
import type { describeInput, mergeInput, renameInput } from './schema.ts';

/** Names that lead to one tag, beyond which neither a list nor a deletion looks. */
export const maxFormerNames = 1000;

type Queued = { posts: number };

/**
 * Renames a tag. From now on posts that are saved under the old name get the new one; the worker changes those that have
 * it. The address of the old name leads to the new one as soon as a post has it.
 * @throws conflict for a name that is a tag or leads to another one, and while a tag is being changed; notFound
 */
export async function renameTag(ctx: Context, { id, name }: z.output<typeof renameInput>): Promise<Queued> {
  return changeNames(ctx, async (trx) => {
    const [tag] = await requireTags(trx, [id]);
    if (!tag) throw notFound(noTag);
    if (tag.name === name) throw invalid('新名字和现在的一样', 'name');
    await refuseOpenChanges(trx, [tag.name, name]);
    if (await findTagByName(trx, name)) throw conflict(`已经有标签“${name}”，请改用合并`, 'name');
    await requireFreeName(trx, name, tag.name);
    await replaceTags(trx, [tag], name);
    await recordAction(ctx, trx, {
      action: 'tag.rename',
      target: `tag:${tag.name}`,
      before: { name: tag.name },
      after: { name },
    });
    return queue(ctx, trx, { kind: 'rename', names: [tag.name], target: name });
  });
}

/**
 * Merges tags into another one, which keeps its description. @throws conflict while one of them is being changed;
 * invalid for a merge into itself; notFound
 */
export async function mergeTags(ctx: Context, { ids, intoId }: z.output<typeof mergeInput>): Promise<Queued> {
  if (ids.includes(intoId)) throw invalid('不能把标签合并到它自己', 'intoId');
  return changeNames(ctx, async (trx) => {
    const [into] = await requireTags(trx, [intoId]);
    const tags = await requireTags(trx, ids);
    if (!into) throw notFound(noTag);
    const names = tags.map(({ name }) => name);
    await refuseOpenChanges(trx, [...names, into.name]);
    await replaceTags(trx, tags, into.name);
    await recordAction(ctx, trx, {
      action: 'tag.merge',
      target: `tag:${into.name}`,
      before: { names },
      after: { name: into.name },
    });
    return queue(ctx, trx, { kind: 'merge', names, target: into.name });
  });
}

/**
 * Deletes tags from all posts. Until the worker has finished, posts that are saved with them lose them too.
 * @throws conflict while one of them is being changed; notFound
 */
export async function deleteTags(ctx: Context, ids: readonly string[]): Promise<Queued> {
  return changeNames(ctx, async (trx) => {
    const tags = await requireTags(trx, ids);
    const names = tags.map(({ name }) => name);
    await refuseOpenChanges(trx, names);
    const formerNames = await Promise.all(names.map((name) => listFormerNames(trx, name, maxFormerNames)));
    const allNames = [...new Set([...names, ...formerNames.flat()])];
    await deleteNames(trx, allNames);
    await clearDescriptions(trx, names);
    for (const { name, description, posts } of tags)
      await recordAction(ctx, trx, {
        action: 'tag.delete',
        target: `tag:${name}`,
        before: { name, description, posts },
      });
    return queue(ctx, trx, { kind: 'delete', names: allNames, target: '' });
  });
}

/** Changes the paragraph that readers see on the tag's page. @throws notFound */
export async function describeTag(
  ctx: Context,
  { id, description }: z.output<typeof describeInput>,
): Promise<boolean> {
  return inTransaction(ctx, async (trx) => {
    const [tag] = await requireTags(trx, [id]);
    if (!tag) throw notFound(noTag);
    const line = description.replace(/\s+/g, ' ');
    await updateDescription(trx, id, line);
    await recordAction(ctx, trx, {
      action: 'tag.describe',
      target: `tag:${tag.name}`,
      ...differences({ description: tag.description }, { description: line }),
    });
    await purge(ctx, trx, ['tags']);
    return true;
  });
}

/** Frees a former name: its address leads nowhere, and posts may have it as a tag again. May be repeated. */
export async function freeTagName(ctx: Context, name: string): Promise<boolean> {
  return changeNames(ctx, async (trx) => {
    await refuseOpenChanges(trx, [name]);
    const [freed] = await forgetNames(trx, [name], 'renamed');
    if (!freed) return false;
    await recordAction(ctx, trx, {
      action: 'tag.freeName',
      target: `tag:${freed.tag}`,
      before: { name },
    });
    return true;
  });
}

const noTag = '没有这个标签，可能已被改名、合并或删除';

const changeNames = <T>(ctx: Context, work: (trx: Trx) => Promise<T>): Promise<T> =>
  inTransaction(ctx, async (trx) => {
    await lockTagNames(trx);
    const answer = await work(trx);
    await purge(ctx, trx, ['tags']);
    return answer;
  });

async function requireTags(trx: Trx, ids: readonly string[]): Promise<TagRow[]> {
  const tags = await findTags(trx, ids);
  if (tags.length < new Set(ids).size) throw notFound(noTag);
  return tags;
}

/** A change assumes that posts have either the old or the new name, so two of them never share a name. */
async function refuseOpenChanges(trx: Trx, names: readonly string[]): Promise<void> {
  const [change] = await findOpenChanges(trx, names);
  if (!change) return;
  const name = [...change.names, change.target].find((one) => names.includes(one));
  throw conflict(`标签“${name}”正在改名、合并或删除，请等它完成`);
}

async function requireFreeName(trx: Trx, name: string, own: string): Promise<void> {
  const [known] = await forgetNames(trx, [name], 'renamed');
  if (known && known.tag !== own)
    throw conflict(`“${name}”是标签“${known.tag}”的旧名，请先在那里停用这个旧名`, 'name');
}

async function replaceTags(trx: Trx, tags: readonly TagRow[], target: string): Promise<void> {
  const names = tags.map(({ name }) => name);
  await renameNames(trx, names, target);
  const description = tags.find((tag) => tag.description !== '')?.description ?? '';
  if (description !== '') await describeIfEmpty(trx, target, description);
  await clearDescriptions(trx, names);
}

async function queue(
  ctx: Context,
  trx: Trx,
  change: { kind: 'rename' | 'merge' | 'delete'; names: string[]; target: string },
): Promise<Queued> {
  const total = await countTaggedPosts(trx, change.names);
  await insertTagChange(trx, { ...change, total, created_by: requireMemberId(ctx), due_at: ctx.now() });
  return { posts: total };
}
