import { z } from 'zod';

/** Some forty thousand Han with their marks; a part of that says as much. */
const longestText = 200_000;

export const traceInput = z.object({
  text: z
    .string({ error: '文字（text）应为文字' })
    .max(longestText, { error: '文字（text）过长，最多 20 万个字符（看不见的也算），粘贴其中一段就够' })
    .refine((text) => text.trim() !== '', { error: '请粘贴外泄的文字（text）' }),
});

export const numberInput = z.object({
  number: z
    .string({ error: '编号（number）应为文字' })
    .trim()
    .min(1, { error: '请填写编号（number）' })
    .max(40, { error: '编号（number）过长，应如 7K2M-Q9XD-4HTV' }),
});

export const fileInput = z.object({
  file: z
    .string({ error: '附件（file）应为文字' })
    .trim()
    .min(1, { error: '请填写稿件编号或附件的链接（file）' })
    .max(2000, { error: '附件的链接（file）过长' }),
});

const reader = z.object({ id: z.string(), name: z.string(), isDeleted: z.boolean() });

/** A copy that a text comes from: whose, of which piece, answered on which Shanghai day. */
const copy = z.object({
  reader,
  /** Null when the piece is gone. */
  post: z.object({ id: z.string(), title: z.string() }).nullable(),
  day: z.string(),
  /** Marks that were whole, and marks that had to be mended. */
  whole: z.number().int(),
  mended: z.number().int(),
  /** How much of the text stands in the piece, in percent; null where there is too little to compare. */
  overlap: z.number().int().nullable(),
  confidence: z.enum(['certain', 'probable', 'doubtful']),
});

export const traceAnswer = z.object({
  /** `damaged`: there were marks once, and nothing is to be read from what is left of them, or somebody invented them. */
  outcome: z.enum(['found', 'damaged', 'none']),
  copies: z.array(copy),
  /** Marks nothing was to be read from. */
  unread: z.number().int(),
});

export const standing = z.object({ isTracing: z.boolean() });

/** Null for a number that nobody was given. */
export const numberAnswer = z.object({ reader: reader.nullable() });

/** Who fetched an attachment, on which Shanghai day; the newest 200. */
export const downloadsAnswer = z.object({
  downloads: z.array(
    z.object({
      reader,
      /** Null when the piece is gone. */
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
