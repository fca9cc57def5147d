import type { z } from 'zod';
import { remembered } from '#kernel/cache/remembered.ts';
import type { Context } from '#kernel/context.ts';
import { toCsv } from '#kernel/csv.ts';
import type { BinaryFile } from '#kernel/http/calls.ts';
import { emptyPage, offsetOf, type Page, toPage } from '#kernel/http/paging.ts';
import { toIso } from '#shared/dates.ts';
import { foldWord } from '#shared/text/fold-words.ts';
import { createMatcher } from './matcher.ts';
import { levelNames } from './read-list.ts';
import type { WordHit, WordRecord, wordsQuery } from './schema.ts';
import { countWords, listAllWords, listCategories, listWords } from './words-queries.ts';

const totalCap = 1000;
const mostCategories = 200;

/** Words newest first, or by their beginning, narrowed by level and category. */
export async function readWords(ctx: Context, query: z.output<typeof wordsQuery>): Promise<Page<WordRecord>> {
  const { level, category } = query;
  const prefix = query.prefix === undefined ? undefined : foldWord(query.prefix) || undefined;
  const filter = { prefix, level, category };
  const count = await countWords(ctx.db, filter, totalCap);
  const total = count > totalCap ? { total: totalCap, totalCapped: true } : { total: count };
  const offset = offsetOf(query);
  if (offset === null) return emptyPage(query, total);
  const rows = await listWords(ctx.db, filter, { limit: query.size, offset });
  const records = rows.map(({ created_at, ...word }) => ({ ...word, createdAt: toIso(created_at) }));
  return toPage(records, total, query, null);
}

/** Categories in use, for the choice of one. */
export const readCategories = ({ db }: Context) => listCategories(db, mostCategories);

/** The whole list as a file that can be imported again. */
export async function exportWords({ db }: Context): Promise<BinaryFile> {
  const words = await listAllWords(db);
  const rows = words.map(({ word, level, category }) => [word, levelNames[level], category]);
  return { name: '敏感词.csv', bytes: Buffer.from(toCsv(['敏感词', '级别', '分类'], rows)) };
}

// Compiling ten thousand words takes a fifth of a second, so it is done when the list has changed, not for each text.
const matcherOf = remembered(['sensitive-words'], async (ctx: Context) =>
  createMatcher(await listAllWords(ctx.db)),
);

/** One part of what is to be published; `label` is what a person calls it: 标题. */
export type CheckedPart = { field: string; label: string; text: string };

/** The sensitive words that texts hold, each once a part; those that block first. */
export async function checkWords(ctx: Context, parts: readonly CheckedPart[]): Promise<WordHit[]> {
  const find = await matcherOf(ctx);
  const hits: WordHit[] = [];
  for (const { field, label, text } of parts)
    hits.push(...(await find(text)).map((hit) => ({ ...hit, field, label })));
  return hits.sort((one, other) => rank[one.level] - rank[other.level]);
}

const rank = { block: 0, review: 1, warn: 2 };
