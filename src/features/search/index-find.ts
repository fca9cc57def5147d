import { cleanText } from '#shared/text/normalise.ts';
import type { QueryTokens } from '#shared/text/segment.ts';
import { byNewest, isId, type Match, type Reader, type Terms } from './index-query.ts';

export type SearchFilters = {
  kinds?: readonly string[] | undefined;
  columnId?: string | undefined;
  authorId?: string | undefined;
  tag?: string | undefined;
  stockCode?: string | undefined;
  /** Publication, both ends inclusive. */
  startMs?: number | undefined;
  endMs?: number | undefined;
};

export type SearchRequest = {
  words: string;
  reader: Reader;
  filters?: SearchFilters;
  field?: 'all' | 'title';
  sort?: 'relevance' | 'newest' | 'views';
  limit: number;
  offset?: number;
  /** Needed to sort by views: the counts of at most 1,001 pieces, the best matches. */
  viewsOf?: (ids: string[]) => Promise<ReadonlyMap<string, number>>;
};

export type SearchAnswer = {
  hits: { id: string; score: number }[];
  /** At most 1,000; there are more when `totalCapped`. */
  total: number;
  totalCapped: boolean;
  /** Whether the hits hold every word of the query, or are only the nearest to it. */
  matched: 'all' | 'some';
  /** Hits by kind without the filter on kinds, by column without that on the column; lower bounds when capped. */
  facets: { kinds: Map<string, number>; columns: Map<string, number> };
  /** Words to mark in what is shown. */
  marks: string[];
};

/** Totals are counted up to here (PRODUCT §4). */
const countLimit = 1000;
/** Where no piece holds every word, or hardly one holds all words of a long question, so many nearest are shown. */
const nearestLimit = 60;
const longQuestion = 8;
const enoughForQuestion = 10;
/** A nearest hit that scores below this share of the best has only common words with the query. */
const nearestShare = 0.25;
/** Paging ends here (PRODUCT §4). */
const deepest = 10_000;

/** Without terms it is the newest that are asked for. */
type Ask = (terms: Terms | null, where: readonly string[], limit: number) => Promise<readonly Match[]>;

/**
 * Finds, counts and sorts: the pieces that hold every word, else the nearest to the question; without any words
 * those that pass the filters, newest first.
 */
export async function find(request: SearchRequest, tokens: QueryTokens, ask: Ask): Promise<SearchAnswer> {
  const conditions = toConditions(request.filters ?? {});
  const isBrowsing = request.words.trim() === '' && conditions?.isFiltering;
  if (!conditions || (tokens.required.length === 0 && !isBrowsing))
    return { ...nothing(), marks: tokens.marks };
  const last = Math.min((request.offset ?? 0) + request.limit, deepest);
  // Twice what is asked, so that each round of the search for the newest at least halves what is too much.
  const limit = Math.max(countLimit + 1, request.sort === 'newest' ? last * 2 : last);
  const every: Terms | null = isBrowsing ? null : { tokens: tokens.required, all: true };

  // Without the filters on kind and column first: the facets count what those would find.
  let found = await ask(every, conditions.broad, limit);
  const isNearest =
    !isBrowsing && (found.length === 0 || (isLong(tokens) && found.length < enoughForQuestion));
  if (isNearest) found = near(await ask({ tokens: tokens.any, all: false }, conditions.broad, nearestLimit));
  const where = [...conditions.broad, ...conditions.narrow];
  const hits =
    found.length > countLimit && conditions.narrow.length > 0
      ? await ask(every, where, limit)
      : found.filter(({ kind, columnId }) => conditions.hasKind(kind) && conditions.hasColumn(columnId));

  const isCapped = hits.length > countLimit;
  const askSince = (sinceMs: number) => ask(every, [...where, `published_at >= ${sinceMs}`], limit);
  const sorted = await inOrder(request, hits, isCapped && !isBrowsing ? { last, limit, askSince } : null);
  return {
    hits: sorted.slice(request.offset ?? 0, last).map(({ id, score }) => ({ id: `${id}`, score })),
    total: Math.min(hits.length, countLimit),
    totalCapped: isCapped,
    matched: isNearest ? 'some' : 'all',
    facets: {
      kinds: countBy(found, ({ kind, columnId }) => (conditions.hasColumn(columnId) ? kind : null)),
      columns: countBy(found, ({ kind, columnId }) => (conditions.hasKind(kind) ? `${columnId}` : null)),
    },
    marks: tokens.marks,
  };
}

