import type { LockReason, Reading } from '#features/entitlements/index.ts';
import { toIso } from '#shared/dates.ts';
import type { PostDetail, PostRecord } from './calls.ts';
import type { DetailRow, RecordRow } from './queries.ts';

type ColumnNames = ReadonlyMap<string, string>;

/** A row as lists show it. Everything here is open: title, summary and cover belong to every teaser. */
export function presentRecord(row: RecordRow, reading: Reading, columnNames: ColumnNames): PostRecord {
  return {
    id: row.id,
    kind: row.kind as PostRecord['kind'],
    title: row.title,
    breaks: row.title_breaks,
    summary: row.summary,
    cover: row.cover,
    columnId: row.column_id,
    columnName: columnNames.get(row.column_id) ?? '',
    authorId: row.author_id,
    authorName: row.author_name,
    access: row.access as PostRecord['access'],
    price: row.price,
    locked: reading.part !== 'all',
    important: row.important,
    tags: row.tags,
    stockCodes: row.stock_codes,
    publishedAt: row.published_at ? toIso(row.published_at) : '',
    wordCount: row.word_count,
    views: Number(row.views),
    comments: row.comments,
    collected: row.collect_id !== null,
  };
}

/** A row as its page shows it, cut to what the reading allows: the locked part is not touched otherwise. */
export function presentDetail(row: DetailRow, reading: Reading, columnNames: ColumnNames): PostDetail {
  const isWhole = reading.part === 'all';
  return {
    ...presentRecord(row, reading, columnNames),
    state: row.state as PostDetail['state'],
    body: isWhole ? row.html : reading.part === 'teaser' ? row.open_html : '',
    headings: reading.part === 'notice' ? [] : (row.headings as PostDetail['headings']),
    attachments: presentAttachments(row, reading),
    lockReason: reading.part === 'teaser' ? reading.reason : reading.part === 'notice' ? 'withdrawn' : null,
    lockedWordCount: isWhole ? 0 : row.locked_word_count,
    offers:
      reading.part === 'teaser' ? offersFor(reading.reason, row) : reading.part === 'notice' ? [refund] : [],
    collectId: row.collect_id,
    collects: row.collects,
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

const refund = { type: 'refund', title: '申请退款', price: null } as const;

function presentAttachments(row: DetailRow, reading: Reading): PostDetail['attachments'] {
  if (reading.part === 'notice') return [];
  const attachments = row.attachments as { name: string; size?: number; url: string }[];
  // Names are part of the teaser, addresses are not (PRODUCT §3).
  return attachments.map(({ name, size, url }) => ({
    name,
    size: size ?? null,
    url: reading.part === 'all' ? url : null,
  }));
}

function offersFor(reason: LockReason, { price, vip_free }: DetailRow): PostDetail['offers'] {
  const login = { type: 'login', title: '登录后阅读全文', price: null } as const;
  const vip = { type: 'vip', title: '开通 VIP，阅读全部专享内容', price: null } as const;
  if (reason === 'member') return [login];
  if (reason === 'vip') return [vip];
  const buy = { type: 'post', title: '购买本篇，永久可读', price } as const;
  return vip_free ? [vip, buy] : [buy];
}
