import type { AccessDecision } from '#features/entitlements/index.ts';
import { toIso } from '#shared/dates.ts';
import type { ModuleName } from '#shared/modules.ts';
import type { DetailRow, RecordRow } from './record-queries.ts';
import type { PostDetail, PostRecord } from './schema.ts';

/** What a record shows of other tables. */
export type RecordNames = {
  columns: ReadonlyMap<string, string>;
  stocks: ReadonlyMap<string, { name: string }>;
  /** The modules that are switched off, of which a record shows nothing. */
  off: readonly ModuleName[];
};

/** Presents a row as lists show it. All its fields are open: title, summary and cover are part of every teaser. */
export function presentRecord(row: RecordRow, reading: AccessDecision, names: RecordNames): PostRecord {
  return {
    id: row.id,
    kind: row.kind as PostRecord['kind'],
    title: row.title,
    breaks: row.title_breaks,
    summary: row.summary,
    cover: row.cover,
    columnId: row.column_id,
    columnName: names.columns.get(row.column_id) ?? '',
    authorId: row.author_id,
    authorName: row.author_name,
    authors: [
      { id: row.author_id, name: row.author_name },
      ...(row.co_authors ?? []).map(({ id, name }) => ({ id, name })),
    ],
    access: row.access as PostRecord['access'],
    price: row.price,
    locked: reading.part !== 'all',
    important: row.important,
    tags: row.tags,
    stockCodes: row.stock_codes,
    stocks: row.stock_codes.flatMap((code) => {
      const stock = names.stocks.get(code);
      return stock ? [{ code, name: stock.name }] : [];
    }),
    publishedAt: row.published_at ? toIso(row.published_at) : '',
    wordCount: row.word_count,
    views: Number(row.views),
    comments: names.off.includes('comments') ? 0 : row.comments,
    collected: row.collect_id !== null,
  };
}

/** Presents a row as its page shows it, cut to what the reading allows; the locked part is not read otherwise. */
export function presentDetail(
  row: DetailRow,
  reading: AccessDecision,
  names: RecordNames,
  offers: PostDetail['offers'],
): PostDetail {
  const isWhole = reading.part === 'all';
  return {
    ...presentRecord(row, reading, names),
    state: row.state as PostDetail['state'],
    updatedAt: toIso(row.updated_at),
    body: isWhole ? row.html : reading.part === 'teaser' ? row.open_html : '',
    headings: reading.part === 'notice' ? [] : (row.headings as PostDetail['headings']),
    attachments: presentAttachments(row, reading),
    vipPrice: names.off.includes('vip') ? null : row.vip_price,
    reader: null,
    lockReason: reading.part === 'teaser' ? reading.reason : reading.part === 'notice' ? 'withdrawn' : null,
    lockedWordCount: isWhole ? 0 : row.locked_word_count,
    offers,
    collectId: row.collect_id,
    collects: row.collects,
    coAuthors: row.co_author_cards,
    author: {
      id: row.author_id,
      name: row.author_name,
      title: row.author_title,
      bio: row.author_bio,
      avatar: row.author_avatar,
      posts: row.author_posts,
      followers: row.followers,
      followed: row.followed,
    },
  };
}

function presentAttachments(row: DetailRow, reading: AccessDecision): PostDetail['attachments'] {
  if (reading.part === 'notice') return [];
  const attachments = row.attachments as { name: string; size?: number; url: string }[];
  // Names are part of the teaser, addresses are not (docs/product.md §13).
  return attachments.map(({ name, size, url }) => ({
    name,
    size: size ?? null,
    url: reading.part === 'all' ? url : null,
  }));
}
