import { checkWords } from '#features/moderation/index.ts';
import type { ImportedComment } from '#features/posts/index.ts';
import { purge } from '#kernel/cache/purge.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { postTag } from '#shared/cache-tags.ts';
import { findImportedComments, insertImportedComments, type NewImportedComment } from './import-queries.ts';

type PostComments = { id: string; comments: readonly ImportedComment[] };

/**
 * Adds comments of another system to their posts, without notices: their writers have a name but no account. A thread
 * here has one level of answers, so an answer to an answer joins the thread and names whom it answers; one whose parent
 * was not imported begins a thread. A comment with a sensitive word is hidden until staff show it. May be repeated.
 * @returns the ids of the comments that are new
 */
export async function addImportedComments(
  ctx: Context,
  trx: Trx,
  posts: readonly PostComments[],
): Promise<string[]> {
  const keys = posts.flatMap(({ comments }) => comments.map(({ key }) => key));
  if (keys.length === 0) return [];
  const threads = new Map(
    (await findImportedComments(trx, keys)).map((row) => [
      row.import_key ?? '',
      { id: row.id, rootId: row.root_id ?? row.id, postId: row.post_id },
    ]),
  );
  const added: NewImportedComment[] = [];
  const ids = await insertImportedComments(trx, keys.length - threads.size, async (newIds) => {
    for (const { id: postId, comments } of posts)
      for (const comment of comments) {
        if (threads.has(comment.key)) continue;
        const id = newIds[added.length];
        if (id === undefined) break;
        const parent = comment.parentKey === null ? undefined : threads.get(comment.parentKey);
        const above = parent?.postId === postId ? parent : undefined;
        threads.set(comment.key, { id, rootId: above?.rootId ?? id, postId });
        added.push({
          id,
          post_id: postId,
          root_id: above?.rootId ?? null,
          reply_to_id: above && above.id !== above.rootId ? above.id : null,
          guest_name: comment.name,
          body: comment.body,
          import_key: comment.key,
          created_at: comment.at,
          ...(await decideState(ctx, comment)),
        });
      }
    return added;
  });
  if (ids.length > 0) await purge(ctx, trx, [...new Set(added.map(({ post_id }) => postTag(post_id)))]);
  return ids;
}

/** Returns the keys of comments of another system that are not here. */
export async function findMissingComments(trx: Trx, comments: readonly ImportedComment[]): Promise<string[]> {
  const keys = comments.map(({ key }) => key);
  if (keys.length === 0) return [];
  const known = new Set((await findImportedComments(trx, keys)).map((row) => row.import_key));
  return keys.filter((key) => !known.has(key));
}

async function decideState(
  ctx: Context,
  { name, body }: ImportedComment,
): Promise<{ state: 'visible' | 'hidden'; reason: string }> {
  const hits = await checkWords(ctx, [
    { field: 'body', label: '评论', text: body },
    { field: 'name', label: '称呼', text: name },
  ]);
  const words = [...new Set(hits.filter(({ level }) => level !== 'warn').map(({ word }) => word))];
  if (words.length === 0) return { state: 'visible', reason: '' };
  return { state: 'hidden', reason: `导入时含有敏感词：${words.slice(0, 10).join('、')}` };
}