const nothing = () => ({
  hits: [],
  total: 0,
  totalCapped: false,
  matched: 'all' as const,
  facets: { kinds: new Map<string, number>(), columns: new Map<string, number>() },
});

const isLong = (tokens: QueryTokens) => tokens.required.length >= longQuestion;

function near(matches: readonly Match[]): Match[] {
  const best = matches[0]?.score ?? 0;
  return matches.filter(({ score }) => score >= best * nearestShare);
}

/** How to see more than the sample: `askSince` gives the matches published since then, at most `limit`. */
type Beyond = { last: number; limit: number; askSince: (sinceMs: number) => Promise<readonly Match[]> };

async function inOrder(
  request: SearchRequest,
  hits: readonly Match[],
  beyond: Beyond | null,
): Promise<readonly Match[]> {
  if (request.sort === 'newest') return newestFirst(hits, beyond);
  if (request.sort !== 'views' || !request.viewsOf) return hits;
  const views = await request.viewsOf(hits.map(({ id }) => `${id}`));
  const viewsOf = ({ id }: Match) => views.get(`${id}`) ?? 0;
  return hits.toSorted((a, b) => viewsOf(b) - viewsOf(a) || byNewest(a, b));
}

/**
 * Of more matches than can be fetched, the newest: since the n-th newest of a sample there are at least n
 * matches, so asking for those since then loses none of the n newest. The sample is a small part of all, so a
 * shorter time is tried first; where it still holds too many, they are the next, denser sample.
 */
async function newestFirst(sample: readonly Match[], beyond: Beyond | null): Promise<Match[]> {
  let sorted = sample.toSorted(byNewest);
  if (!beyond) return sorted;
  let rank = Math.ceil(beyond.last / 8);
  for (let sinceMs = Number.NaN; ; ) {
    const next = sorted[rank - 1]?.publishedAtMs;
    // More pieces of one millisecond than can be fetched: any order of theirs is as good.
    if (next === undefined || next === sinceMs) return sorted;
    sinceMs = next;
    const since = (await beyond.askSince(sinceMs)).toSorted(byNewest);
    if (since.length >= beyond.limit) sorted = since;
    else if (since.length >= beyond.last || rank === beyond.last) return since;
    rank = beyond.last;
  }
}

function countBy(matches: readonly Match[], keyOf: (match: Match) => string | null): Map<string, number> {
  const counts = new Map<string, number>();
  for (const match of matches) {
    const key = keyOf(match);
    if (key !== null) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** Filters as SQL of checked values only; null where a value can match nothing. */
function toConditions(filters: SearchFilters) {
  const { kinds, columnId, authorId, tag, stockCode, startMs, endMs } = filters;
  if ([columnId, authorId].some((id) => id !== undefined && !isId(id))) return null;
  if (stockCode !== undefined && !/^[0-9A-Za-z.]{1,12}$/.test(stockCode)) return null;
  if (kinds?.some((kind) => !/^[a-z]{1,20}$/.test(kind))) return null;
  const broad: string[] = [];
  const narrow: string[] = [];
  if (authorId !== undefined) broad.push(`author_id = ${authorId}`);
  if (tag !== undefined) broad.push(`array_has(tags, ${quoted(tag)})`);
  if (stockCode !== undefined) broad.push(`array_has(stock_codes, '${stockCode.toUpperCase()}')`);
  if (startMs !== undefined) broad.push(`published_at >= ${wholeMs(startMs)}`);
  if (endMs !== undefined) broad.push(`published_at <= ${wholeMs(endMs)}`);
  if (kinds)
    narrow.push(kinds.length > 0 ? `kind in (${kinds.map((kind) => `'${kind}'`).join(',')})` : 'false');
  if (columnId !== undefined) narrow.push(`column_id = ${columnId}`);
  const column = columnId === undefined ? null : BigInt(columnId);
  return {
    broad,
    narrow,
    isFiltering: broad.length + narrow.length > 0,
    hasKind: (kind: string) => kinds === undefined || kinds.includes(kind),
    hasColumn: (id: bigint) => column === null || id === column,
  };
}

/** An SQL string: within one only the quote means something. */
const quoted = (text: string) => `'${cleanText(text).replaceAll("'", "''")}'`;

/** The range of JavaScript's dates. */
const maxMs = 8.64e15;
const wholeMs = (ms: number) => Math.trunc(Math.min(Math.max(Number.isNaN(ms) ? 0 : ms, -maxMs), maxMs));
