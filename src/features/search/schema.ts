import { z } from 'zod';
import { record as recordSchema } from '#features/posts/schema.ts';
import { choice, optionalId, optionalText, paging, period, size } from '#kernel/http/inputs.ts';
import { pageOf } from '#kernel/http/paging.ts';

/** A part of a text; `hit` marks a match. Never built from text that the reader may not read. */
const fragment = z.object({ text: z.string(), hit: z.boolean() });

/** Why a post was found: its title, the text this reader may read, its author, tags or stocks. */
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

/** The security or author that the keyword names exactly: by code, name, pinyin or initials. */
const card = z.discriminatedUnion('type', [
  z.object({ type: z.literal('stock'), code: z.string(), name: z.string(), market: z.string() }),
  author.extend({ type: z.literal('author') }),
]);

export const page = pageOf(record).extend({
  /** Authors whose name begins with the keyword; for `type` all and author, on the first page. */
  authors: z.array(author),
  /** True if no post contains every word and these contain most. */
  nearest: z.boolean(),
  /** The words as which a keyword in pinyin or initials was read, likelier first; empty for any other keyword. */
  readings: z.array(z.string()),
  /** What the reader should know: while the index is built, only the newest posts are found; else null. */
  notice: z.string().nullable(),
  /** For `type` all, on the first page. */
  card: card.nullable(),
  /** Counted without the filter on the counted field, and no further than the total. */
  facets: z.object({
    types: z.array(z.object({ type: z.string(), count: z.number().int() })),
    columns: z.array(z.object({ columnId: z.string(), columnName: z.string(), count: z.number().int() })),
  }),
});

/** Every keyword gets an answer, so the limit is only what an address can carry; the first 200 characters count. */
const keyword = optionalText('关键词', 20_000);

export const query = z.object({
  keyword,
  type: choice('类型', ['all', 'news', 'article', 'reference', 'author'], 'all'),
  columnId: optionalId('栏目编号'),
  authorId: optionalId('作者编号'),
  stockCode: optionalText('股票代码', 12),
  field: choice('搜索范围', ['all', 'title'], 'all'),
  sort: choice('排序', ['relevance', 'newest', 'views'], 'relevance'),
  ...period,
  ...paging,
});

export const suggestionQuery = z.object({ keyword, size });

export const suggestions = z.array(
  z.object({
    text: z.string(),
    type: z.enum(['stock', 'author', 'tag', 'title']),
    /** The code of a stock, which has a page; else null. */
    code: z.string().nullable(),
  }),
);

export type Fragment = z.infer<typeof fragment>;
export type MatchReason = z.infer<typeof reason>;
export type SearchRecord = z.infer<typeof record>;
export type AuthorRecord = z.infer<typeof author>;
export type SearchCard = z.infer<typeof card>;
export type SearchPage = z.infer<typeof page>;
export type Suggestion = z.infer<typeof suggestions>[number];
export type SearchQuery = z.input<typeof query>;
