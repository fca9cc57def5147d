import { z } from 'zod';
import { oneOf, picture } from '#kernel/http/bodies.ts';
import { choice, id, optionalText, paging } from '#kernel/http/inputs.ts';
import { pageOf } from '#kernel/http/paging.ts';
import { cleanText, isBlank } from '#shared/clean-text.ts';
import { isId } from '#shared/ids.ts';

const text = (label: string, min: number, max: number) =>
  z
    .string({ error: `请填写${label}` })
    .overwrite((given) => cleanText(given).normalize('NFC').trim())
    .refine((given) => min === 0 || !isBlank(given), { error: `请填写${label}` })
    .max(max, { error: `${label}过长，最多 ${max} 个字` })
    .meta({ title: label });

export const authorRecord = z.object({
  id: z.string(),
  name: z.string(),
  title: z.string(),
  bio: z.string(),
  avatar: z.string().nullable(),
  /** The member who writes under this name, if any. */
  member: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Published posts of all kinds. */
  posts: z.number().int(),
  followers: z.number().int(),
  createdAt: z.string(),
  sharePercent: z.number().int().nullable(),
  /**
   * The registration number that the author states, the institution, and the decision of staff; `none` if nothing is
   * stated.
   */
  qualification: z.string(),
  institution: z.string(),
  qualificationState: z.enum(['none', 'waiting', 'verified', 'refused']),
  qualificationNote: z.string(),
});
export const authorList = pageOf(authorRecord);
export const authorListQuery = z.object({
  name: optionalText('姓名', 50),
  qualification: choice('执业资格', ['all', 'waiting'], 'all'),
  ...paging,
});

const fields = {
  name: text('姓名', 1, 50),
  title: text('头衔', 0, 50),
  bio: text('简介', 0, 500),
  avatar: picture('头像').nullable(),
  memberId: z
    .string({ error: '会员编号不正确，应为数字编号' })
    .refine(isId, { error: '会员编号不正确，应为数字编号' })
    .nullable()
    .meta({ title: '会员编号' }),
  /**
   * The author's part of a sale in percent; null for the site's rule. Optional, because back offices opened before it
   * existed omit it.
   */
  sharePercent: z
    .number({ error: '分成应为 0 到 100 的整数' })
    .int({ error: '分成应为 0 到 100 的整数' })
    .min(0, { error: '分成应为 0 到 100 的整数' })
    .max(100, { error: '分成应为 0 到 100 的整数' })
    .nullable()
    .default(null)
    .meta({ title: '分成' }),
};
export const authorInput = z.object(fields);
export const authorChange = z.object({ id: id('作者编号'), ...fields });
export const qualificationDecision = z
  .object({
    id: id('作者编号'),
    /** The number that staff checked. */
    qualification: text('执业编号', 1, 50),
    decision: oneOf('处理结果', ['verified', 'refused']),
    note: text('说明', 0, 300).prefault(''),
  })
  .refine(({ decision, note }) => decision === 'verified' || note !== '', {
    error: '请写明不能核实的原因，作者会看到',
    path: ['note'],
  });
export const authorId = z.object({ id: id('作者编号') });
export const mergeInput = z.object({
  id: id('作者编号'),
  into: id('并入的作者编号'),
});

export type AuthorRecord = z.infer<typeof authorRecord>;
export type AuthorFields = z.output<typeof authorInput>;
