import type { z } from 'zod';
import { findAuthors, listAuthorsByPrefix } from '#features/authors/index.ts';
import { columnRows } from '#features/columns/index.ts';
import { isVip } from '#features/entitlements/index.ts';
import { type FindByKeyword, presentByIds, toReadingText } from '#features/posts/index.ts';
import type { PostRecord } from '#features/posts/schema.ts';
import { stockTable } from '#features/stocks/index.ts';
import { holds } from '#kernel/actor.ts';
import type { Context } from '#kernel/context.ts';
import { emptyPage, offsetOf, toPage } from '#kernel/http/paging.ts';
import { fragment, highlight } from '#shared/text/highlight.ts';
import { cleanText } from '#shared/text/normalise.ts';
import type { SearchIndexes } from './indexes.ts';
import { findBodies, findViews } from './queries.ts';
import type * as schema from './schema.ts';
import type { AuthorRecord, Fragment, MatchReason, SearchPage, SearchRecord } from './schema.ts';
import type { Reader, SearchAnswer } from './search-index.ts';

/** More authors than anybody means by a name. */
const authorLimit = 100;

/**
 * One page of what answers a keyword. An empty keyword is answered by the filters alone, newest first.
 * @throws unavailable while there is no usable index
 */
export async function searchPieces(
  ctx: Context,
  indexes: SearchIndexes,
  query: z.output<typeof schema.query>,
): Promise<SearchPage> {
  const offset = offsetOf(query);
  if (offset === null) return { ...emptyPage(query), ...nothingElse };
  const { type } = query;
  const [found, authors] = await Promise.all([
    indexes.of(ctx).search({
      words: query.keyword ?? '',
      reader: readerOf(ctx),
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
    }),
    authorsNamed(ctx, query.keyword),
  ]);
  const facets = await toFacets(ctx, found, authors.length);
  if (type === 'author') {
    const shown = authors.slice(offset, offset + query.size);
    return { ...toPage([], { total: authors.length }, query, null), authors: shown, nearest: false, facets };
  }
  return {
    ...toPage(await foundRecords(ctx, found), found, query, null),
    authors: type === 'all' && offset === 0 ? authors.slice(0, query.size) : [],
    nearest: found.matched === 'some' && found.total > 0,
    facets,
  };
}

/** What the lists of posts borrow: pieces of a kind that answer a keyword, newest first. */
export const findByKeyword =
  (indexes: SearchIndexes): FindByKeyword =>
  async (ctx, query) => {
    const { hits, total, totalCapped } = await indexes.of(ctx).search({
      words: query.keyword,
      reader: readerOf(ctx),
      filters: {
        kinds: [query.kind],
        columnId: query.columnId,
        authorId: query.authorId,
        tag: query.tag,
        stockCode: query.stockCode,
        startMs: query.startTime?.first.getTime(),
        endMs: query.endTime?.last.getTime(),
      },
      sort: 'newest',
      limit: query.size,
      offset: offsetOf(query) ?? 0,
    });
    return { ids: hits.map(({ id }) => id), total, totalCapped };
  };

/** Whose text is searched: what the level alone opens, whatever was bought; staff who view content see all. */
function readerOf({ actor, now }: Context): Reader {
  if (actor.kind !== 'member') return 'visitor';
  return isVip(actor, now().getTime()) || holds(actor, 'content.view') ? 'vip' : 'member';
}

async function authorsNamed(ctx: Context, keyword = ''): Promise<AuthorRecord[]> {
  const prefix = cleanText(keyword).trim();
  if (prefix === '' || prefix.length > 50) return [];
  const named = await listAuthorsByPrefix(ctx.db, prefix, authorLimit);
  const rows = new Map(
    (
      await findAuthors(
        ctx.db,
        named.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  );
  return named.flatMap(({ id }) => {
    const row = rows.get(id);
    return row ? [{ id, name: row.name, title: row.title, bio: row.bio, avatar: row.avatar }] : [];
  });
}

async function foundRecords(ctx: Context, { hits, marks }: SearchAnswer) {
  const records = await presentByIds(
    ctx,
    hits.map(({ id }) => id),
  );
  const idsWhere = (isLocked: boolean) =>
    records.filter(({ locked }) => locked === isLocked).map(({ id }) => id);
  const [bodies, stocks] = await Promise.all([
    findBodies(ctx.db, { whole: idsWhere(false), open: idsWhere(true) }),
    stockTable(ctx),
  ]);
  const names = new Map(stocks.map(({ code, name, aliases }) => [code, [name, ...aliases]]));
  return records.map((record) => presentFound(record, bodies.get(record.id) ?? '', marks, names));
}

async function toFacets(
  ctx: Context,
  { facets }: SearchAnswer,
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

const nothingElse = { authors: [], nearest: false, facets: { types: [], columns: [] } };

/** About three lines of a result list. */
const fragmentLength = 110;
/** Reading more of a long body for one fragment would cost more than finding it did. */
const readLength = 30_000;

/** A found piece with what matched marked. `html` is the body as far as this reader may read it. */
function presentFound(
  record: PostRecord,
  html: string,
  marks: readonly string[],
  stockNames: ReadonlyMap<string, readonly string[]>,
): SearchRecord {
  const titleFragments = highlight(record.title, marks);
  const bodyFragments = fragment(toReadingText(html.slice(0, readLength)), marks, fragmentLength);
  const isHit = (text: string) => hasHit(highlight(text, marks));
  const stockWords = record.stockCodes.flatMap((code) => [code, ...(stockNames.get(code) ?? [])]);
  const reasons: [MatchReason, boolean][] = [
    ['title', hasHit(titleFragments)],
    ['body', hasHit(bodyFragments)],
    ['author', isHit(record.authorName)],
    ['tag', record.tags.some(isHit)],
    ['stock', stockWords.some(isHit)],
  ];
  const matched = reasons.flatMap(([reason, holds]) => (holds ? [reason] : []));
  return { ...record, titleFragments, bodyFragments, matched };
}

const hasHit = (parts: readonly Fragment[]) => parts.some(({ hit }) => hit);
