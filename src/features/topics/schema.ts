import { z } from 'zod';
import { record as postRecord } from '#features/posts/schema.ts';
import { fields, flag, idOf, ownPicture, requiredText, text, whole } from '#kernel/http/bodies.ts';
import { id, paging } from '#kernel/http/inputs.ts';
import { pageOf } from '#kernel/http/paging.ts';
import { slugPattern } from '#shared/own-page.ts';
import { maxTopicPosts } from '#shared/topic.ts';

const title = requiredText('标题', 60);
const base = whole('版本', 1, 2_147_483_647);
const topicInput = {
  title,
  slug: requiredText('地址', 60).regex(slugPattern, {
    error: '地址只能用小写字母、数字和连字符，如 chip-supply-chain',
  }),
  introduction: text('导语', 1000),
  cover: ownPicture('封面').nullable(),
  isOpen: flag('对读者开放'),
};
export const createInput = fields(topicInput);
export const saveInput = fields({ id: idOf('专题编号'), base, ...topicInput });
export const deleteInput = fields({ id: idOf('专题编号') });
export const arrangeInput = fields({
  id: idOf('专题编号'),
  base,
  postIds: z
    .array(idOf('文章编号'), { error: '文章应为列表' })
    .max(maxTopicPosts, { error: `一个专题最多 ${maxTopicPosts} 篇文章` })
    .refine((ids) => new Set(ids).size === ids.length, { error: '同一篇文章只能放一次' })
    .meta({ title: '文章' }),
});

const count = z.number().int();
/** A topic in the back office; `posts` counts also those that are not published. */
export const adminTopic = z.object({
  id: z.string(),
  version: count,
  title: z.string(),
  slug: z.string(),
  introduction: z.string(),
  cover: z.string().nullable(),
  isOpen: z.boolean(),
  posts: count,
  updatedAt: z.string(),
});
export const adminTopics = z.array(adminTopic);
export const detailQuery = z.object({ id: id('专题编号') });
export const topicPost = z.object({
  id: z.string(),
  title: z.string(),
  columnName: z.string(),
  isPublished: z.boolean(),
});
export const adminTopicDetail = adminTopic.extend({ list: z.array(topicPost) });
export const changed = z.object({ id: z.string(), version: count });

/** A topic as readers see it; `posts` counts the published ones. */
export const topic = z.object({
  slug: z.string(),
  title: z.string(),
  introduction: z.string(),
  cover: z.string().nullable(),
  posts: count,
});
export const topics = z.array(topic);
const slug = z
  .string({ error: ({ input }) => (input === undefined ? '请提供专题的地址' : '专题的地址只能填一个') })
  .max(60, { error: '专题的地址过长，最多 60 个字' })
  .meta({ title: '专题的地址' });
export const slugQuery = z.object({ slug });
export const topicPostsQuery = z.object({ slug, current: paging.current, size: paging.size });
export const topicPosts = pageOf(postRecord);
export const postQuery = z.object({ id: id('内容编号') });
export const topicLinks = z.array(z.object({ slug: z.string(), title: z.string() }));

export type AdminTopic = z.infer<typeof adminTopic>;
export type AdminTopicDetail = z.infer<typeof adminTopicDetail>;
export type TopicPost = z.infer<typeof topicPost>;
export type Topic = z.infer<typeof topic>;
export type TopicLink = z.infer<typeof topicLinks>[number];
