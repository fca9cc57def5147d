import { toReadingText } from '#features/posts/index.ts';
import type { SourceRow } from './queries.ts';
import type { SearchDocument } from './search-index.ts';

/**
 * What search may know of a piece. Its locked text goes in only for a level that opens it alone: what is sold is
 * found by its open text, even where VIP members read it for nothing (PRODUCT §3).
 */
export function toDocument(
  row: SourceRow,
  stockNames: ReadonlyMap<string, readonly string[]>,
): SearchDocument {
  const { access } = row;
  const withSummary = (html: string) => `${row.summary}\n${toReadingText(html)}`;
  return {
    id: row.id,
    kind: row.kind,
    columnId: row.column_id,
    authorId: row.author_id,
    authorName: row.author_name,
    title: row.title,
    tags: row.tags,
    stockCodes: row.stock_codes,
    stockNames: row.stock_codes.flatMap((code) => stockNames.get(code) ?? []),
    openText: withSummary(access === 'public' ? row.html : row.open_html),
    whole: access === 'member' || access === 'vip' ? { text: withSummary(row.html), openFor: access } : null,
    publishedAtMs: row.published_at.getTime(),
  };
}
