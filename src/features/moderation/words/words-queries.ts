import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';
import { countUpserted, type Upserted } from '#kernel/storage/import-table.ts';
import type { Level, ListedWord } from './matcher.ts';

export type WordRow = { id: string; word: string; level: Level; category: string; created_at: Date };
export type WordFilter = {
  prefix?: string | undefined;
  level?: string | undefined;
  category?: string | undefined;
};

// A prefix as a range rather than a pattern: the prepared statement's generic plan could not use the index for `like`.
const whereClause = ({ prefix, level, category }: WordFilter) => sql`true
  ${prefix === undefined ? sql`` : sql`and word ~>=~ ${prefix} and word ~<~ ${`${prefix}\u{10FFFF}`}`}
  ${level === undefined ? sql`` : sql`and level = ${level}`}
  ${category === undefined ? sql`` : sql`and category = ${category}`}`;

/**
 * Lists words newest first, or those with a prefix in index order, after the word or id `after`. Served by the primary
 * key, sensitive_words_of_level or _of_category, or _by_prefix.
 */
export async function listWords(
  db: Database,
  filter: WordFilter,
  { limit, offset, after }: { limit: number; offset: number; after?: string | undefined },
): Promise<WordRow[]> {
  const byPrefix = filter.prefix !== undefined;
  const rest = byPrefix ? sql`and word ~>~ ${after}` : sql`and id < ${after}`;
  const { rows } = await sql<WordRow>`
    select id, word, level, category, created_at from sensitive_words
    where ${whereClause(filter)} ${after === undefined ? sql`` : rest}
    order by ${byPrefix ? sql`word using ~<~` : sql`id desc`}
    limit ${sql.lit(limit)} offset ${offset}`.execute(db);
  return rows;
}

/** Counts the words up to `cap` + 1. */
export async function countWords(db: Database, filter: WordFilter, cap: number): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) from (
      select from sensitive_words where ${whereClause(filter)} limit ${sql.lit(cap + 1)}
    ) capped`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/** Lists the categories in use, largest first. */
export async function listCategories(
  db: Database,
  limit: number,
): Promise<{ category: string; words: number }[]> {
  const rows = await db
    .selectFrom('sensitive_words')
    .select((word) => ['category', word.fn.countAll<string>().as('words')])
    .where('category', '<>', '')
    .groupBy('category')
    .orderBy('words', 'desc')
    .orderBy('category')
    .limit(limit)
    .execute();
  return rows.map(({ category, words }) => ({ category, words: Number(words) }));
}

/** Returns the whole list, for the matcher and the export. */
export async function listAllWords(db: Database): Promise<ListedWord[]> {
  const rows = await db
    .selectFrom('sensitive_words')
    .select(['word', 'level', 'category'])
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, level: row.level as Level }));
}

/** Inserts a word. @returns its id, or undefined if it is already listed */
export async function insertWord(trx: Trx, word: ListedWord): Promise<string | undefined> {
  const row = await trx
    .insertInto('sensitive_words')
    .values(word)
    .onConflict((conflict) => conflict.column('word').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Inserts words, or updates the level and category of listed ones, in one statement. @returns how many of each */
export async function upsertWords(trx: Trx, words: readonly ListedWord[]): Promise<Upserted> {
  const { rows } = await sql<{ is_new: boolean }>`
    insert into sensitive_words as listed (word, level, category)
    select word, level, category from jsonb_to_recordset(${JSON.stringify(words)}::jsonb)
      as given(word text, level text, category text)
    on conflict (word) do update set level = excluded.level, category = excluded.category
      where (listed.level, listed.category) is distinct from (excluded.level, excluded.category)
    returning xmax = 0 is_new`.execute(trx);
  return countUpserted(rows);
}

export function lockWords(trx: Trx, ids: readonly string[]) {
  return trx
    .selectFrom('sensitive_words')
    .select(['id', 'word', 'level', 'category'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();
}

export async function updateWord(
  trx: Trx,
  id: string,
  word: { level: string; category: string },
): Promise<void> {
  await trx.updateTable('sensitive_words').set(word).where('id', '=', id).execute();
}

export async function deleteWords(trx: Trx, ids: readonly string[]): Promise<void> {
  await trx.deleteFrom('sensitive_words').where('id', 'in', ids).execute();
}
