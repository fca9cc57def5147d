import { z } from 'zod';
import { id } from '#kernel/http/inputs.ts';
import { cleanText } from '#shared/clean-text.ts';
import { isId } from '#shared/ids.ts';

/** What the list of pieces is narrowed to. */
export const viewFilters = z.object(
  {
    state: z.enum(['all', 'draft', 'scheduled', 'published', 'withdrawn'], {
      error: '状态（state）不正确',
    }),
    columnId: z
      .string({ error: '栏目编号（columnId）应为文字' })
      .refine(isId, { error: '栏目编号（columnId）不正确，应为数字编号' })
      .optional(),
    keyword: z
      .string({ error: '关键词（keyword）应为文字' })
      .max(100, { error: '关键词（keyword）过长，最多 100 个字' })
      .transform(cleanText)
      .optional(),
  },
  { error: '请提供筛选条件（filters）' },
);

/** A view of the list under a name, seen by who saved it alone. */
export const savedView = z.object({ id: z.string(), name: z.string(), filters: viewFilters });

export const saveViewInput = z.object(
  {
    /** The view that is changed; without it a new one is made. */
    id: id('id', '视图编号').optional(),
    name: z
      .string({ error: '请提供视图名称（name）' })
      .transform((text) => cleanText(text).replace(/\s+/g, ' ').trim())
      .pipe(
        z
          .string()
          .min(1, { error: '视图名称（name）不能为空' })
          .max(30, { error: '视图名称（name）过长，最多 30 个字' }),
      ),
    filters: viewFilters,
  },
  { error: '请求内容应为 JSON 对象' },
);

export const deleteViewInput = z.object({ id: id('id', '视图编号') }, { error: '请求内容应为 JSON 对象' });

export type SavedView = z.infer<typeof savedView>;
