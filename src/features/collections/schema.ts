import { z } from 'zod';
import { record as recordSchema } from '#features/posts/schema.ts';
import { fields, idOf, whole } from '#kernel/http/bodies.ts';
import { id, optionalText, paging } from '#kernel/http/inputs.ts';
import { pageOf } from '#kernel/http/paging.ts';

export const articleQuery = z.object({ articleId: id('文章编号') });
export const newsQuery = z.object({ newsId: id('资讯编号') });
export const authorQuery = z.object({ authorId: id('作者编号') });
/** The id of a record, as the add calls return it (docs/product.md §7). */
export const collectQuery = z.object({ id: id('收藏编号') });
export const postQuery = z.object({ id: id('内容编号') });

export const added = z.object({ id: z.string() });
export const done = z.boolean();

/** A collected post. A withdrawn one stays in the list with its title only. */
const collect = z.object({
  id: z.string(),
  /** ISO 8601. */
  collectedAt: z.string(),
  record: recordSchema.nullable(),
  title: z.string(),
  isWithdrawn: z.boolean(),
});
export const collectsQuery = z.object({ keyword: optionalText('关键词', 100), ...paging });
export const collectPage = pageOf(collect);

/** A followed author with up to three of their newest posts. */
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

/** A post this member opened, and when last. Posts that are no longer published are omitted. */
const reading = z.object({ readAt: z.string(), record: recordSchema });
export const historyPage = pageOf(reading);

/**
 * How far the caller has read: characters of text above the line they read last, without white space; 0 at the start
 * and after the end.
 */
export const position = z.object({ position: z.number().int() });
export const positionInput = fields({
  id: idOf('内容编号'),
  position: whole('阅读位置', 0, 10_000_000),
});

/** Favourites have two shelves (docs/product.md §2): news, and articles including references. */
export type CollectKind = 'article' | 'news';
export type CollectRecord = z.infer<typeof collect>;
export type CollectPage = z.infer<typeof collectPage>;
export type FollowRecord = z.infer<typeof follow>;
export type FollowPage = z.infer<typeof followPage>;
export type HistoryRecord = z.infer<typeof reading>;
export type HistoryPage = z.infer<typeof historyPage>;
