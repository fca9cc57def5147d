import type { Query, Table } from '@lancedb/lancedb';
import { type Facts, factsOf } from './row-facts.ts';
import { accessLevels } from './search-document.ts';

/**
 * Whose text is searched: everyone's, or also text that a member's level opens without a purchase (docs/product.md
 * §13).
 */
export type Audience = keyof typeof accessLevels;

/** The fields of a match that sorting and counting need. `rowId` is that of the version that was searched. */
export type Match = Facts & { rowId: bigint; score: number };

/**
 * A match contains all of `must`, and without any at least one of `should`. It scores by both: the more of them it
 * contains, and the rarer they are.
 */
export type Terms = { must: readonly string[]; should: readonly string[] };

export type Scope = { audience: Audience; field: 'all' | 'title' };

type TextColumn = 'title' | 'open' | 'whole' | 'pinyin';
/** A text column and the levels of the posts of which it is searched; null for all posts. */
type SearchedColumn = { column: TextColumn; levels: readonly number[] | null };

const { visitor, member, vip } = accessLevels;
/** Posts of these levels have a whole text, so a search of `whole` finds no others. */
const levelsWithWhole = [member, vip] as const;

/**
 * Chooses the column that is searched for each group of posts. A visitor's query uses `open` only, so neither hits nor
 * ranks reveal locked text; a member's uses `whole` only where the member's level opens it.
 */
function searchedColumns({ audience, field }: Scope): SearchedColumn[] {
  if (field === 'title') return [{ column: 'title', levels: null }];
  if (audience === 'visitor') return [{ column: 'open', levels: null }];
  if (audience === 'member')
    return [
      { column: 'open', levels: [visitor, vip] },
      { column: 'whole', levels: [member] },
    ];
  return [
    { column: 'open', levels: [visitor] },
    { column: 'whole', levels: levelsWithWhole },
  ];
}

const conditionsOf = ({ levels }: SearchedColumn): string[] =>
  levels === null || levels === levelsWithWhole ? [] : [`level in (${levels.join(',')})`];

/**
 * Returns the `limit` best matches of any of the terms, the newer first among equals; for null, the newest of all posts.
 */
export async function findBestMatches(
  table: Table,
  anyOf: readonly Terms[] | null,
  scope: Scope,
  where: readonly string[],
  limit: number,
): Promise<Match[]> {
  if (!anyOf) return findNewest(table, where, limit);
  const searched = searchedColumns(scope);
  const lists = await Promise.all(
    anyOf.flatMap((terms) =>
      searched.map((one) => matchColumn(table, terms, one.column, [...where, ...conditionsOf(one)], limit)),
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

/** Returns the index tokens of posts, by id, from the column that was searched for this reader. */
export async function readTokens(
  table: Table,
  scope: Scope,
  matches: readonly Match[],
): Promise<Map<bigint, string[]>> {
  const tokens = new Map<bigint, string[]>();
  if (matches.length === 0) return tokens;
  const searched = searchedColumns(scope);
  // By row: in a compacted table a filter by id takes eight times as long.
  const rows = await table
    .takeRowIds(matches.map(({ rowId }) => rowId))
    .select(['id', 'level', ...searched.map(({ column }) => column)])
    .toArrow();
  const [idOf, levelOf] = [rows.getChild('id'), rows.getChild('level')];
  for (let row = 0; row < rows.numRows; row++) {
    const level = Number(levelOf?.get(row));
    const column = searched.find(({ levels }) => levels === null || levels.includes(level))?.column;
    const text = column && rows.getChild(column)?.get(row);
    tokens.set(idOf?.get(row), (text ?? '').slice(0, maxTextRead).split(' '));
  }
  return tokens;
}

export const byRelevance = (a: Match, b: Match) => b.score - a.score || byNewest(a, b);

/** Keeps the first match of each post. */
export const uniqueById = (matches: readonly Match[]): Match[] => [
  ...new Map(matches.toReversed().map((match) => [match.id, match])).values().toArray().reverse(),
];

export const byNewest = (a: Match, b: Match) =>
  b.publishedAtMs - a.publishedAtMs || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);

/** Of so many of the best, optional tokens count exactly; more cost more and change only late pages. */
const maxExact = 200;

/**
 * Finds what has all of `must`. Further queries find those of them that score higher by `should`: what has all of both,
 * however many match, and the best of what has any. LanceDB's own Boolean query takes twice as long, and scores every match
 * there is as soon as one post is not yet in the inverted index: 0.4 s for two frequent words in a million posts.
 */
async function matchColumn(
  table: Table,
  { must, should }: Terms,
  column: TextColumn,
  where: readonly string[],
  limit: number,
): Promise<Match[]> {
  const { MatchQuery, Operator } = await import('@lancedb/lancedb');
  const find = (
    tokens: readonly string[],
    operator: (typeof Operator)[keyof typeof Operator],
    max = limit,
  ) => {
    const query = new MatchQuery(tokens.join(' '), column, { operator });
    return runQuery(table, table.query().fullTextSearch(query).limit(max), where, ['_score']);
  };
  // A single word needs no intersection, and OR is faster than AND for it.
  if (must.length === 0) return find(should, Operator.Or);
  const found = find(must, must.length > 1 ? Operator.And : Operator.Or);
  if (should.length === 0) return found;
  const both = [...must, ...should];
  const [complete, full, best] = await Promise.all([
    found,
    find(both, Operator.And),
    // With a single optional token, whatever scores higher has all of both.
    should.length > 1 ? find(both, Operator.Or, maxExact) : [],
  ]);
  const ids = new Set(complete.map(({ id }) => id));
  // Those that count optional tokens first, because the first of each post stays.
  return uniqueById([...best.filter(({ id }) => ids.has(id)), ...full, ...complete]);
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
    const rowId = rowIds?.get(row);
    const known = facts.get(rowId);
    if (known) matches.push({ ...known, rowId, score: scores?.get(row) ?? 0 });
  }
  return matches;
}

/** Whether an id fits the index; no post has any other id. */
export const isId = (id: string) => /^\d{1,18}$/.test(id);
