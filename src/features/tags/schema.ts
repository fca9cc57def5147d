import { z } from 'zod';
import { record as postRecord } from '#features/posts/schema.ts';
import { fields, idOf, idsToDelete, requiredText, text } from '#kernel/http/bodies.ts';
import { choice, id, optionalText, paging } from '#kernel/http/inputs.ts';
import { pageOf } from '#kernel/http/paging.ts';
import { maxTagLength } from '#shared/site-paths.ts';

export const tagSorts = ['name', '-name', 'posts', '-posts'] as const;

export const tagsQuery = z.object({
  keyword: optionalText('关键词', maxTagLength),
  sort: choice('排序', tagSorts, '-posts'),
  size: paging.size,
  /** `<posts>-<id>` of a list by posts, the last name of a list by name. */
  cursor: optionalText('游标', 100),
});

export const tagRecord = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  /** Number of published posts, at most a second old. */
  posts: z.number().int(),
});

/** A rename, merge or deletion that the worker has not finished, or that failed within a day. */
export const tagChange = z.object({
  id: z.string(),
  kind: z.enum(['rename', 'merge', 'delete']),
  names: z.array(z.string()),
  /** Empty for a deletion. */
  target: z.string(),
  state: z.enum(['queued', 'running', 'failed']),
  done: z.number().int(),
  total: z.number().int(),
});

export const tagsPage = z.object({
  records: z.array(tagRecord),
  total: z.number().int(),
  cursor: z.string().nullable(),
  changes: z.array(tagChange),
});

export const detailQuery = z.object({ id: id('标签编号') });
export const tagDetail = tagRecord.extend({
  /** Names that lead to it: posts that are saved under them get this tag. */
  formerNames: z.array(z.string()),
});

const newName = requiredText('标签名', 30)
  .refine((name) => !/[,，;；|\n]/.test(name), { error: '标签名不能有逗号、分号和竖线' })
  .refine((name) => !/^\.{1,2}$/.test(name), { error: '标签名不能只有点' });

export const renameInput = fields({ id: idOf('标签编号'), name: newName });
export const describeInput = fields({ id: idOf('标签编号'), description: text('介绍', 300) });
export const mergeInput = fields({
  ids: z
    .array(idOf('标签编号'), { error: '请选择要合并的标签' })
    .min(1, { error: '请选择要合并的标签' })
    .max(100, { error: '一次最多合并 100 个标签' })
    .meta({ title: '标签' }),
  intoId: idOf('合并到的标签'),
});
export const deleteInput = fields({ ids: idsToDelete('标签') });
export const freeNameInput = fields({ name: requiredText('旧名', maxTagLength) });
export const queued = z.object({ posts: z.number().int() });

const name = z
  .string({ error: ({ input }) => (input === undefined ? '请提供标签' : '标签只能填一个') })
  .max(maxTagLength, { error: `标签过长，最多 ${maxTagLength} 个字` })
  .meta({ title: '标签' });
export const nameQuery = z.object({ name });
/** `name` differs from the one asked for if the tag was renamed or merged. */
export const publicTag = z.object({ name: z.string(), description: z.string() });
export const tagPostsQuery = z.object({ name, ...paging });
export const tagPostsPage = pageOf(postRecord);

export type TagRecord = z.infer<typeof tagRecord>;
export type TagDetail = z.infer<typeof tagDetail>;
export type TagChange = z.infer<typeof tagChange>;
export type PublicTag = z.infer<typeof publicTag>;
