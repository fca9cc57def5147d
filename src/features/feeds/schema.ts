import { z } from 'zod';
import { fields, filled, flag, oneOf, whole } from '#kernel/http/bodies.ts';
import { id, optionalId, size } from '#kernel/http/inputs.ts';
import { cursorPageOf } from '#kernel/http/paging.ts';

const sourceFields = {
  name: filled('name', '来源名称', 50),
  url: z
    .string({ error: '请填写订阅地址（url）' })
    .transform((text) => text.trim())
    .pipe(z.string().max(1000, { error: '订阅地址（url）过长，最多 1000 个字符' })),
  columnId: id('columnId', '栏目编号'),
  intervalMinutes: whole('intervalMinutes', '抓取间隔分钟数', 5, 1440).default(30),
  isActive: flag('isActive', '是否启用').default(true),
};
export const createInput = fields(sourceFields);
export const saveInput = fields({ id: id('id', '订阅源编号'), ...sourceFields });
export const idInput = fields({ id: id('id', '编号') });
export const idQuery = z.object({ id: id('id', '来稿编号') });

export const source = z.object({
  id: z.string(),
  name: z.string(),
  url: z.string(),
  columnId: z.string(),
  columnName: z.string(),
  intervalMinutes: z.number().int(),
  isActive: z.boolean(),
  lastFetchedAt: z.string().nullable(),
  nextFetchAt: z.string(),
  /** What was wrong with the last fetch, in Chinese; empty while it went well. */
  lastError: z.string(),
  /** How many went wrong in a row. */
  failures: z.number().int(),
  /** Items that wait, counted no further than 100. */
  pending: z.number().int(),
});
export const sources = z.array(source);
export const fetchReport = z.object({
  /** Items that are new in the queue. */
  added: z.number().int(),
  /** Empty when all went well. */
  error: z.string(),
});

export const states = ['pending', 'approved', 'dismissed'] as const;
export const itemsQuery = z.object({
  state: oneOf('state', '状态', states).default('pending'),
  sourceId: optionalId('sourceId', '订阅源编号'),
  cursor: optionalId('cursor', '游标'),
  size,
});
export const item = z.object({
  id: z.string(),
  sourceId: z.string(),
  sourceName: z.string(),
  columnId: z.string(),
  /** Where it stands at its source; empty when the feed does not say. */
  url: z.string(),
  title: z.string(),
  author: z.string(),
  summary: z.string(),
  publishedAt: z.string().nullable(),
  fetchedAt: z.string(),
  state: z.enum(states),
  postId: z.string().nullable(),
  decidedBy: z.string().nullable(),
});
export const itemsPage = cursorPageOf(item);
/** `html` is sanitised; pictures of other hosts are links in it. */
export const itemDetail = item.extend({ html: z.string() });

export const approveInput = fields({
  id: id('id', '来稿编号'),
  as: oneOf('as', '采用方式', ['published', 'draft']),
  /** Another column than the source's. */
  columnId: optionalId('columnId', '栏目编号'),
});
/** `state`: `held` waits for a reviewer, for a word it holds. */
export const approved = z.object({ postId: z.string(), state: z.enum(['published', 'draft', 'held']) });
export const dismissInput = fields({
  ids: z
    .array(id('ids', '来稿编号'), { error: '请选择要忽略的来稿（ids）' })
    .min(1, { error: '请选择要忽略的来稿（ids）' })
    .max(100, { error: '一次最多忽略 100 条来稿（ids）' }),
});

export type FeedSource = z.infer<typeof source>;
export type FeedItem = z.infer<typeof item>;
export type FeedItemDetail = z.infer<typeof itemDetail>;
export type FetchReport = z.infer<typeof fetchReport>;
export type Approved = z.infer<typeof approved>;
