import { z } from 'zod';
import { recordSchema } from '#features/posts/index.ts';
import { id, optionalText, paging } from '#kernel/http/inputs.ts';
import { pageOf } from '#kernel/http/paging.ts';

export const articleQuery = z.object({ articleId: id('articleId', '文章编号') });
export const newsQuery = z.object({ newsId: id('newsId', '资讯编号') });
export const authorQuery = z.object({ authorId: id('authorId', '作者编号') });
/** A record's own id, as the add calls answer it (seed §7). */
export const collectQuery = z.object({ id: id('id', '收藏编号') });
export const postQuery = z.object({ id: id('id', '内容编号') });

export const added = z.object({ id: z.string() });
export const done = z.boolean();

/** A collected piece. One that was withdrawn keeps its place and its title, and nothing else of it. */
const collect = z.object({
  id: z.string(),
  /** ISO 8601. */
  collectedAt: z.string(),
  record: recordSchema.nullable(),
  title: z.string(),
  isWithdrawn: z.boolean(),
});
export const collectsQuery = z.object({ keyword: optionalText('keyword', '关键词', 100), ...paging });
export const collectPage = pageOf(collect);

/** A followed author with at most three of their newest pieces. */
const follow = z.object({
  id: z.string(),
  followedAt: z.string(),
  author: z.object({
    id: z.string(),
    name: z.string(),
    title: z.string(),
    avatar: z.string().nullable(),
    posts: z.number().int(),
    followers: z.number().int(),
  }),
  newest: z.array(recordSchema),
});
export const pagingQuery = z.object(paging);
export const followPage = pageOf(follow);
export const feedPage = pageOf(recordSchema);

/** A piece this member opened, and when last. Pieces that are no longer out are left out. */
const reading = z.object({ readAt: z.string(), record: recordSchema });
export const historyPage = pageOf(reading);

/** Favourites have two lists (seed §2): information, and articles with references among them. */
export type CollectShelf = 'article' | 'news';
export type CollectRecord = z.infer<typeof collect>;
export type CollectPage = z.infer<typeof collectPage>;
export type FollowRecord = z.infer<typeof follow>;
export type FollowPage = z.infer<typeof followPage>;
export type HistoryRecord = z.infer<typeof reading>;
export type HistoryPage = z.infer<typeof historyPage>;
