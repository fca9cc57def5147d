import { purge } from '#kernel/cache/purge.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { authorTag } from '#shared/cache-tags.ts';
import { findAuthorsByName, type NewAuthor, upsertAuthors } from './queries.ts';
import './events.ts';

/** The author of pieces that came without one (PRODUCT §4). */
export const houseAuthor = '编辑部';

/** Adds authors, or fills what an existing one of that name says of itself. May be repeated. */
export async function defineAuthors(ctx: Context, authors: NewAuthor[]): Promise<void> {
  if (authors.length > 0) await inTransaction(ctx, (trx) => upsertAuthors(trx, authors));
}

/**
 * The ids of authors by name; missing ones are made. Safe against another import doing the same: the unique
 * name decides.
 */
export async function ensureAuthors(ctx: Context, names: readonly string[]): Promise<Map<string, string>> {
  const wanted = [...new Set(names)].sort();
  const known = new Map((await findAuthorsByName(ctx.db, wanted)).map(({ name, id }) => [name, id]));
  const missing = wanted.filter((name) => !known.has(name));
  if (missing.length === 0) return known;
  const made = await inTransaction(ctx, (trx) =>
    upsertAuthors(
      trx,
      missing.map((name) => ({ name })),
    ),
  );
  for (const { name, id } of made) known.set(name, id);
  return known;
}

/** Purges what shows an author; the listener of `posts` purges the lists and pages of their published posts. */
export async function tellChange(ctx: Context, trx: Trx, id: string): Promise<void> {
  await ctx.events.emit(ctx, trx, 'authors.changed', { id });
  await purge(ctx, trx, [authorTag(id)]);
}
