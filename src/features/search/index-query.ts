import type { Query, Table } from '@lancedb/lancedb';
import { levels } from './index-document.ts';

/** Whose text is searched: everybody's, or also what the level alone opens (PRODUCT §3). */
export type Reader = keyof typeof levels;

/** A found piece, as much of it as sorting and counting need. */
export type Match = { id: bigint; kind: string; columnId: bigint; publishedAtMs: number; score: number };

export type Terms = { tokens: readonly string[]; all: boolean };

/** One question to one text column. `where` is SQL made of checked values only. */
type Part = { column: 'title' | 'open' | 'whole'; where: string | null };

/**
 * Which column answers for which pieces. A visitor's query meets `open` alone, so neither a hit nor its rank
 * can tell anything of locked text; a member's meets `whole` only where the level opens it.
 */
function partsFor(reader: Reader, field: 'all' | 'title'): Part[] {
  if (field === 'title') return [{ column: 'title', where: null }];
  if (reader === 'visitor') return [{ column: 'open', where: null }];
  const opened = reader === 'vip' ? 'level > 0' : `level = ${levels.member}`;
  const rest = reader === 'vip' ? 'level = 0' : `level <> ${levels.member}`;
  return [
    { column: 'open', where: rest },
    { column: 'whole', where: opened },
  ];
}

/** The `limit` best matches, best first, the newer first among equals; without terms the newest. */
export async function bestMatches(
  table: Table,
  terms: Terms | null,
  scope: { reader: Reader; field: 'all' | 'title' },
  where: readonly string[],
  limit: number,
): Promise<Match[]> {
  if (!terms) return newest(table, where, limit);
  const lists = await Promise.all(
    partsFor(scope.reader, scope.field).map((part) =>
      matchColumn(table, terms, part.column, part.where ? [...where, part.where] : where, limit),
    ),
  );
  return lists.flat().sort(byRelevance).slice(0, limit);
}

const byRelevance = (a: Match, b: Match) => b.score - a.score || byNewest(a, b);

export const byNewest = (a: Match, b: Match) =>
  b.publishedAtMs - a.publishedAtMs || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);

async function matchColumn(
  table: Table,
  { tokens, all }: Terms,
  column: Part['column'],
  where: readonly string[],
  limit: number,
): Promise<Match[]> {
  const { MatchQuery, Operator } = await import('@lancedb/lancedb');
  // One word needs no intersection, and OR of one word is the faster of the two.
  const operator = all && tokens.length > 1 ? Operator.And : Operator.Or;
  const query = table.query().fullTextSearch(new MatchQuery(tokens.join(' '), column, { operator }));
  return run(query.limit(limit), where, [...columns, '_score']);
}

async function newest(table: Table, where: readonly string[], limit: number): Promise<Match[]> {
  const query = table.query().orderBy({ columnName: 'published_at', ascending: false });
  return (await run(query.limit(limit), where, columns)).sort(byNewest);
}

const columns = ['id', 'kind', 'column_id', 'published_at'];

async function run(query: Query, where: readonly string[], fields: string[]): Promise<Match[]> {
  const narrowed = where.length > 0 ? query.where(where.join(' and ')) : query;
  const found = await narrowed.select(fields).toArrow();
  const [id, kind, columnId, publishedAt, score] = fields.map((name) => found.getChild(name));
  const matches: Match[] = [];
  for (let row = 0; row < found.numRows; row++) {
    matches.push({
      id: id?.get(row),
      kind: kind?.get(row),
      columnId: columnId?.get(row),
      publishedAtMs: Number(publishedAt?.get(row)),
      score: score?.get(row) ?? 0,
    });
  }
  return matches;
}

/** An id that fits the index; others belong to nothing. */
export const isId = (id: string) => /^\d{1,18}$/.test(id);
