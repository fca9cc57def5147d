import type { Query, Table } from '@lancedb/lancedb';
import { type Facts, factsOf } from './row-facts.ts';
import { accessLevels } from './search-document.ts';

/**
 * Whose text is searched: everyone's, or also text that a member's level opens without a purchase (docs/product.md
 * §13).
 */
export type Audience = keyof typeof accessLevels;

/** The fields of a match that sorting and counting need. */
export type Match = Facts & { score: number };

/**
 * A match contains all of `must`, and without any at least one of `should`. It scores by both: the more of them it
 * contains, and the rarer they are.
 */
export type Terms = { must: readonly string[]; should: readonly string[] };

export type Scope = { audience: Audience; field: 'all' | 'title' };

/** A query of one text column. `where` is SQL built from validated values only. */
type ColumnQuery = { column: 'title' | 'open' | 'whole' | 'pinyin'; where: string | null };

/**
 * Chooses the column that is searched for each group of posts. A visitor's query uses `open` only, so neither hits nor
 * ranks reveal locked text; a member's uses `whole` only where the member's level opens it.
 */
function columnQueriesFor(audience: Audience, field: 'all' | 'title'): ColumnQuery[] {
  if (field === 'title') return [{ column: 'title', where: null }];
  if (audience === 'visitor') return [{ column: 'open', where: null }];
  const opened = audience === 'vip' ? 'level > 0' : `level = ${accessLevels.member}`;
  const rest = audience === 'vip' ? 'level = 0' : `level <> ${accessLevels.member}`;
  return [
    { column: 'open', where: rest },
    { column: 'whole', where: opened },
  ];
}

/**
 * Returns the `limit` best matches of any of the terms, the newer first among equals; for null, the newest of all posts.
 */
export async function findBestMatches(
  table: Table,
  anyOf: readonly Terms[] | null,
  { audience, field }: Scope,
  where: readonly string[],
  limit: number,
): Promise<Match[]> {
  if (!anyOf) return findNewest(table, where, limit);
  const queries = columnQueriesFor(audience, field);
  const lists = await Promise.all(
    anyOf.flatMap((terms) =>
      queries.map((query) =>
        matchColumn(table, terms, query.column, query.where ? [...where, query.where] : where, limit),
      ),
    ),
  );
  const matches = lists.flat().sort(byRelevance);
  return (anyOf.length > 1 ? uniqueById(matches) : matches).slice(0, limit);
}

/** Returns the posts whose title or labels have all tokens of one of these readings in pinyin, `limit` for each. */
export async function findByPinyin(
  table: Table,
  readings: readonly (readonly string[])[],
  limit: number,
): Promise<Match[]> {
  const lists = await Promise.all(
    readings.map((must) => matchColumn(table, { must, should: [] }, 'pinyin', [], limit)),
  );
  return uniqueById(lists.flat());
}

/** Bounds what is compared of a post, in UTF-16 units of tokens: about 3,000 characters of its text. */
const maxTextRead = 24_000;

/** Returns the index tokens of posts, in order, from the column that was searched for this reader. */
export async function readTokens(
  table: Table,
  { audience, field }: Scope,
  matches: readonly Match[],
): Promise<Map<bigint, string[]>> {
  const tokens = new Map<bigint, string[]>();
  if (matches.length === 0) return tokens;
  const ids = `id in (${matches.map(({ id }) => id).join(',')})`;
  const read = async ({ column, where }: ColumnQuery) => {
    const rows = await table
      .query()
      .where(where ? `${ids} and ${where}` : ids)
      .select(['id', column])
      .toArrow();
    const [idOf, textOf] = [rows.getChild('id'), rows.getChild(column)];
    for (let row = 0; row < rows.numRows; row++)
      tokens.set(idOf?.get(row), (textOf?.get(row) ?? '').slice(0, maxTextRead).split(' '));
  };
  await Promise.all(columnQueriesFor(audience, field).map(read));
  return tokens;
}

export const byRelevance = (a: Match, b: Match) => b.score - a.score || byNewest(a, b);

/** Keeps the first match of each post. */
export const uniqueById = (matches: readonly Match[]): Match[] => [
  ...new Map(matches.toReversed().map((match) => [match.id, match])).values().toArray().reverse(),
];

export const byNewest = (a: Match, b: Match) =>
  b.publishedAtMs - a.publishedAtMs || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);

async function matchColumn(
  table: Table,
  { must, should }: Terms,
  column: ColumnQuery['column'],
  where: readonly string[],
  limit: number,
): Promise<Match[]> {
  const { BooleanQuery, MatchQuery, Occur, Operator } = await import('@lancedb/lancedb');
  const match = (tokens: readonly string[], operator: (typeof Operator)[keyof typeof Operator]) =>
    new MatchQuery(tokens.join(' '), column, { operator });
  // A single word needs no intersection, and OR is faster than AND for it.
  const all = match(must, must.length > 1 ? Operator.And : Operator.Or);
  const any = match(should, Operator.Or);
  const both = () =>
    new BooleanQuery([
      [Occur.Must, all],
      [Occur.Should, any],
    ]);
  const query = table.query().fullTextSearch(must.length === 0 ? any : should.length === 0 ? all : both());
  return runQuery(table, query.limit(limit), where, ['_score']);
}

async function findNewest(table: Table, where: readonly string[], limit: number): Promise<Match[]> {
  const query = table.query().orderBy({ columnName: 'published_at', ascending: false });
  return (await runQuery(table, query.limit(limit), where, [])).sort(byNewest);
}

async function runQuery(
  table: Table,
  query: Query,
  where: readonly string[],
  columns: string[],
): Promise<Match[]> {
  const narrowed = where.length > 0 ? query.where(where.join(' and ')) : query;
  const found = await narrowed
    .select([...columns, '_rowid'])
    .withRowId()
    .toArrow();
  const [rowIds, scores] = [found.getChild('_rowid'), found.getChild('_score')];
  const facts = await factsOf(table)(rowIds ?? []);
  const matches: Match[] = [];
  for (let row = 0; row < found.numRows; row++) {
    // The row of a post that was changed or withdrawn since it was found is gone.
    const known = facts.get(rowIds?.get(row));
    if (known) matches.push({ ...known, score: scores?.get(row) ?? 0 });
  }
  return matches;
}

/** Whether an id fits the index; no post has any other id. */
export const isId = (id: string) => /^\d{1,18}$/.test(id);
