import { z } from 'zod';
import { fields, idsToDelete, requiredText, text } from '#kernel/http/bodies.ts';
import { id, optionalText, paging } from '#kernel/http/inputs.ts';
import { pageOf } from '#kernel/http/paging.ts';

export const levels = ['block', 'review', 'warn'] as const;
const levelError = '级别不正确';
export const level = z.enum(levels, { error: levelError }).meta({ title: '级别' });

const word = requiredText('敏感词', 50);
const category = text('分类', 20);
// Longer than any word or id.
const maxCursorLength = 64;

export const wordsQuery = z.object({
  prefix: optionalText('开头', 50),
  level: z.enum(levels, { error: levelError }).optional().meta({ title: '级别' }),
  category: optionalText('分类', 20),
  ...paging,
  /** The last word of a list by prefix, else the id of the last word. */
  cursor: optionalText('游标', maxCursorLength),
});

export const wordRecord = z.object({
  id: z.string(),
  /** Normalised like the compared texts: NFKC, lower case, without spaces. */
  word: z.string(),
  level,
  category: z.string(),
  createdAt: z.string(),
});
export const wordsPage = pageOf(wordRecord);
/** Categories in use, with their number of words. */
export const categories = z.array(z.object({ category: z.string(), words: z.number().int() }));

export const addInput = fields({ word, level, category });
export const saveInput = fields({ id: id('敏感词编号'), level, category });
export const deleteInput = fields({ ids: idsToDelete('敏感词') });
/** The level and category of lines without their own. */
export const importInput = z.object({ level: level.default('review'), category });

export const hit = z.object({
  word: z.string(),
  level,
  category: z.string(),
  field: z.string(),
  label: z.string(),
  /** The word as spelt in the text. */
  found: z.string(),
  excerpt: z.string(),
});
export const tryInput = fields({
  text: z
    .string({ error: '请粘贴要检查的文字' })
    .max(200_000, { error: '文字过长，最多 20 万个字' })
    .refine((given) => given.trim() !== '', { error: '请粘贴要检查的文字' })
    .meta({ title: '要检查的文字' }),
});

export type WordRecord = z.infer<typeof wordRecord>;
export type WordHit = z.infer<typeof hit>;
