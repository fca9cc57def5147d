import { listAuthorsByPrefix } from '#features/authors/index.ts';
import { stocksStartingWith } from '#features/stocks/index.ts';
import type { Context } from '#kernel/context.ts';
import { DomainError } from '#kernel/errors.ts';
import { cleanText } from '#shared/text/normalise.ts';
import type { SearchIndexes } from './indexes.ts';
import { findTitles, listTagsByPrefix } from './queries.ts';
import type { Suggestion } from './schema.ts';

/** So many of each kind, so that the words of one do not push out the others. */
const ofEach = 4;

/**
 * What somebody who has typed this far may mean: stocks, authors and tags that begin with it, then titles that
 * hold it. Without a search index the titles are missing.
 */
export async function suggestWords(
  ctx: Context,
  indexes: SearchIndexes,
  { keyword = '', size }: { keyword?: string | undefined; size: number },
): Promise<Suggestion[]> {
  const typed = cleanText(keyword).trim().slice(0, 50).toWellFormed();
  if (typed === '') return [];
  const [stocks, authors, tags, titles] = await Promise.all([
    stocksStartingWith(ctx, typed, ofEach),
    listAuthorsByPrefix(ctx.db, typed, ofEach),
    listTagsByPrefix(ctx.db, typed, ofEach),
    titlesWith(ctx, indexes, typed, size),
  ]);
  const found: Suggestion[] = [
    ...stocks.map(({ name }) => ({ text: name, type: 'stock' as const })),
    ...authors.map(({ name }) => ({ text: name, type: 'author' as const })),
    ...tags.map((text) => ({ text, type: 'tag' as const })),
    ...titles.map((text) => ({ text, type: 'title' as const })),
  ];
  return found
    .filter(({ text }, place) => found.findIndex((other) => other.text === text) === place)
    .slice(0, size);
}

async function titlesWith(
  ctx: Context,
  indexes: SearchIndexes,
  words: string,
  limit: number,
): Promise<string[]> {
  try {
    const { hits, matched } = await indexes
      .of(ctx)
      .search({ words, reader: 'visitor', field: 'title', limit });
    if (matched === 'some') return [];
    const ids = hits.map(({ id }) => id);
    const titles = await findTitles(ctx.db, ids);
    return ids.flatMap((id) => titles.get(id) ?? []);
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'unavailable') return [];
    throw error;
  }
}
