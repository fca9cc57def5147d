import type { z } from 'zod';
import { cachedByTag } from '#kernel/cache/cached-by-tag.ts';
import type { Context } from '#kernel/context.ts';
import { invalid } from '#kernel/errors.ts';
import type { BinaryFile } from '#kernel/http/calls.ts';
import { cutPage, emptyPage, offsetOf, type Page, toPage } from '#kernel/http/paging.ts';
import { toCsv } from '#shared/csv.ts';
import { toIso } from '#shared/dates.ts';
import { isId } from '#shared/ids.ts';
import { foldWord } from '#shared/text/fold-words.ts';
import { createMatcher } from './matcher.ts';
import { levelNames } from './read-word-list.ts';
import type { WordHit, WordRecord, wordsQuery } from './schema.ts';
import { countWords, listAllWords, listCategories, listWords } from './words-queries.ts';

const totalCap = 1000;
const maxCategories = 200;

/**
 * Returns a page of words, newest first or by prefix, filtered by level and category. @throws invalid for a malformed
 * cursor
 */
export async function readWords(ctx: Context, query: z.output<typeof wordsQuery>): Promise<Page<WordRecord>> {
  const { level, category, cursor, current, size } = query;
  const paging = { current, size };
  const prefix = query.prefix === undefined ? undefined : foldWord(query.prefix) || undefined;
  if (cursor !== undefined && prefix === undefined && !isId(cursor))
    throw invalid('游标不正确，请使用上一页返回的值', 'cursor');
  const filter = { prefix, level, category };
  const count = await countWords(ctx.db, filter, totalCap);
  const total = count > totalCap ? { total: totalCap, totalCapped: true } : { total: count };
  const offset = cursor === undefined ? offsetOf(paging) : 0;
  if (offset === null) return emptyPage(paging, total);
  const rows = await listWords(ctx.db, filter, { limit: size + 1, offset, after: cursor });
  const { shown, last } = cutPage(rows, size);
  const records = shown.map(({ created_at, ...word }) => ({ ...word, createdAt: toIso(created_at) }));
  return toPage(records, total, paging, (prefix === undefined ? last?.id : last?.word) ?? null);
}

/** Returns the categories in use, for a drop-down. */
export const readCategories = ({ db }: Context) => listCategories(db, maxCategories);

/** Exports the whole list as a file that can be imported again. */
export async function exportWords({ db }: Context): Promise<BinaryFile> {
  const words = await listAllWords(db);
  const rows = words.map(({ word, level, category }) => [word, levelNames[level], category]);
  return { name: '敏感词.csv', bytes: Buffer.from(toCsv(['敏感词', '级别', '分类'], rows)) };
}

// Cached until the list changes, since compiling ten thousand words takes a fifth of a second.
const matcherOf = cachedByTag(['sensitive-words'], async (ctx: Context) =>
  createMatcher(await listAllWords(ctx.db)),
);

/** A part of a text to be published; `label` is its name for people: 标题. */
export type CheckedPart = { field: string; label: string; text: string };

/** Returns the sensitive words in texts, each once per part, blocking ones first. */
export async function checkWords(ctx: Context, parts: readonly CheckedPart[]): Promise<WordHit[]> {
  const find = await matcherOf(ctx);
  const hits: WordHit[] = [];
  for (const { field, label, text } of parts)
    hits.push(...(await find(text)).map((hit) => ({ ...hit, field, label })));
  return hits.sort((one, other) => rank[one.level] - rank[other.level]);
}

const rank = { block: 0, review: 1, warn: 2 };
