import type { z } from 'zod';
import { findAuthors, findAuthorsByName, listAuthorsByPrefix } from '#features/authors/index.ts';
import { columnRows } from '#features/columns/index.ts';
import { isVip } from '#features/entitlements/index.ts';
import { type FindByKeyword, presentByIds, toReadingText } from '#features/posts/index.ts';
import type { PostRecord } from '#features/posts/schema.ts';
import { findStockNamed, findStocksByCode, stockTable } from '#features/stocks/index.ts';
import { hasPermission } from '#kernel/actor.ts';
import type { Context } from '#kernel/context.ts';
import { emptyPage, offsetOf, toPage } from '#kernel/http/paging.ts';
import { stripControlCharacters } from '#shared/text/normalise.ts';
import { findBodies, findNames, findViews } from './queries.ts';
import type * as schema from './schema.ts';
import type { AuthorRecord, Fragment, MatchReason, SearchPage, SearchRecord } from './schema.ts';
import type { Audience, SearchResult } from './search-index.ts';
import type { TenantIndexes } from './tenant-indexes.ts';

/** Bounds how many authors a name prefix finds. */
const maxAuthors = 100;

/**
 * Returns one page of posts that match a keyword. Without a keyword only the filters apply, newest first.
 * @throws unavailable while there is no usable index
 */
export async function searchPosts(
  ctx: Context,
  indexes: TenantIndexes,
  query: z.output<typeof schema.query>,
): Promise<SearchPage> {
  const offset = offsetOf(query);
  if (offset === null) return { ...emptyPage(query), ...emptyExtras };
  const { type } = query;
  const [result, authors] = await Promise.all([
    indexes.forTenant(ctx).search({
      words: query.keyword ?? '',
      audience: audienceOf(ctx),
      filters: {
        kinds: type === 'all' || type === 'author' ? undefined : [type],
        columnId: query.columnId,
        authorId: query.authorId,
        stockCode: query.stockCode,
        startMs: query.startTime?.first.getTime(),
        endMs: query.endTime?.last.getTime(),
      },
      field: query.field,
      sort: query.sort,
      limit: query.size,
      offset,
      viewsOf: (ids) => findViews(ctx.db, ids),
      namesOf: (ids) => listNames(ctx, ids),
    }),
    findAuthorsByPrefix(ctx, query.keyword),
  ]);
  const facets = await toFacets(ctx, result, authors.length);
  if (type === 'author') {
    const shown = authors.slice(offset, offset + query.size);
    return {
      ...toPage([], { total: authors.length }, query, null),
      authors: shown,
      nearest: false,
      readings: [],
      notice: result.notice ?? null,
      card: null,
      facets,
    };
  }
  return {
    ...toPage(await presentHits(ctx, result), result, query, null),
    authors: type === 'all' && offset === 0 ? authors.slice(0, query.size) : [],
    nearest: result.matched === 'some' && result.total > 0,
    readings: result.readings,
    notice: result.notice ?? null,
    card: type === 'all' && offset === 0 ? await findCard(ctx, query.keyword, result.readings) : null,
    facets,
  };
}

/** Returns titles and labels of published posts, whose words a text in pinyin may stand for; everyone may read them. */
export async function listNames(ctx: Context, ids: readonly string[]): Promise<string[]> {
  const rows = await findNames(ctx.db, ids);
  const stocks = await findStocksByCode(
    ctx,
    rows.flatMap(({ stock_codes }) => stock_codes),
  );
  return rows.flatMap(({ title, tags, stock_codes, author_names }) => [
    title,
    ...author_names,
    ...tags,
    ...stock_codes.flatMap((code) => {
      const stock = stocks.get(code);
      return stock ? [stock.name, ...stock.aliases] : [];
    }),
  ]);
}

/** Finds posts of a kind by keyword, newest first; injected into the lists of posts. */
export const findByKeyword =
  (indexes: TenantIndexes): FindByKeyword =>
  async (ctx, query) => {
    const { hits, total, totalCapped } = await indexes.forTenant(ctx).search({
      words: query.keyword,
      audience: audienceOf(ctx),
      filters: {
        kinds: query.kinds,
        columnId: query.columnId,
        authorId: query.authorId,
        tag: query.tag,
        stockCode: query.stockCode,
        startMs: query.startTime?.first.getTime(),
        endMs: query.endTime?.last.getTime(),
      },
      sort: 'newest',
      countsFacets: false,
      limit: query.limit,
      offset: query.offset,
      namesOf: (ids) => listNames(ctx, ids),
    });
    return { ids: hits.map(({ id }) => id), total, totalCapped };
  };

/**
 * Returns whose text is searched: what the caller's level opens, purchases aside; staff who may view content search
 * everything.
 */
function audienceOf({ actor, now }: Context): Audience {
  if (actor.kind !== 'member') return 'visitor';
  return isVip(actor, now().getTime()) || hasPermission(actor, 'content.view') ? 'vip' : 'member';
}

