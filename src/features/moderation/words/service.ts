import { recordAction } from '#features/audit/index.ts';
import { purge } from '#kernel/cache/purge.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, invalid, notFound } from '#kernel/errors.ts';
import type { ImportReport } from '#kernel/http/bodies.ts';
import type { Upload } from '#kernel/http/calls.ts';
import { foldWord } from '#shared/text/fold-words.ts';
import type { Level } from './matcher.ts';
import { readWordList } from './read-word-list.ts';
import { deleteWords, insertWord, lockWords, updateWord, upsertWords } from './words-queries.ts';

/** A longer list than anyone uses takes some 2 MB. */
export const maxListBytes = 5 * 1024 * 1024;

type Classification = { level: Level; category: string };

/** Adds a word, which takes effect at once. @throws invalid; conflict if it is already listed */
export async function addWord(
  ctx: Context,
  { word: given, level, category }: Classification & { word: string },
): Promise<{ id: string }> {
  const word = foldWord(given);
  if (word === '') throw invalid('请填写敏感词，不能只有空格和符号', 'word');
  return changeWords(ctx, async (trx) => {
    const id = await insertWord(trx, { word, level, category });
    if (!id) throw conflict(`“${word}”已经在词表里，可以直接改它的级别`);
    await recordAction(ctx, trx, {
      action: 'word.add',
      target: `word:${id}`,
      after: { word, level, category },
    });
    return { id };
  });
}

/** Changes a word's level or category. @throws notFound */
export async function saveWord(
  ctx: Context,
  { id, level, category }: Classification & { id: string },
): Promise<true> {
  return changeWords<true>(ctx, async (trx) => {
    const [before] = await lockWords(trx, [id]);
    if (!before) throw notFound('没有这个敏感词，可能已被删除');
    await updateWord(trx, id, { level, category });
    const { id: _, ...previous } = before;
    await recordAction(ctx, trx, {
      action: 'word.save',
      target: `word:${id}`,
      before: previous,
      after: { word: previous.word, level, category },
    });
    return true;
  });
}

/** Deletes words. Idempotent. @returns how many existed */
export async function removeWords(ctx: Context, ids: readonly string[]): Promise<number> {
  return changeWords(ctx, async (trx) => {
    const words = await lockWords(trx, ids);
    await deleteWords(trx, ids);
    for (const { id, ...before } of words)
      await recordAction(ctx, trx, { action: 'word.delete', target: `word:${id}`, before });
    return words.length;
  });
}

/**
 * Imports the valid lines of a file in one transaction; words already listed get the file's level and category.
 * Idempotent. @throws invalid for a file that is not a list
 */
export async function importWords(
  ctx: Context,
  file: Upload,
  fallback: Classification,
): Promise<ImportReport> {
  const table = await readWordList(file.bytes, fallback);
  if (table.records.size === 0 && table.failed === 0) throw invalid('词表文件里没有词', 'file');
  return changeWords(ctx, async (trx) => {
    await table.write((words) => upsertWords(trx, words));
    const after = { file: file.name, ...table.counts };
    await recordAction(ctx, trx, { action: 'word.import', target: 'word:list', after });
    return { ...table.counts, faults: table.faults };
  });
}

const changeWords = <T>(ctx: Context, work: (trx: Trx) => Promise<T>): Promise<T> =>
  inTransaction(ctx, async (trx) => {
    const answer = await work(trx);
    await purge(ctx, trx, ['sensitive-words']);
    return answer;
  });
