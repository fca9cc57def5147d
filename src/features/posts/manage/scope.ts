import { findAuthorOfMember } from '#features/authors/index.ts';
import { columnRefusal, requireColumn } from '#features/columns/index.ts';
import { hasPermission, requireMemberId } from '#kernel/actor.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { forbidden, notFound } from '#kernel/errors.ts';
import type { Call } from '#kernel/http/calls.ts';
import { isByAuthor, listColumnsOfPost } from './admin-queries.ts';
import type { Content } from './schema.ts';

/** The permission to write posts of one's own authorship only. */
export const contribute = 'content.contribute';

/** Which posts the back office shows a caller and lets them change: all, or those of one author. */
export type PostScope = { authorId?: string | undefined };

/**
 * Returns the scope of the caller, whom the route has let in. This is the only implementation of the rule (docs/product.md §16); lists put it into
 * their query, and every other call about a post is declared by `readsOfPost` or `changesOfPost`, or asks `requireInScope`. A contributor without an author has none.
 */
export async function scopeOf(ctx: Context): Promise<PostScope> {
  const { actor } = ctx;
  if (!hasPermission(actor, contribute)) return {};
  if (hasPermission(actor, 'content.view') || hasPermission(actor, 'content.edit')) return {};
  // No author has the id 0.
  return { authorId: (await findAuthorOfMember(ctx.db, requireMemberId(ctx)))?.id ?? '0' };
}

/**
 * Checks that a post is in the caller's scope.
 * @throws notFound, because a contributor must not learn which posts exist
 */
export async function requireInScope(ctx: Context, id: string): Promise<void> {
  const { authorId } = await scopeOf(ctx);
  if (authorId !== undefined && !(await isByAuthor(ctx.db, id, authorId))) throw notFound('没有这篇稿件');
}

/**
 * Checks that a post is in columns that the caller may change: the one where readers find it and, if a move waits for
 * publication, the one of its newest version.
 * @throws forbidden naming the column
 */
export async function requireOwnColumn(
  ctx: Context,
  id: string,
  db: Context['db'] | Trx = ctx.db,
): Promise<void> {
  await requireColumn(ctx, ...(await listColumnsOfPost(db, id)));
}

/** Why the caller may only read a post; null if they may change it. */
export const findRefusal = async (ctx: Context, id: string): Promise<string | null> =>
  columnRefusal(ctx, await listColumnsOfPost(ctx.db, id));

/** Declares calls that show the post with the `id` of their input: each is answered only for a post in the caller's scope. */
export const readsOfPost = <C extends Call>(calls: readonly C[]): C[] =>
  calls.map((call) => guard(call, requireInScope));

/** Declares calls that change the post with the `id` of their input, which must also be in the caller's columns. */
export const changesOfPost = <C extends Call>(calls: readonly C[]): C[] =>
  calls.map((call) =>
    guard(call, async (ctx, id) => {
      await requireInScope(ctx, id);
      await requireOwnColumn(ctx, id);
    }),
  );

const guard = <C extends Call>(call: C, check: (ctx: Context, id: string) => Promise<void>): C => ({
  ...call,
  run: async (ctx, input) => {
    const { id } = (input.query ?? input.body) as { id: string };
    await check(ctx, id);
    return call.run(ctx, input);
  },
});

/**
 * Checks that a contributor leaves the byline as it was, by which they may see the post.
 * @throws forbidden
 */
export async function refuseOtherByline(
  ctx: Context,
  before: Pick<Content, 'authorId' | 'coAuthorIds'>,
  after: Pick<Content, 'authorId' | 'coAuthorIds'>,
): Promise<void> {
  const { authorId } = await scopeOf(ctx);
  const isSame = before.authorId === after.authorId && before.coAuthorIds.join() === after.coAuthorIds.join();
  if (authorId !== undefined && !isSame) throw forbidden('投稿人不能改稿件的署名，请找编辑');
}