/** Returns the security or author that the keyword names exactly, if it is one. */
async function findCard(
  ctx: Context,
  keyword = '',
  readings: readonly string[] = [],
): Promise<SearchPage['card']> {
  const typed = stripControlCharacters(keyword).trim();
  if (typed === '' || typed.length > maxNameLength) return null;
  const stock = await findStockNamed(ctx, typed);
  if (stock) return { type: 'stock', code: stock.code, name: stock.name, market: stock.market };
  const { simplify } = await import('#shared/text/simplify.ts');
  for (const names of [[typed], [simplify(typed), ...readings]]) {
    const [named, ...others] = await findAuthorsByName(ctx.db, names);
    if (!named || others.length > 0) continue;
    const [author] = await presentAuthors(ctx, [named]);
    return author ? { type: 'author', ...author } : null;
  }
  return null;
}

const maxNameLength = 50;

async function findAuthorsByPrefix(ctx: Context, keyword = ''): Promise<AuthorRecord[]> {
  const prefix = stripControlCharacters(keyword).trim();
  if (prefix === '' || prefix.length > maxNameLength) return [];
  return presentAuthors(ctx, await listAuthorsByPrefix(ctx.db, prefix, maxAuthors));
}

async function presentAuthors(ctx: Context, named: readonly { id: string }[]): Promise<AuthorRecord[]> {
  const authors = await findAuthors(
    ctx.db,
    named.map(({ id }) => id),
  );
  const rows = new Map(authors.map((row) => [row.id, row]));
  return named.flatMap(({ id }) => {
    const row = rows.get(id);
    return row ? [{ id, name: row.name, title: row.title, bio: row.bio, avatar: row.avatar }] : [];
  });
}

async function presentHits(ctx: Context, { hits, highlightWords }: SearchResult) {
  const records = await presentByIds(
    ctx,
    hits.map(({ id }) => id),
  );
  const idsWhere = (isLocked: boolean) =>
    records.filter(({ locked }) => locked === isLocked).map(({ id }) => id);
  const [marking, bodies, stocks] = await Promise.all([
    import('#shared/text/highlight.ts'),
    findBodies(ctx.db, { whole: idsWhere(false), open: idsWhere(true) }),
    stockTable(ctx),
  ]);
  const names = new Map(stocks.map(({ code, name, aliases }) => [code, [name, ...aliases]]));
  return records.map((record) =>
    presentHit(record, bodies.get(record.id) ?? '', highlightWords, names, marking),
  );
}

async function toFacets(
  ctx: Context,
  { facets }: SearchResult,
  authors: number,
): Promise<SearchPage['facets']> {
  const names = new Map((await columnRows(ctx)).map(({ id, name }) => [id, name]));
  const types = [...facets.kinds].map(([type, count]) => ({ type, count }));
  if (authors > 0) types.push({ type: 'author', count: authors });
  const columns = [...facets.columns].map(([columnId, count]) => ({
    columnId,
    columnName: names.get(columnId) ?? '',
    count,
  }));
  return { types: types.sort(byCount), columns: columns.sort(byCount) };
}

const byCount = (a: { count: number }, b: { count: number }) => b.count - a.count;

const emptyExtras = {
  authors: [],
  nearest: false,
  readings: [],
  notice: null,
  card: null,
  facets: { types: [], columns: [] },
};

/** About three lines of a result list. */
const fragmentLength = 110;
/** Reading more of a long body for one fragment would cost more than finding the post. */
const readLength = 30_000;

/** Presents a match with its words marked. `html` is the body as far as this reader may read it. */
function presentHit(
  record: PostRecord,
  html: string,
  highlightWords: readonly string[],
  stockNames: ReadonlyMap<string, readonly string[]>,
  { highlight, fragment }: typeof import('#shared/text/highlight.ts'),
): SearchRecord {
  const titleFragments = highlight(record.title, highlightWords);
  const bodyFragments = fragment(toReadingText(html.slice(0, readLength)), highlightWords, fragmentLength);
  const isHit = (text: string) => hasHit(highlight(text, highlightWords));
  const stockWords = record.stockCodes.flatMap((code) => [code, ...(stockNames.get(code) ?? [])]);
  const reasons: [MatchReason, boolean][] = [
    ['title', hasHit(titleFragments)],
    ['body', hasHit(bodyFragments)],
    ['author', record.authors.some(({ name }) => isHit(name))],
    ['tag', record.tags.some(isHit)],
    ['stock', stockWords.some(isHit)],
  ];
  const matched = reasons.flatMap(([reason, isMatch]) => (isMatch ? [reason] : []));
  return { ...record, titleFragments, bodyFragments, matched };
}

const hasHit = (parts: readonly Fragment[]) => parts.some(({ hit }) => hit);
