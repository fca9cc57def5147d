import { z } from 'zod';
import { oneOf, picture } from '#kernel/http/bodies.ts';
import { choice, id, optionalText, paging } from '#kernel/http/inputs.ts';
import { pageOf } from '#kernel/http/paging.ts';
import { cleanText, isBlank } from '#shared/clean-text.ts';
import { isId } from '#shared/ids.ts';

const text = (name: string, label: string, least: number, most: number) =>
  z
    .string({ error: `请填写${label}（${name}）` })
    .transform((given) => cleanText(given).normalize('NFC').trim())
    .pipe(
      z
        .string()
        .refine((given) => least === 0 || !isBlank(given), { error: `请填写${label}（${name}）` })
        .max(most, { error: `${label}（${name}）过长，最多 ${most} 个字` }),
    );

export const authorRecord = z.object({
  id: z.string(),
  name: z.string(),
  title: z.string(),
  bio: z.string(),
  avatar: z.string().nullable(),
  /** Who writes under this name, if that is a member. */
  member: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Published pieces of all kinds. */
  posts: z.number().int(),
  followers: z.number().int(),
  createdAt: z.string(),
  /** The number of registration they say they have, with whom, and what staff found; `none` where they say nothing. */
  qualification: z.string(),
  institution: z.string(),
  qualificationState: z.enum(['none', 'waiting', 'verified', 'refused']),
  qualificationNote: z.string(),
});
export const authorList = pageOf(authorRecord);
export const authorListQuery = z.object({
  name: optionalText('name', '姓名', 50),
  qualification: choice('qualification', '执业资格', ['all', 'waiting'], 'all'),
  ...paging,
});

const fields = {
  name: text('name', '姓名', 1, 50),
  title: text('title', '头衔', 0, 50),
  bio: text('bio', '简介', 0, 500),
  avatar: picture('avatar', '头像').nullable(),
  memberId: z
    .string({ error: '会员编号（memberId）不正确，应为数字编号' })
    .refine(isId, { error: '会员编号（memberId）不正确，应为数字编号' })
    .nullable(),
};
export const authorInput = z.object(fields);
export const authorChange = z.object({ id: id('id', '作者编号'), ...fields });
export const qualificationDecision = z
  .object({
    id: id('id', '作者编号'),
    /** The number that was looked at. */
    qualification: text('qualification', '执业编号', 1, 50),
    decision: oneOf('decision', '处理结果', ['verified', 'refused']),
    note: text('note', '说明', 0, 300).prefault(''),
  })
  .refine(({ decision, note }) => decision === 'verified' || note !== '', {
    error: '请写明不能核实的原因（note），作者会看到',
  });
export const authorId = z.object({ id: id('id', '作者编号') });
export const authorMerging = z.object({
  id: id('id', '作者编号'),
  into: id('into', '并入的作者编号'),
});

export type AuthorRecord = z.infer<typeof authorRecord>;
export type AuthorFields = z.input<typeof authorInput>;
