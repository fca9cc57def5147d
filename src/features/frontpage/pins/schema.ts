import { z } from 'zod';
import { fields, moment } from '#kernel/http/bodies.ts';
import { id, optionalId } from '#kernel/http/inputs.ts';
import { isId } from '#shared/ids.ts';

/** Without a column: the home page. */
export const placeQuery = z.object({ columnId: optionalId('columnId', '栏目编号') });

const columnId = z
  .string({ error: '栏目（columnId）应为栏目编号，或空为首页' })
  .refine(isId, { error: '栏目（columnId）不正确，应为数字编号' })
  .nullable();
const startsAt = moment('startsAt', '开始时间', 'first');
const endsAt = moment('endsAt', '结束时间', 'last').nullable();
const order = { error: '结束时间（endsAt）应晚于开始时间（startsAt）' };

export const addInput = fields({
  columnId,
  postId: id('postId', '稿件编号'),
  startsAt: startsAt.optional(),
  endsAt: endsAt.default(null),
}).refine((pin) => !pin.startsAt || !pin.endsAt || pin.endsAt > pin.startsAt, order);
export const saveInput = fields({ id: id('id', '置顶编号'), startsAt, endsAt }).refine(
  (pin) => pin.endsAt === null || pin.endsAt > pin.startsAt,
  order,
);
const listError = { error: '次序（ids）应为置顶编号的列表' };
export const arrangeInput = fields({
  columnId,
  ids: z.array(z.string().refine(isId, listError), listError).max(100, listError),
});
export const idInput = fields({ id: id('id', '置顶编号') });

/** A pin as the desk sees it; `state` is why readers do or do not see it. */
export const deskPin = z.object({
  id: z.string(),
  postId: z.string(),
  title: z.string(),
  columnName: z.string(),
  startsAt: z.string(),
  endsAt: z.string().nullable(),
  state: z.enum(['running', 'waiting', 'ended', 'hidden']),
});
export const made = z.object({ id: z.string() });

export type DeskPin = z.infer<typeof deskPin>;
