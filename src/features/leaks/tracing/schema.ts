import { z } from 'zod';

/** Some forty thousand Han characters with their watermarks; a part of a longer text is as conclusive. */
const maxTextLength = 200_000;

export const traceInput = z.object({
  text: z
    .string({ error: '文字应为文字' })
    .max(maxTextLength, { error: '文字过长，最多 20 万个字符（看不见的也算），粘贴其中一段就够' })
    .refine((text) => text.trim() !== '', { error: '请粘贴外泄的文字' })
    .meta({ title: '文字' }),
});

export const numberInput = z.object({
  number: z
    .string({ error: '编号应为文字' })
    .trim()
    .min(1, { error: '请填写编号' })
    .max(40, { error: '编号过长，应如 7K2M-Q9XD-4HTV' })
    .meta({ title: '编号' }),
});

export const fileInput = z.object({
  file: z
    .string({ error: '附件应为文字' })
    .trim()
    .min(1, { error: '请填写稿件编号或附件的链接' })
    .max(2000, { error: '附件的链接过长' })
    .meta({ title: '附件' }),
});

const reader = z.object({ id: z.string(), name: z.string(), isDeleted: z.boolean() });

/** A copy that a text comes from: its reader, its post, and the Shanghai day on which it was served. */
const copy = z.object({
  reader,
  /** Null if the post no longer exists. */
  post: z.object({ id: z.string(), title: z.string() }).nullable(),
  day: z.string(),
  /** Intact watermarks, and repaired ones. */
  whole: z.number().int(),
  mended: z.number().int(),
  /** How much of the text is in the post, in percent; null if the text is too short to compare. */
  overlap: z.number().int().nullable(),
  confidence: z.enum(['certain', 'probable', 'doubtful']),
});

export const traceAnswer = z.object({
  /** `damaged`: the text has watermarks, but they are too damaged to read, or invented. */
  outcome: z.enum(['found', 'damaged', 'none']),
  copies: z.array(copy),
  /** Unreadable watermarks. */
  unread: z.number().int(),
});

export const tracingStatus = z.object({ isTracing: z.boolean() });

/** Null for a number that was never issued. */
export const numberAnswer = z.object({ reader: reader.nullable() });

/** The downloads of an attachment by Shanghai day; the newest 200. */
export const downloadsAnswer = z.object({
  downloads: z.array(
    z.object({
      reader,
      /** Null if the post no longer exists. */
      post: z.object({ id: z.string(), title: z.string() }).nullable(),
      file: z.string(),
      day: z.string(),
    }),
  ),
  hasMore: z.boolean(),
});

export type TraceAnswer = z.infer<typeof traceAnswer>;
export type NumberAnswer = z.infer<typeof numberAnswer>;
export type DownloadsAnswer = z.infer<typeof downloadsAnswer>;
