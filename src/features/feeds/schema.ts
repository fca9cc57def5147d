import { z } from 'zod';
import { fields, flag, oneOf, requiredText, whole } from '#kernel/http/bodies.ts';
import { id, optionalId, size } from '#kernel/http/inputs.ts';
import { cursorPageOf } from '#kernel/http/paging.ts';

const sourceFields = {
  name: requiredText('来源名称', 50),
  url: requiredText('订阅地址', 1000),
  columnId: id('栏目编号'),
  intervalMinutes: whole('抓取间隔分钟数', 5, 1440).default(30),
  isActive: flag('是否启用').default(true),
};
export const createInput = fields(sourceFields);
export const saveInput = fields({ id: id('订阅源编号'), ...sourceFields });
export const idInput = fields({ id: id('编号') });
export const idQuery = z.object({ id: id('来稿编号') });

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
  /** The error of the last fetch, in Chinese; empty after a successful one. */
  lastError: z.string(),
  /** Consecutive failures. */
  failures: z.number().int(),
  /** Queued items, counted up to 100. */
  pending: z.number().int(),
});
export const sources = z.array(source);
export const fetchReport = z.object({
  /** Items added to the queue. */
  added: z.number().int(),
  /** Empty if all went well. */
  error: z.string(),
});

export const states = ['pending', 'approved', 'dismissed'] as const;
export const itemsQuery = z.object({
  state: oneOf('状态', states).default('pending'),
  sourceId: optionalId('订阅源编号'),
  cursor: optionalId('游标'),
  size,
});
export const item = z.object({
  id: z.string(),
  sourceId: z.string(),
  sourceName: z.string(),
  columnId: z.string(),
  /** The item's address at its source; empty if the feed does not give one. */
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
/** `html` is sanitised, with pictures of other hosts as links. */
export const itemDetail = item.extend({ html: z.string() });

export const approveInput = fields({
  id: id('来稿编号'),
  as: oneOf('采用方式', ['published', 'draft']),
  /** A column other than the source's. */
  columnId: optionalId('栏目编号'),
});
/** `state`: `held` is in the review queue, because of a word in it. */
export const approved = z.object({ postId: z.string(), state: z.enum(['published', 'draft', 'held']) });
export const dismissInput = fields({
  ids: z
    .array(id('来稿编号'), { error: '请选择要忽略的来稿' })
    .min(1, { error: '请选择要忽略的来稿' })
    .max(100, { error: '一次最多忽略 100 条来稿' })
    .meta({ title: '来稿' }),
});

export type FeedSource = z.infer<typeof source>;
export type FeedItem = z.infer<typeof item>;
export type FeedItemDetail = z.infer<typeof itemDetail>;
export type FetchReport = z.infer<typeof fetchReport>;
export type Approved = z.infer<typeof approved>;
