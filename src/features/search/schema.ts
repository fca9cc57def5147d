import { z } from 'zod';
import { recordSchema } from '#features/posts/index.ts';
import { choice, optionalId, optionalText, paging, period, size } from '#kernel/http/inputs.ts';
import { pageOf } from '#kernel/http/paging.ts';

/** A stretch of text; `hit` marks what matched. Never made from text the reader may not read. */
const fragment = z.object({ text: z.string(), hit: z.boolean() });

/** Why a piece was found: in its title, the text this reader may read, its author, tags or stocks. */
const reason = z.enum(['title', 'body', 'author', 'tag', 'stock']);

const record = recordSchema.extend({
  titleFragments: z.array(fragment),
  bodyFragments: z.array(fragment),
  matched: z.array(reason),
});

const author = z.object({
  id: z.string(),
  name: z.string(),
  title: z.string(),
  bio: z.string(),
  avatar: z.string().nullable(),
});

export const page = pageOf(record).extend({
  /** Authors whose name begins with the keyword; for `type` all and author, on the first page. */
  authors: z.array(author),
  /** No piece holds every word: these hold most. */
  nearest: z.boolean(),
  /** Counted without the filter on what they count; no further than the total is. */
  facets: z.object({
    types: z.array(z.object({ type: z.string(), count: z.number().int() })),
    columns: z.array(z.object({ columnId: z.string(), columnName: z.string(), count: z.number().int() })),
  }),
});

/** Any keyword is an answer, so its limit is only what an address can carry; the first 200 characters count. */
const keyword = optionalText('keyword', '关键词', 20_000);

export const query = z.object({
  keyword,
  type: choice('type', '类型', ['all', 'news', 'article', 'reference', 'author'], 'all'),
  columnId: optionalId('columnId', '栏目编号'),
  authorId: optionalId('authorId', '作者编号'),
  stockCode: optionalText('stockCode', '股票代码', 12),
  field: choice('field', '搜索范围', ['all', 'title'], 'all'),
  sort: choice('sort', '排序', ['relevance', 'newest', 'views'], 'relevance'),
  ...period,
  ...paging,
});

export const suggestionQuery = z.object({ keyword, size });

export const suggestions = z.array(
  z.object({ text: z.string(), type: z.enum(['stock', 'author', 'tag', 'title']) }),
);

export type Fragment = z.infer<typeof fragment>;
export type MatchReason = z.infer<typeof reason>;
export type SearchRecord = z.infer<typeof record>;
export type AuthorRecord = z.infer<typeof author>;
export type SearchPage = z.infer<typeof page>;
export type Suggestion = z.infer<typeof suggestions>[number];
export type SearchQuery = z.input<typeof query>;
