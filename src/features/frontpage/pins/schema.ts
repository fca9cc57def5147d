import { z } from 'zod';
import { fields, moment } from '#kernel/http/bodies.ts';
import { id, optionalId } from '#kernel/http/inputs.ts';
import { isId } from '#shared/ids.ts';

/** The home page if there is no column. */
export const scopeQuery = z.object({ columnId: optionalId('栏目编号') });

const columnId = z
  .string({ error: '栏目应为栏目编号，或空为首页' })
  .refine(isId, { error: '栏目不正确，应为数字编号' })
  .nullable()
  .meta({ title: '栏目' });
const startsAt = moment('开始时间', 'first');
const endsAt = moment('结束时间', 'last').nullable();
const periodError = { error: '结束时间应晚于开始时间', path: ['endsAt'] };

export const addInput = fields({
  columnId,
  postId: id('稿件编号'),
  startsAt: startsAt.optional(),
  endsAt: endsAt.default(null),
}).refine((pin) => !pin.startsAt || !pin.endsAt || pin.endsAt > pin.startsAt, periodError);
export const saveInput = fields({ id: id('置顶编号'), startsAt, endsAt }).refine(
  (pin) => pin.endsAt === null || pin.endsAt > pin.startsAt,
  periodError,
);
const listError = { error: '次序应为置顶编号的列表' };
export const arrangeInput = fields({
  columnId,
  ids: z.array(z.string().refine(isId, listError), listError).max(100, listError).meta({ title: '次序' }),
});
export const idInput = fields({ id: id('置顶编号') });

/** A pin in the back office; `state` is why readers do or do not see it. */
export const adminPin = z.object({
  id: z.string(),
  postId: z.string(),
  title: z.string(),
  columnName: z.string(),
  startsAt: z.string(),
  endsAt: z.string().nullable(),
  state: z.enum(['running', 'waiting', 'ended', 'hidden']),
});
export const created = z.object({ id: z.string() });

export type AdminPin = z.infer<typeof adminPin>;
