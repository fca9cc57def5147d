import { z } from 'zod';
import { fields } from '#kernel/http/bodies.ts';
import { id, optionalText, paging } from '#kernel/http/inputs.ts';
import { pageOf } from '#kernel/http/paging.ts';
import { cleanText } from '#shared/clean-text.ts';

export const levels = ['block', 'review', 'warn'] as const;
const levelError = '级别（level）不正确，可用：block（禁止）、review（送审）、warn（提醒）';
export const level = z.enum(levels, { error: levelError });

const word = z
  .string({ error: '请填写敏感词（word）' })
  .transform(cleanText)
  .pipe(z.string().max(50, { error: '敏感词（word）过长，最多 50 个字' }));
const category = z
  .string({ error: '分类（category）应为文字' })
  .transform((text) => cleanText(text).trim())
  .pipe(z.string().max(20, { error: '分类（category）过长，最多 20 个字' }));

export const wordsQuery = z.object({
  prefix: optionalText('prefix', '开头', 50),
  level: z.enum(levels, { error: levelError }).optional(),
  category: optionalText('category', '分类', 20),
  ...paging,
});

export const wordRecord = z.object({
  id: z.string(),
  /** In normal form: NFKC, lower case, without spaces, as texts are compared. */
  word: z.string(),
  level,
  category: z.string(),
  createdAt: z.string(),
});
export const wordsPage = pageOf(wordRecord);
/** Categories in use, with how many words each has. */
export const categories = z.array(z.object({ category: z.string(), words: z.number().int() }));

export const addInput = fields({ word, level, category: category.default('') });
export const saveInput = fields({ id: id('id', '敏感词编号'), level, category: category.default('') });
export const deleteInput = fields({
  ids: z
    .array(id('ids', '敏感词编号'), { error: '请选择要删除的敏感词（ids）' })
    .min(1, { error: '请选择要删除的敏感词（ids）' })
    .max(100, { error: '一次最多删除 100 个敏感词（ids）' }),
});
/** What lines count as that say nothing of their own. */
export const importInput = z.object({ level: level.default('review'), category: category.default('') });
export const importReport = z.object({
  added: z.number().int(),
  /** Listed already with another level or category, which is now what the file says. */
  changed: z.number().int(),
  unchanged: z.number().int(),
  failed: z.number().int(),
  /** The first hundred faults. */
  faults: z.array(z.object({ line: z.number().int(), message: z.string() })),
});

export const hit = z.object({
  word: z.string(),
  level,
  category: z.string(),
  field: z.string(),
  label: z.string(),
  /** The word as it is written there. */
  found: z.string(),
  excerpt: z.string(),
});
export const tryInput = fields({
  text: z
    .string({ error: '请粘贴要检查的文字（text）' })
    .max(200_000, { error: '文字（text）过长，最多 20 万个字' }),
});

export type WordRecord = z.infer<typeof wordRecord>;
export type WordHit = z.infer<typeof hit>;
export type WordImport = z.infer<typeof importReport>;
