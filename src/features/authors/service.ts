import { purge } from '#kernel/cache/purge.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { authorTag } from '#shared/cache-tags.ts';
import { findAuthorsByName, type NewAuthor, upsertAuthors } from './queries.ts';
import './events.ts';

/** The author of posts that name none (docs/product.md §14). */
export const siteAuthor = '编辑部';

/** Adds authors, or fills empty fields of existing ones with that name. May be repeated. */
export async function defineAuthors(ctx: Context, authors: NewAuthor[]): Promise<void> {
  if (authors.length > 0) await inTransaction(ctx, (trx) => upsertAuthors(trx, authors));
}

/**
 * Returns author ids by name and creates missing authors. Safe against concurrent imports, because names are unique.
 */
export async function ensureAuthors(ctx: Context, names: readonly string[]): Promise<Map<string, string>> {
  const wanted = [...new Set(names)].sort();
  const known = new Map((await findAuthorsByName(ctx.db, wanted)).map(({ name, id }) => [name, id]));
  const missing = wanted.filter((name) => !known.has(name));
  if (missing.length === 0) return known;
  const created = await inTransaction(ctx, (trx) =>
    upsertAuthors(
      trx,
      missing.map((name) => ({ name })),
    ),
  );
  for (const { name, id } of created) known.set(name, id);
  return known;
}

/** Invalidates caches of an author; the listener in `posts` invalidates the lists and pages of the author's posts. */
export async function announceChange(ctx: Context, trx: Trx, id: string): Promise<void> {
  await ctx.events.emit(ctx, trx, 'authors.changed', { id });
  await purge(ctx, trx, [authorTag(id)]);
}
