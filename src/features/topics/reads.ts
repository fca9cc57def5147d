import type { z } from 'zod';
import { columnRows } from '#features/columns/index.ts';
import { presentByIds, titleForStaff } from '#features/posts/index.ts';
import { cachedByTag } from '#kernel/cache/cached-by-tag.ts';
import type { Context } from '#kernel/context.ts';
import { notFound } from '#kernel/errors.ts';
import { toPage } from '#kernel/http/paging.ts';
import { toIso } from '#shared/dates.ts';
import { findTopic, listOpenTopics, listTopicPosts, listTopicRows, type TopicRow } from './queries.ts';
import type {
  AdminTopic,
  AdminTopicDetail,
  Topic,
  TopicLink,
  topicPosts,
  topicPostsQuery,
} from './schema.ts';

/** Topics that readers can open: at most 200, of at most 200 posts each. Cached, because every post names its topics. */
const openTopics = cachedByTag(['topics', 'posts'], async ({ db }: Context) => {
  const rows = await listOpenTopics(db);
  const byPost = new Map<string, TopicLink[]>();
  for (const { slug, title, post_ids } of rows)
    for (const id of post_ids) byPost.set(id, [...(byPost.get(id) ?? []), { slug, title }]);
  return { bySlug: new Map(rows.map((row) => [row.slug, row])), byPost };
});

type OpenTopic = Awaited<ReturnType<typeof listOpenTopics>>[number];

const present = ({ slug, title, introduction, cover, post_ids }: OpenTopic): Topic => ({
  slug,
  title,
  introduction,
  cover,
  posts: post_ids.length,
});

/** Lists the topics that readers can open, the last changed first. */
export const readTopics = async (ctx: Context): Promise<Topic[]> =>
  [...(await openTopics(ctx)).bySlug.values()].map(present);

/** Returns a topic that readers can open. @throws notFound */
export async function readTopic(ctx: Context, slug: string): Promise<Topic> {
  return present(await openTopic(ctx, slug));
}

/** Returns a topic that readers can open and the ids of its published posts; null if there is none of this slug. */
export async function findOpenTopic(
  ctx: Context,
  slug: string,
): Promise<{ topic: Topic; postIds: readonly string[] } | null> {
  const topic = (await openTopics(ctx)).bySlug.get(slug);
  return topic ? { topic: present(topic), postIds: topic.post_ids } : null;
}

/** Whether readers can open a topic of this slug. */
export const isOpenTopic = async (ctx: Context, slug: string): Promise<boolean> =>
  (await openTopics(ctx)).bySlug.has(slug);

/** Lists the published posts of a topic in its order. @throws notFound */
export async function readTopicPosts(
  ctx: Context,
  { slug, current, size }: z.output<typeof topicPostsQuery>,
): Promise<z.infer<typeof topicPosts>> {
  const { post_ids } = await openTopic(ctx, slug);
  const records = await presentByIds(ctx, post_ids.slice((current - 1) * size, current * size));
  return toPage(records, { total: post_ids.length }, { current, size }, null);
}

/** Lists the open topics that contain a post. */
export const readTopicsOfPost = async (ctx: Context, postId: string): Promise<TopicLink[]> =>
  (await openTopics(ctx)).byPost.get(postId) ?? [];

async function openTopic(ctx: Context, slug: string): Promise<OpenTopic> {
  const topic = (await openTopics(ctx)).bySlug.get(slug);
  if (!topic) throw notFound('没有这个专题，可能已关闭');
  return topic;
}

/** Lists all topics, the last changed first. */
export const readAdminTopics = async ({ db }: Context): Promise<AdminTopic[]> =>
  (await listTopicRows(db)).map((row) => presentAdmin(row, Number(row.posts)));

/** Returns a topic with its posts, whatever their state. @throws notFound */
export async function readAdminTopic(ctx: Context, id: string): Promise<AdminTopicDetail> {
  const row = await findTopic(ctx.db, id);
  if (!row) throw topicMissing();
  const [posts, columns] = await Promise.all([listTopicPosts(ctx.db, id), columnRows(ctx)]);
  const names = new Map(columns.map((column) => [column.id, column.name]));
  return {
    ...presentAdmin(row, posts.length),
    list: posts.map((post) => ({
      id: post.id,
      title: titleForStaff(ctx.actor, post),
      columnName: names.get(post.column_id) ?? '',
      isPublished: post.state === 'published',
    })),
  };
}

export const topicMissing = () => notFound('没有这个专题，可能已被删除');

const presentAdmin = (row: Omit<TopicRow, 'posts'>, posts: number): AdminTopic => ({
  id: row.id,
  version: row.version,
  title: row.title,
  slug: row.slug,
  introduction: row.introduction,
  cover: row.cover,
  isOpen: row.is_open,
  posts,
  updatedAt: toIso(row.updated_at),
});
