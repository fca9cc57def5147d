import { toIso } from '#shared/dates.ts';
import type { DeskRow, findDeskPost } from './desk-queries.ts';
import type { Content, DeskRecord } from './schema.ts';

type DeskPostRow = NonNullable<Awaited<ReturnType<typeof findDeskPost>>>;

/** A piece's rows as what an editor may change of it. */
export function contentOf(row: DeskPostRow): Content {
  return {
    columnId: row.column_id,
    authorId: row.author_id,
    title: row.title,
    summary: row.summary,
    cover: row.cover,
    access: row.own_access as Content['access'],
    price: row.price,
    vipPrice: row.vip_price,
    vipFree: row.vip_free,
    important: row.important,
    tags: row.tags,
    stockCodes: row.stock_codes,
    html: row.source_html ?? row.html,
    seoTitle: row.seo_title,
    seoDescription: row.seo_description,
    relatedIds: row.related_ids,
  };
}

export function presentDeskRecord(row: DeskRow, columnNames: ReadonlyMap<string, string>): DeskRecord {
  return {
    id: row.id,
    kind: row.kind as DeskRecord['kind'],
    title: row.title,
    state: row.state as DeskRecord['state'],
    columnId: row.column_id,
    columnName: columnNames.get(row.column_id) ?? '',
    authorName: row.author_name,
    access: row.access as DeskRecord['access'],
    price: row.price,
    important: row.important,
    wordCount: row.word_count,
    views: Number(row.views),
    publishedAt: row.published_at ? toIso(row.published_at) : null,
    updatedAt: toIso(row.updated_at),
    hasUnpublishedChanges:
      (row.state === 'published' || row.state === 'scheduled') && row.head_version > row.live_version,
  };
}
