import { z } from 'zod';
import { choice, id } from '#kernel/http/inputs.ts';
import { parseMoment } from '#shared/dates.ts';

const kinds = ['agreement', 'privacy'] as const;
const kindError = `文本类型（kind）不正确，可用：${kinds.join('、')}`;
const timeError = '生效时间（effectiveAt）不正确，应为 2026-11-20T08:00:00+08:00';

const content = {
  title: z
    .string({ error: '标题（title）应为文字' })
    .trim()
    .min(1, { error: '请填写标题（title）' })
    .max(60, { error: '标题（title）过长，最多 60 个字' }),
  /** Rich text, sanitised on the way in. */
  body: z
    .string({ error: '正文（body）应为文字' })
    .max(200_000, { error: '正文（body）过长，最多 20 万个字符' }),
  /** When it comes into force; without it at once. */
  effectiveAt: z
    .string({ error: timeError })
    .transform((text, check): Date => {
      const moment = parseMoment(text);
      if (moment) return moment.first;
      check.addIssue({ code: 'custom', message: timeError });
      return z.NEVER;
    })
    .nullish(),
};

export const versionsQuery = z.object({ kind: choice('kind', '文本类型', kinds, 'agreement') });
export const versionQuery = z.object({ id: id('id', '版本编号') });
export const createVersion = z.object({ kind: z.enum(kinds, { error: kindError }), ...content });
export const saveVersion = z.object({ id: id('id', '版本编号'), ...content });
export const deleteInput = z.object({ id: id('id', '版本编号') });

export const versionRecord = z.object({
  id: z.string(),
  kind: z.enum(kinds),
  /** The day it was written for, `2026-11-21`, with a number behind it from the second of a day on. */
  version: z.string(),
  title: z.string(),
  effectiveAt: z.string(),
  createdBy: z.string().nullable(),
  /** Only what is still to come can be changed: people have agreed to the others. */
  state: z.enum(['coming', 'inForce', 'past']),
});

export const versionDetail = versionRecord
  .omit({ createdBy: true, state: true })
  .extend({ body: z.string() });

export type AgreementVersion = z.infer<typeof versionRecord>;
export type AgreementDetail = z.infer<typeof versionDetail>;
