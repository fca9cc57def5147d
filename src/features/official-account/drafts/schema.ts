import { z } from 'zod';
import { fields, flag, idOf, requiredText, text } from '#kernel/http/bodies.ts';
import { id } from '#kernel/http/inputs.ts';

/** Limits of WeChat's interface for drafts, in characters. */
export const maxTitle = 32;
export const maxAuthor = 16;
export const maxDigest = 128;

export const postQuery = z.object({ id: id('稿件编号') });

export const createDraftInput = fields({
  postId: idOf('稿件编号'),
  title: requiredText('公众号标题', maxTitle),
  author: text('公众号作者', maxAuthor),
  digest: text('公众号摘要', maxDigest),
  /** Whether a second draft of a version that was sent before is wanted. */
  isRepeat: flag('再发一份').default(false),
});

const draftStates = ['waiting', 'uploading', 'sending', 'done', 'failed', 'unknown'] as const;

const wechatDraft = z.object({
  id: z.string(),
  version: z.number().int(),
  title: z.string(),
  author: z.string(),
  digest: z.string(),
  state: z.enum(draftStates),
  /** How many pictures it has, with cover and QR code, and how many of them are at WeChat. */
  pictures: z.number().int(),
  uploaded: z.number().int(),
  /** Names of the pictures that could not be sent. */
  missing: z.array(z.string()),
  mediaId: z.string().nullable(),
  /** Why it failed, or waits. */
  fault: z.string(),
  /** Whether the account lacks the right to make drafts. */
  isWithoutRight: z.boolean(),
  requestedBy: z.string(),
  requestedAt: z.string(),
  endedAt: z.string().nullable(),
  /** When it is tried again, after a fault. */
  retryAt: z.string().nullable(),
});
export type WechatDraft = z.infer<typeof wechatDraft>;

export const draftOverview = z.object({
  /** The name of the account in WeChat; null if none is configured. */
  account: z.string().nullable(),
  /** What is missing before drafts can be sent; empty: nothing. */
  obstacle: z.string(),
  version: z.number().int(),
  /** Whether the published version has a draft already, or may have one. */
  isSent: z.boolean(),
  /** Whether only the part before the wall is sent. */
  isCut: z.boolean(),
  hasCover: z.boolean(),
  /** The title of the post. `suggested` fits into WeChat's limits. */
  title: z.string(),
  suggested: z.object({ title: z.string(), author: z.string(), digest: z.string() }),
  drafts: z.array(wechatDraft),
});
export type DraftOverview = z.infer<typeof draftOverview>;

export const wechatCopy = z.object({
  html: z.string(),
  text: z.string(),
  /** How many pictures the text has. */
  pictures: z.number().int(),
  isCut: z.boolean(),
});
