import { z } from 'zod';
import { fields, idOf, requiredText } from '#kernel/http/bodies.ts';
import { cleanText } from '#shared/clean-text.ts';

const maxFilters = 12;

export const list = z
  .string({ error: '请提供列表' })
  .regex(/^[a-z-]{1,40}$/, { error: '列表不正确，应为小写字母和连字符' })
  .meta({ title: '列表', examples: ['posts'] });
/** The filters of a list as the parameters of its address. The list itself drops unknown parameters. */
const viewFilters = z
  .record(
    z.string().regex(/^[A-Za-z]{1,40}$/),
    z
      .string({ error: '筛选条件应为文字' })
      .max(100, { error: '筛选条件过长，最多 100 个字' })
      .transform(cleanText),
    {
      error: ({ code }) => (code === 'invalid_key' ? '筛选条件的名称不正确' : '请提供筛选条件'),
    },
  )
  .refine((filters) => Object.keys(filters).length <= maxFilters, {
    error: `筛选条件最多 ${maxFilters} 个`,
  })
  .meta({ title: '筛选条件' });
export const savedView = z.object({ id: z.string(), name: z.string(), filters: viewFilters });
export const saveViewInput = fields({
  list,
  /** The view to change; without it a new one is created. */
  id: idOf('视图编号').optional(),
  name: requiredText('视图名称', 30).overwrite((name) => name.replace(/\s+/g, ' ')),
  filters: viewFilters,
});
