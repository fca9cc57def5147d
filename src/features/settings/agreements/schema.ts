import { z } from 'zod';
import { number as versionNumber } from '#features/documents/schema.ts';
import { fields, flag, idOf, text, whole } from '#kernel/http/bodies.ts';
import { choice, id } from '#kernel/http/inputs.ts';
import { parseMoment } from '#shared/dates.ts';

const kinds = ['agreement', 'privacy'] as const;
const kindError = '文本类型不正确';
const timeError = '生效时间不正确，应为 2026-11-20T08:00:00+08:00';

const content = {
  title: z
    .string({ error: '标题应为文字' })
    .trim()
    .min(1, { error: '请填写标题' })
    .max(60, { error: '标题过长，最多 60 个字' })
    .meta({ title: '标题' }),
  /** Rich text; sanitised before it is saved. */
  body: z
    .string({ error: '正文应为文字' })
    .max(200_000, { error: '正文过长，最多 20 万个字符' })
    .meta({ title: '正文' }),
  /** When the version comes into force; at once if absent. */
  effectiveAt: z
    .string({ error: timeError })
    .transform((text, check): Date => {
      const moment = parseMoment(text);
      if (moment) return moment.first;
      const message = text === '' ? '请选择生效时间' : timeError;
      check.addIssue({ code: 'custom', message });
      return z.NEVER;
    })
    .nullish()
    .meta({ title: '生效时间' }),
};

export const versionsQuery = z.object({ kind: choice('文本类型', kinds, 'agreement') });
export const versionQuery = z.object({ id: id('版本编号') });
export const createVersion = z.object({
  kind: z.enum(kinds, { error: kindError }).meta({ title: '文本类型' }),
  ...content,
});
export const saveVersion = z.object({ id: id('版本编号'), ...content });
export const deleteInput = z.object({ id: id('版本编号') });

const kind = z.enum(kinds, { error: kindError }).meta({ title: '文本类型' });
const number = (label: string) => whole(label, 0, 2_147_483_647);
/** What is written. A draft may be incomplete; the rules apply when it becomes a version. */
export const draftContent = fields({
  title: text('标题', 60),
  html: z
    .string({ error: '正文应为文字' })
    .max(200_000, { error: '正文过长，最多 20 万个字符' })
    .meta({ title: '正文' }),
}).meta({ title: '草稿' });
export const draftQuery = z.object({ kind: choice('文本类型', kinds, 'agreement') });
export const draftVersionQuery = draftQuery.extend({ number: versionNumber });
export const saveDraft = fields({
  kind,
  /** The version being edited; if the newest differs, another member saved meanwhile. */
  base: number('版本号'),
  content: draftContent,
  isAutosave: flag('自动保存').optional(),
});
export const restoreDraft = fields({ kind, base: number('版本号'), number: number('版本号') });
export const draftFrom = fields({ id: idOf('版本编号') });

/** The draft of a text as the editor opens it; before the first save, the version in force as version 0. */
export const draft = z.object({
  id: z.enum(kinds),
  version: z.number().int(),
  content: draftContent,
});
export { saved as draftSaved, versionRecord as draftRecord } from '#features/documents/schema.ts';

export const versionRecord = z.object({
  id: z.string(),
  kind: z.enum(kinds),
  /** The effective day it was created with, `2026-11-21`, with a number suffix for further versions of that day. */
  version: z.string(),
  title: z.string(),
  effectiveAt: z.string(),
  createdBy: z.string().nullable(),
  /** Only an upcoming version can be changed, since people have agreed to the others. */
  state: z.enum(['coming', 'inForce', 'past']),
});

export const versionDetail = versionRecord
  .omit({ createdBy: true, state: true })
  .extend({ body: z.string() });

export type AgreementDraft = z.infer<typeof draft>;
export type DraftContent = AgreementDraft['content'];
export type AgreementVersion = z.infer<typeof versionRecord>;
export type AgreementDetail = z.infer<typeof versionDetail>;
