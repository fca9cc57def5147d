import { z } from 'zod';
import { id, optionalId } from '#kernel/http/inputs.ts';
import { parseMoment } from '#shared/dates.ts';
import { isId } from '#shared/ids.ts';

const object = { error: '请求内容应为 JSON 对象' };
/** Without a column: the home page. */
export const placeQuery = z.object({ columnId: optionalId('columnId', '栏目编号') });

const columnId = z
  .string({ error: '栏目（columnId）应为栏目编号，或空为首页' })
  .refine(isId, { error: '栏目（columnId）不正确，应为数字编号' })
  .nullable();
const moment = (name: string, label: string, side: 'first' | 'last') =>
  z.string({ error: `${label}（${name}）应为文字` }).transform((value, check) => {
    const found = parseMoment(value);
    if (found) return found[side];
    check.addIssue({
      code: 'custom',
      message: `${label}（${name}）不正确，应为 2026-11-20 或 2026-11-20T08:00:00+08:00`,
    });
    return z.NEVER;
  });
const startsAt = moment('startsAt', '开始时间', 'first');
const endsAt = moment('endsAt', '结束时间', 'last').nullable();
const order = { error: '结束时间（endsAt）应晚于开始时间（startsAt）' };

export const addInput = z
  .object(
    {
      columnId,
      postId: id('postId', '稿件编号'),
      startsAt: startsAt.optional(),
      endsAt: endsAt.default(null),
    },
    object,
  )
  .refine((pin) => !pin.startsAt || !pin.endsAt || pin.endsAt > pin.startsAt, order);
export const saveInput = z
  .object({ id: id('id', '置顶编号'), startsAt, endsAt }, object)
  .refine((pin) => pin.endsAt === null || pin.endsAt > pin.startsAt, order);
const listError = { error: '次序（ids）应为置顶编号的列表' };
export const arrangeInput = z.object(
  { columnId, ids: z.array(z.string().refine(isId, listError), listError).max(100, listError) },
  object,
);
export const idInput = z.object({ id: id('id', '置顶编号') }, object);

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
