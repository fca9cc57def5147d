import { z } from 'zod';
import { id, optionalId, size } from '#kernel/http/inputs.ts';
import { cleanText } from '#shared/clean-text.ts';

const jsonObject = { error: '请求内容应为 JSON 对象' };
const intervalError = '抓取间隔（intervalMinutes）应为 5 到 1440 的整数（分钟）';

const sourceFields = {
  name: z
    .string({ error: '请填写来源名称（name）' })
    .transform((text) => cleanText(text).trim())
    .pipe(
      z
        .string()
        .min(1, { error: '请填写来源名称（name）' })
        .max(50, { error: '来源名称（name）过长，最多 50 个字' }),
    ),
  url: z
    .string({ error: '请填写订阅地址（url）' })
    .transform((text) => text.trim())
    .pipe(z.string().max(1000, { error: '订阅地址（url）过长，最多 1000 个字符' })),
  columnId: id('columnId', '栏目编号'),
  intervalMinutes: z
    .number({ error: intervalError })
    .int({ error: intervalError })
    .min(5, { error: intervalError })
    .max(1440, { error: intervalError })
    .default(30),
  isActive: z.boolean({ error: '是否启用（isActive）应为 true 或 false' }).default(true),
};
export const createInput = z.object(sourceFields, jsonObject);
export const saveInput = z.object({ id: id('id', '订阅源编号'), ...sourceFields }, jsonObject);
export const idInput = z.object({ id: id('id', '编号') }, jsonObject);
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
const stateError = '状态（state）不正确，可用：pending、approved、dismissed';
export const itemsQuery = z.object({
  state: z.enum(states, { error: stateError }).default('pending'),
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
export const itemsPage = z.object({ records: z.array(item), cursor: z.string().nullable() });
/** `html` is sanitised; pictures of other hosts are links in it. */
export const itemDetail = item.extend({ html: z.string() });

export const approveInput = z.object(
  {
    id: id('id', '来稿编号'),
    as: z.enum(['published', 'draft'], { error: '采用方式（as）不正确，可用：published、draft' }),
    /** Another column than the source's. */
    columnId: optionalId('columnId', '栏目编号'),
  },
  jsonObject,
);
/** `state`: `held` waits for a reviewer, for a word it holds. */
export const approved = z.object({ postId: z.string(), state: z.enum(['published', 'draft', 'held']) });
export const dismissInput = z.object(
  {
    ids: z
      .array(id('ids', '来稿编号'), { error: '请选择要忽略的来稿（ids）' })
      .min(1, { error: '请选择要忽略的来稿（ids）' })
      .max(100, { error: '一次最多忽略 100 条来稿（ids）' }),
  },
  jsonObject,
);

export type FeedSource = z.infer<typeof source>;
export type FeedItem = z.infer<typeof item>;
export type FeedItemDetail = z.infer<typeof itemDetail>;
export type FetchReport = z.infer<typeof fetchReport>;
export type Approved = z.infer<typeof approved>;
