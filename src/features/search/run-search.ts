import { stripControlCharacters } from '#shared/text/normalise.ts';
import type { QueryTokens } from '#shared/text/segment.ts';
import { type Audience, byNewest, isId, type Match, type Terms, uniqueById } from './index-matches.ts';

export type SearchFilters = {
  kinds?: readonly string[] | undefined;
  columnId?: string | undefined;
  authorId?: string | undefined;
  tag?: string | undefined;
  stockCode?: string | undefined;
  /** Publication time in ms, both ends inclusive. */
  startMs?: number | undefined;
  endMs?: number | undefined;
};

export type SearchRequest = {
  words: string;
  audience: Audience;
  filters?: SearchFilters;
  field?: 'all' | 'title';
  sort?: 'relevance' | 'newest' | 'views';
  limit: number;
  offset?: number;
  /** False if the caller shows no facets, which saves a query where more match than are counted. */
  countsFacets?: boolean;
  /** Required to sort by views: the counts of the best matches, at most 1,001 posts. */
  viewsOf?: (ids: string[]) => Promise<ReadonlyMap<string, number>>;
  /** Required to read pinyin: the title and the labels of posts, which everyone may read. */
  namesOf?: (ids: string[]) => Promise<readonly string[]>;
};

export type SearchResult = {
  hits: { id: string; score: number }[];
  /** At most 1,000; there are more if `totalCapped`. */
  total: number;
  totalCapped: boolean;
  /** Whether hits contain every word of the query, or all are only the nearest. */
  matched: 'all' | 'some';
  /** Hits by kind ignoring the filter on kinds, and by column ignoring that on the column; lower bounds if capped. */
  facets: { kinds: Map<string, number>; columns: Map<string, number> };
  /** Words to mark in displayed text. */
  highlightWords: string[];
  /** The words as which a query in pinyin was read; empty for any other. */
  readings: string[];
  /** What a reader should know: only a part of the posts can be found. */
  notice?: string | null;
};

/** Totals are counted up to this limit (docs/product.md §14). */
const countLimit = 1000;
/** Number of nearest posts shown if no post contains every word; after those that do, if these are few for a long query. */
const maxNearest = 60;
const longQueryTokens = 8;
const enoughForLongQuery = 10;
/** The best matches, of which those rank higher that have more words of the query, and have them together. */
const maxReranked = 30;
/** A nearest hit that scores below this share of the best has only common words in common with the query. */
const nearestShare = 0.25;
/** Paging ends here (docs/product.md §14). */
const maxOffset = 10_000;

export type QueryPart = Pick<QueryTokens, 'any' | 'required'>;

/** Access to the index, within what the reader may search. */
export type MatchSource = {
  /** Whether the index has every column; one that an older version wrote knows the main author only. */
  hasEveryColumn: boolean;
  /** Finds the best matches of any of the terms; for null, the newest posts. */
  find(anyOf: readonly Terms[] | null, where: readonly string[], limit: number): Promise<readonly Match[]>;
  /** Orders a few matches by score, by how much of the query they contain and by how close together. */
  rerank(matches: readonly Match[], query: QueryPart): Promise<readonly Match[]>;
};

/**
 * Finds, counts and sorts the posts that contain every word, or else the nearest; without words, those that pass the
 * filters, newest first.
 * @param wordings the query; of several wordings, a post needs to match one
 */
export async function runSearch(
  request: SearchRequest,
  wordings: readonly QueryTokens[],
  source: MatchSource,
): Promise<SearchResult> {
  const conditions = toConditions(request.filters ?? {}, source.hasEveryColumn);
  const isBrowsing = request.words.trim() === '' && conditions?.isFiltering;
  const isRanked = (request.sort ?? 'relevance') === 'relevance';
  const every = wordings
    .filter(({ required }) => required.length > 0)
    .map((wording) => toTerms(wording, isRanked));
  const highlightWords = [...new Set(wordings.flatMap((wording) => wording.highlightWords))];
  if (!conditions || (every.length === 0 && !isBrowsing)) return { ...emptyResult(), highlightWords };
  const last = Math.min((request.offset ?? 0) + request.limit, maxOffset);
  // Twice the requested number, so that each round of the search for the newest at least halves the excess.
  const limit = Math.max(countLimit + 1, request.sort === 'newest' ? last * 2 : last);
  const findMatches = (where: readonly string[], max: number) =>
    source.find(isBrowsing ? null : every, where, max);

  const where = [...conditions.broad, ...conditions.narrow];
  // Without the filters on kind and column first, because the facets count what those would find.
  const first = request.countsFacets === false ? where : conditions.broad;
  const complete = await findMatches(first, limit);
  const any = unionOf(wordings, 'any');
  const isTooFew = complete.length === 0 || (wordings.some(isLong) && complete.length < enoughForLongQuery);
  const nearest =
    !isBrowsing && isTooFew
      ? nearestOf(await source.find([{ must: [], should: any }], first, maxNearest))
      : [];
  const found = nearest.length > 0 ? uniqueById([...complete, ...nearest]) : complete;
  const hits =
    found.length > countLimit && where.length > first.length
      ? await findMatches(where, limit)
      : found.filter(({ kind, columnId }) => conditions.hasKind(kind) && conditions.hasColumn(columnId));

  const isCapped = hits.length > countLimit;
  const findSince = (sinceMs: number) => findMatches([...where, `published_at >= ${sinceMs}`], limit);
  const isPhrase = isRanked && wordings.some((wording) => wording.isPhrase);
  const sorted = isPhrase
    ? await rerankBest(hits, new Set(complete.map(({ id }) => id)), (best) =>
        source.rerank(best, { any, required: unionOf(wordings, 'required') }),
      )
    : await sortHits(request, hits, isCapped && !isBrowsing ? { last, limit, findSince } : null);
  return {
    hits: sorted.slice(request.offset ?? 0, last).map(({ id, score }) => ({ id: `${id}`, score })),
    total: Math.min(hits.length, countLimit),
    totalCapped: isCapped,
    matched: complete.length === 0 && !isBrowsing ? 'some' : 'all',
    facets: {
      kinds: countBy(found, ({ kind, columnId }) => (conditions.hasColumn(columnId) ? kind : null)),
      columns: countBy(found, ({ kind, columnId }) => (conditions.hasKind(kind) ? `${columnId}` : null)),
    },
    highlightWords,
    readings: [],
  };
}

