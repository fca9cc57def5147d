import { listAuthorsByPrefix } from '#features/authors/index.ts';
import { findStocksByPrefix } from '#features/stocks/index.ts';
import type { Context } from '#kernel/context.ts';
import { DomainError } from '#kernel/errors.ts';
import { stripControlCharacters } from '#shared/text/normalise.ts';
import { findTitles, listTagsByPrefix } from './queries.ts';
import { listNames } from './reads.ts';
import type { Suggestion } from './schema.ts';
import type { TenantIndexes } from './tenant-indexes.ts';

/** Limit per type, so that one type does not displace the others. */
const maxPerType = 4;

/**
 * Suggests completions of the typed text, in simplified characters: stocks, authors and tags that begin with it, then titles that contain it.
 * Without a search index, titles are missing.
 */
export async function suggestWords(
  ctx: Context,
  indexes: TenantIndexes,
  { keyword = '', size }: { keyword?: string | undefined; size: number },
): Promise<Suggestion[]> {
  const { simplify } = await import('#shared/text/simplify.ts');
  const typed = simplify(stripControlCharacters(keyword).trim().slice(0, 50).toWellFormed());
  if (typed === '') return [];
  const [stocks, authors, tags, titles] = await Promise.all([
    findStocksByPrefix(ctx, typed, maxPerType),
    listAuthorsByPrefix(ctx.db, typed, maxPerType),
    listTagsByPrefix(ctx.db, typed, maxPerType),
    findTitlesContaining(ctx, indexes, typed, size),
  ]);
  const suggestions: Suggestion[] = [
    ...stocks.map(({ name, code }) => ({ text: name, type: 'stock' as const, code })),
    ...authors.map(({ name }) => ({ text: name, type: 'author' as const, code: null })),
    ...tags.map((text) => ({ text, type: 'tag' as const, code: null })),
    ...titles.map((text) => ({ text, type: 'title' as const, code: null })),
  ];
  return suggestions
    .filter(({ text }, index) => suggestions.findIndex((other) => other.text === text) === index)
    .slice(0, size);
}

async function findTitlesContaining(
  ctx: Context,
  indexes: TenantIndexes,
  words: string,
  limit: number,
): Promise<string[]> {
  try {
    const { hits, matched } = await indexes
      .forTenant(ctx)
      .search({ words, audience: 'visitor', field: 'title', limit, namesOf: (ids) => listNames(ctx, ids) });
    if (matched === 'some') return [];
    const ids = hits.map(({ id }) => id);
    const titles = await findTitles(ctx.db, ids);
    return ids.flatMap((id) => titles.get(id) ?? []);
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'unavailable') return [];
    throw error;
  }
}
