import { toIso } from '#shared/dates.ts';
import type { AdminRow, findAdminPost } from './admin-queries.ts';
import type { AdminRecord, Content } from './schema.ts';

type AdminPostRow = NonNullable<Awaited<ReturnType<typeof findAdminPost>>>;

/** Returns the parts of a post that an editor may change, from its rows. */
export function contentOf(row: AdminPostRow): Content {
  return {
    columnId: row.column_id,
    authorId: row.author_id,
    coAuthorIds: row.co_author_ids,
    title: row.title,
    // A summary made from the body is not content: saved as such, it would no longer follow body and access.
    summary: row.full_summary === null ? row.summary : '',
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

export function presentAdminRecord(
  row: AdminRow,
  columnNames: ReadonlyMap<string, string>,
): Omit<AdminRecord, 'refusal'> {
  return {
    id: row.id,
    kind: row.kind as AdminRecord['kind'],
    title: row.title,
    state: row.state as AdminRecord['state'],
    columnId: row.column_id,
    columnName: columnNames.get(row.column_id) ?? '',
    authorName: row.author_name,
    access: row.access as AdminRecord['access'],
    price: row.price,
    important: row.important,
    wordCount: row.word_count,
    views: Number(row.views),
    publishedAt: row.published_at ? toIso(row.published_at) : null,
    updatedAt: toIso(row.updated_at),
    deletedAt: row.deleted_at && toIso(row.deleted_at),
    hasUnpublishedChanges:
      (row.state === 'published' || row.state === 'scheduled') && row.head_version > row.live_version,
  };
}