// The tokens of a single word are neighbours in nearly every text that has all of them.
const toTerms = ({ required, any, isPhrase }: QueryTokens, isRanked: boolean): Terms => ({
  must: required,
  should: isPhrase && isRanked ? any.filter((token) => !required.includes(token)) : [],
});

const unionOf = (wordings: readonly QueryTokens[], part: keyof QueryPart) => [
  ...new Set(wordings.flatMap((wording) => wording[part])),
];

/** Reranks the best matches; those that contain every word of the query stay before the nearest. */
async function rerankBest(
  hits: readonly Match[],
  complete: ReadonlySet<bigint>,
  rerank: (matches: readonly Match[]) => Promise<readonly Match[]>,
): Promise<readonly Match[]> {
  const best = await rerank(hits.slice(0, maxReranked));
  const isComplete = ({ id }: Match) => complete.has(id);
  return [
    ...best.filter(isComplete),
    ...best.filter((match) => !isComplete(match)),
    ...hits.slice(maxReranked),
  ];
}

const emptyResult = () => ({
  hits: [],
  total: 0,
  totalCapped: false,
  matched: 'all' as const,
  facets: { kinds: new Map<string, number>(), columns: new Map<string, number>() },
  readings: [],
});

const isLong = (tokens: QueryTokens) => tokens.any.length >= longQueryTokens;

function nearestOf(matches: readonly Match[]): Match[] {
  const best = matches[0]?.score ?? 0;
  return matches.filter(({ score }) => score >= best * nearestShare);
}

/** Reaches matches beyond the sample: `findSince` returns those published since a time, up to `limit`. */
type WiderSearch = { last: number; limit: number; findSince: (sinceMs: number) => Promise<readonly Match[]> };

async function sortHits(
  request: SearchRequest,
  hits: readonly Match[],
  wider: WiderSearch | null,
): Promise<readonly Match[]> {
  if (request.sort === 'newest') return newestFirst(hits, wider);
  if (request.sort !== 'views' || !request.viewsOf) return hits;
  const views = await request.viewsOf(hits.map(({ id }) => `${id}`));
  const viewsOf = ({ id }: Match) => views.get(`${id}`) ?? 0;
  return hits.toSorted((a, b) => viewsOf(b) - viewsOf(a) || byNewest(a, b));
}

/**
 * Returns the newest of more matches than can be fetched. Since the n-th newest of a sample there are at least n
 * matches, so fetching the matches since then loses none of the n newest. The sample is a small part of all, so a
 * shorter period is tried first; if that still contains too many, they form the next, denser sample.
 */
async function newestFirst(sample: readonly Match[], wider: WiderSearch | null): Promise<Match[]> {
  let sorted = sample.toSorted(byNewest);
  if (!wider) return sorted;
  let rank = Math.ceil(wider.last / 8);
  for (let sinceMs = Number.NaN; ; ) {
    const next = sorted[rank - 1]?.publishedAtMs;
    // More posts share one millisecond than can be fetched, so their order is arbitrary.
    if (next === undefined || next === sinceMs) return sorted;
    sinceMs = next;
    const since = (await wider.findSince(sinceMs)).toSorted(byNewest);
    if (since.length >= wider.limit) sorted = since;
    else if (since.length >= wider.last || rank === wider.last) return since;
    rank = wider.last;
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

/** Converts filters to SQL built from validated values only; null if a value can match nothing. */
function toConditions(filters: SearchFilters, hasEveryColumn: boolean) {
  const { kinds, columnId, authorId, tag, stockCode, startMs, endMs } = filters;
  if ([columnId, authorId].some((id) => id !== undefined && !isId(id))) return null;
  if (stockCode !== undefined && !/^[0-9A-Za-z.]{1,12}$/.test(stockCode)) return null;
  if (kinds?.some((kind) => !/^[a-z]{1,20}$/.test(kind))) return null;
  const broad: string[] = [];
  const narrow: string[] = [];
  if (authorId !== undefined)
    broad.push(hasEveryColumn ? `array_has(author_ids, '${authorId}')` : `author_id = ${authorId}`);
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

/** Quotes an SQL string; within it only the quotation mark is special. */
const quoted = (text: string) => `'${stripControlCharacters(text).replaceAll("'", "''")}'`;

/** The range of JavaScript's Date, in ms. */
const maxMs = 8.64e15;
const wholeMs = (ms: number) => Math.trunc(Math.min(Math.max(Number.isNaN(ms) ? 0 : ms, -maxMs), maxMs));
