import { z } from 'zod';
import { choice, id, ids, optionalId, optionalText, paging, period, size } from '#kernel/http/inputs.ts';
import { pageOf } from '#kernel/http/paging.ts';

export const kind = z.enum(['news', 'article', 'reference']);
export const access = z.enum(['public', 'member', 'vip', 'paid']);

/** A post as lists show it (docs/product.md §14). Times are ISO 8601 with +08:00, `price` is in fen. */
export const record = z.object({
  id: z.string(),
  kind,
  title: z.string(),
  /** The title with U+200B between words and a line feed after each clause, where a headline may break. */
  breaks: z.string(),
  summary: z.string(),
  cover: z.string().nullable(),
  columnId: z.string(),
  columnName: z.string(),
  authorId: z.string(),
  authorName: z.string(),
  /** All authors in the order of the byline; `authorId` and `authorName` name the first, the main author. */
  authors: z.array(z.object({ id: z.string(), name: z.string() })),
  access,
  price: z.number().int().nullable(),
  locked: z.boolean(),
  important: z.boolean(),
  tags: z.array(z.string()),
  stockCodes: z.array(z.string()),
  /** Those of `stockCodes` that the stock table names, in the same order; each has a page. */
  stocks: z.array(z.object({ code: z.string(), name: z.string() })),
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
 * Something that would unlock a post. `price` is the caller's lowest price in fen; null if it is free or not for sale.
 * `thing` is what to order, if that is determined; `orderId` is the order that can be refunded.
 */
const offer = z.object({
  type: z.enum(['login', 'vip', 'post', 'column', 'refund']),
  title: z.string(),
  price: z.number().int().nullable(),
  thing: z.string().nullable(),
  orderId: z.string().nullable(),
});

const authorCard = z.object({
  id: z.string(),
  name: z.string(),
  title: z.string(),
  bio: z.string(),
  avatar: z.string().nullable(),
  posts: z.number().int(),
  followers: z.number().int(),
  /** Whether the caller follows the author. */
  followed: z.boolean(),
});

/** A post as its page shows it: cut to the teaser as docs/product.md §13 requires. */
export const detail = record.extend({
  /** What VIP members pay instead of `price`, in fen; null if they pay the same or nothing. */
  vipPrice: z.number().int().nullable(),
  state: z.enum(['draft', 'scheduled', 'published', 'withdrawn']),
  /** When the post last changed for readers or staff. */
  updatedAt: z.string(),
  body: z.string(),
  headings: z.array(heading),
  attachments: z.array(
    z.object({ name: z.string(), size: z.number().int().nullable(), url: z.string().nullable() }),
  ),
  /**
   * The reader whose copy the body is, displayed beside it: a masked name and a number; null if copies are not traced.
   */
  reader: z.object({ name: z.string(), number: z.string() }).nullable(),
  lockReason: z.enum(['member', 'vip', 'paid', 'withdrawn']).nullable(),
  lockedWordCount: z.number().int(),
  offers: z.array(offer),
  /** The id of the caller's own collect of the post, which the delete calls take; null if there is none. */
  collectId: z.string().nullable(),
  /** Number of members who collected the post. */
  collects: z.number().int(),
  author: authorCard,
  /** The further authors, in the order of the byline. */
  coAuthors: z.array(authorCard),
});

export const idQuery = z.object({ id: id('内容编号') });
export const viewQuery = idQuery.extend({
  /** The host of the site that led the reader here. */
  referrer: z
    .string({ error: '来源网站只能填一个' })
    .max(253, { error: '来源网站至多 253 字' })
    .prefault('')
    .meta({ title: '来源网站' }),
});

export const listQuery = z.object({
  columnId: optionalId('栏目编号'),
  authorId: optionalId('作者编号'),
  tag: optionalText('标签', 50),
  stockCode: optionalText('股票代码', 12),
  /** `1`: only important posts. */
  important: choice('只看重要', ['0', '1'], '0').transform((flag) => flag === '1'),
  /** `1`: only posts that name a security which the caller watches. */
  watched: choice('只看自选股', ['0', '1'], '0').transform((flag) => flag === '1'),
  keyword: optionalText('关键词', 20_000),
  ...period,
  ...paging,
});

export const newestQuery = z.object({ size });
export const newestOfColumnQuery = z.object({ columnId: optionalId('栏目编号'), size });

export const chartsQuery = z.object({
  period: choice('排行周期', ['day', 'week', 'month'], 'day'),
  columnId: optionalId('栏目编号'),
  size,
});

export const viewCounted = z.object({ views: z.number().int() });

export const authorList = z.array(authorCard);

export const marksQuery = z.object({ ids: ids('内容编号', 100) });
/** The posts that the caller bought, or can read although not every member can; the others are left out. */
export const accessMarks = z.array(z.object({ id: z.string(), mark: z.enum(['bought', 'readable']) }));

/** What VIP opens: numbers of posts by column, each up to 1,000; `isCapped` says that there are more. */
export const vipContents = z.object({
  posts: z.number().int(),
  isCapped: z.boolean(),
  columns: z.array(
    z.object({ id: z.string(), name: z.string(), posts: z.number().int(), isCapped: z.boolean() }),
  ),
});

export type PostRecord = z.infer<typeof record>;
export type PostDetail = z.infer<typeof detail>;
export type PostPage = z.infer<typeof recordPage>;
export type PostKind = PostRecord['kind'];
export type AccessMarked = z.infer<typeof accessMarks>[number];
export type VipContents = z.infer<typeof vipContents>;
export type HotAuthor = z.infer<typeof authorList>[number];
export type ChartPeriod = 'day' | 'week' | 'month';
