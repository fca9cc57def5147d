import { z } from 'zod';
import { choice, id, optionalId, optionalText, paging, period, size } from '#kernel/http/inputs.ts';
import { pageOf } from '#kernel/http/paging.ts';

export const kind = z.enum(['news', 'article', 'reference']);
export const access = z.enum(['public', 'member', 'vip', 'paid']);

/** A piece as lists show it (PRODUCT §4). Times are ISO 8601 with +08:00, `price` is fen. */
export const record = z.object({
  id: z.string(),
  kind,
  title: z.string(),
  /** The title with U+200B between words and a line feed after each clause: where a headline may break. */
  breaks: z.string(),
  summary: z.string(),
  cover: z.string().nullable(),
  columnId: z.string(),
  columnName: z.string(),
  authorId: z.string(),
  authorName: z.string(),
  access,
  price: z.number().int().nullable(),
  locked: z.boolean(),
  important: z.boolean(),
  tags: z.array(z.string()),
  stockCodes: z.array(z.string()),
  publishedAt: z.string(),
  wordCount: z.number().int(),
  views: z.number().int(),
  comments: z.number().int(),
  collected: z.boolean(),
});

export const recordPage = pageOf(record);
export const recordList = z.array(record);

const heading = z.object({ id: z.string(), level: z.number().int(), text: z.string(), locked: z.boolean() });

/**
 * Something that would unlock a piece. `price` is fen, what it costs the caller from; null where it costs nothing or
 * is not sold. `thing` is what to order where that is settled, `orderId` what to ask a refund of.
 */
const offer = z.object({
  type: z.enum(['login', 'vip', 'post', 'column', 'refund']),
  title: z.string(),
  price: z.number().int().nullable(),
  thing: z.string().nullable(),
  orderId: z.string().nullable(),
});

/** A piece as its page shows it: cut to the teaser where PRODUCT §3 says so. */
export const detail = record.extend({
  /** What VIP members pay for it instead of `price`, in fen; null where they pay the same, or nothing. */
  vipPrice: z.number().int().nullable(),
  state: z.enum(['draft', 'scheduled', 'published', 'withdrawn']),
  body: z.string(),
  headings: z.array(heading),
  attachments: z.array(
    z.object({ name: z.string(), size: z.number().int().nullable(), url: z.string().nullable() }),
  ),
  /** Whose copy the body is, to be shown beside it: a masked name and a number; null where copies are not traced. */
  reader: z.object({ name: z.string(), number: z.string() }).nullable(),
  lockReason: z.enum(['member', 'vip', 'paid', 'withdrawn']).nullable(),
  lockedWordCount: z.number().int(),
  offers: z.array(offer),
  /** The caller's own record of having collected it, which the delete calls take; null without one. */
  collectId: z.string().nullable(),
  /** How many members have collected it. */
  collects: z.number().int(),
  author: z.object({
    id: z.string(),
    name: z.string(),
    title: z.string(),
    bio: z.string(),
    avatar: z.string().nullable(),
    posts: z.number().int(),
    followers: z.number().int(),
    /** Whether the caller follows. */
    followed: z.boolean(),
  }),
});

export const idQuery = z.object({ id: id('id', '内容编号') });

export const listQuery = z.object({
  columnId: optionalId('columnId', '栏目编号'),
  authorId: optionalId('authorId', '作者编号'),
  tag: optionalText('tag', '标签', 50),
  stockCode: optionalText('stockCode', '股票代码', 12),
  keyword: optionalText('keyword', '关键词', 20_000),
  ...period,
  ...paging,
});

export const newestQuery = z.object({ size });
export const newestOfColumnQuery = z.object({ columnId: optionalId('columnId', '栏目编号'), size });

export const chartsQuery = z.object({
  period: choice('period', '排行周期', ['day', 'week', 'month'], 'day'),
  columnId: optionalId('columnId', '栏目编号'),
  size,
});

export const viewCounted = z.object({ views: z.number().int() });

export const authorList = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    title: z.string(),
    bio: z.string(),
    avatar: z.string().nullable(),
    posts: z.number().int(),
    followers: z.number().int(),
    /** Whether the caller follows. */
    followed: z.boolean(),
  }),
);

export type PostRecord = z.infer<typeof record>;
export type PostDetail = z.infer<typeof detail>;
export type PostPage = z.infer<typeof recordPage>;
export type PostKind = PostRecord['kind'];
export type HotAuthor = z.infer<typeof authorList>[number];
export type ChartPeriod = 'day' | 'week' | 'month';
