import { recordAction } from '#features/audit/index.ts';
import { purge } from '#kernel/cache/purge.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, invalid, notFound } from '#kernel/errors.ts';
import type { Upload } from '#kernel/http/calls.ts';
import { foldWord } from '#shared/text/fold-words.ts';
import type { Level } from './matcher.ts';
import { readWordList } from './read-list.ts';
import type { WordImport } from './schema.ts';
import { deleteWords, insertWord, lockWords, updateWord, upsertWords } from './words-queries.ts';

/** A list of more words than anybody keeps takes some 2 MB. */
export const mostListBytes = 5 * 1024 * 1024;
const mostFaults = 100;
// A statement's parameter is one text; in slices it stays small.
const sliceSize = 5000;

type Marking = { level: Level; category: string };

/** Lists a word; texts are compared with it from now on. @throws invalid; conflict when it is listed already */
export async function addWord(
  ctx: Context,
  { word: given, level, category }: Marking & { word: string },
): Promise<{ id: string }> {
  const word = foldWord(given);
  if (word === '') throw invalid('请填写敏感词（word），不能只有空格和符号');
  return write(ctx, async (trx) => {
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

/** Gives a word another level or category. @throws notFound */
export async function saveWord(
  ctx: Context,
  { id, level, category }: Marking & { id: string },
): Promise<true> {
  return write<true>(ctx, async (trx) => {
    const [before] = await lockWords(trx, [id]);
    if (!before) throw notFound('没有这个敏感词，可能已被删除');
    await updateWord(trx, id, { level, category });
    const { id: _, ...was } = before;
    await recordAction(ctx, trx, {
      action: 'word.save',
      target: `word:${id}`,
      before: was,
      after: { word: was.word, level, category },
    });
    return true;
  });
}

/** Takes words off the list. May be repeated. @returns how many were there */
export async function removeWords(ctx: Context, ids: readonly string[]): Promise<number> {
  return write(ctx, async (trx) => {
    const words = await lockWords(trx, ids);
    await deleteWords(trx, ids);
    for (const { id, ...before } of words)
      await recordAction(ctx, trx, { action: 'word.delete', target: `word:${id}`, before });
    return words.length;
  });
}

/**
 * Adds the words of a file, all of its good lines in one transaction; what is listed already gets the file's level and
 * category. May be repeated. @throws invalid for a file that is no list
 */
export async function importWords(ctx: Context, file: Upload, fallback: Marking): Promise<WordImport> {
  const { words, faults, repeated } = await readWordList(file.bytes, fallback);
  if (words.length === 0 && faults.length === 0) throw invalid('词表文件（file）里没有词');
  return write(ctx, async (trx) => {
    const count = { added: 0, changed: 0 };
    for (let from = 0; from < words.length; from += sliceSize) {
      const { added, changed } = await upsertWords(trx, words.slice(from, from + sliceSize));
      count.added += added;
      count.changed += changed;
    }
    const unchanged = words.length + repeated - count.added - count.changed;
    const report = { ...count, unchanged, failed: faults.length };
    const target = 'word:list';
    await recordAction(ctx, trx, { action: 'word.import', target, after: { file: file.name, ...report } });
    return { ...report, faults: faults.slice(0, mostFaults) };
  });
}

const write = <T>(ctx: Context, work: (trx: Trx) => Promise<T>): Promise<T> =>
  inTransaction(ctx, async (trx) => {
    const answer = await work(trx);
    await purge(ctx, trx, ['sensitive-words']);
    return answer;
  });
