import { z } from 'zod';
import { fields, idOf, oneOf } from '#kernel/http/bodies.ts';
import { choice, id, paging, size } from '#kernel/http/inputs.ts';
import { cursorPageOf } from '#kernel/http/paging.ts';
import { cleanText, isBlank } from '#shared/clean-text.ts';
import { isId } from '#shared/ids.ts';
import { countGraphemes } from '#shared/text/graphemes.ts';

/** Maximum length of a comment in graphemes. */
export const maxCommentLength = 1000;
export const maxNoteLength = 200;
/** Maximum number of mentions per comment; more would be spam. */
export const maxMentions = 5;

export const reportReasons = ['spam', 'abuse', 'illegal', 'securities', 'rumour', 'other'] as const;

const writer = z.object({
  name: z.string(),
  avatar: z.string().nullable(),
  /** The badge of the post's author, of staff, or of the writer of an imported comment, who has no account here. */
  mark: z.enum(['author', 'staff', 'guest']).nullable(),
});

/**
 * A comment. A hidden or deleted one is only a placeholder, present only if answers are below it; its writer still
 * reads a hidden one, with the reason.
 */
export const comment = z.object({
  id: z.string(),
  postId: z.string(),
  /** The root of its thread; null for a root. */
  rootId: z.string().nullable(),
  state: z.enum(['pending', 'visible', 'hidden', 'deleted']),
  writer: writer.nullable(),
  /** The comment replied to; null if that is the root. */
  answers: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Plain text with line feeds. */
  body: z.string(),
  /** Names after an @ in the text that mention a member. */
  mentions: z.array(z.string()),
  /** Where it was written, `广东`, `美国`; empty if unknown. */
  province: z.string(),
  createdAt: z.string(),
  likes: z.number().int(),
  liked: z.boolean(),
  isOwn: z.boolean(),
  /** Why staff hid it; for its writer only. */
  reason: z.string(),
});

/** A root with the number of its answers and the first of them. */
export const thread = comment.extend({
  replies: z.number().int(),
  firstReplies: z.array(comment),
  repliesCursor: z.string().nullable(),
});

/** Whether the caller may comment here, and if not, why and what to do. */
export const standing = z.object({
  mayWrite: z.boolean(),
  reason: z.enum(['login', 'mobile', 'muted', 'closed', 'locked']).nullable(),
  /** The message for the caller, in Chinese. */
  message: z.string(),
  /** Staff review the caller's comments before others see them. */
  isReviewed: z.boolean(),
});

export const commentPage = z.object({
  records: z.array(thread),
  cursor: z.string().nullable(),
  /** All visible comments of the post, answers included. */
  total: z.number().int(),
  /** On the first page: the caller's own comments that others do not see, newest first. */
  own: z.array(comment),
  standing,
});
export const replyPage = cursorPageOf(comment);

const { cursor } = paging;

export const listQuery = z.object({
  postId: id('内容编号'),
  sort: choice('排序', ['newest', 'hottest'], 'newest'),
  cursor,
  size,
});
export const repliesQuery = z.object({ id: id('评论编号'), cursor, size });
export const idQuery = z.object({ id: id('评论编号') });
export const mentionQuery = z.object({
  postId: id('内容编号'),
  prefix: z
    .string({ error: '称呼只能填一个' })
    .max(40, { error: '称呼过长，最多 40 个字' })
    .default('')
    .meta({ title: '称呼' }),
});

/** Members whom a comment here can mention. */
export const mentionable = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    avatar: z.string().nullable(),
    mark: z.enum(['author', 'staff']).nullable(),
  }),
);

const optionalIdOf = (label: string) => idOf(label).nullish();
const mentionError = { error: '提到的人应为会员编号的列表' };

export const addInput = fields({
  postId: idOf('内容编号'),
  /** Any comment of the thread to reply to; absent for a new thread. */
  parentId: optionalIdOf('评论编号'),
  /** The comment replied to, if it is not `parentId`. */
  replyToId: optionalIdOf('评论编号'),
  body: z
    .string({ error: '请填写评论' })
    .overwrite(tidyText)
    .refine((text) => !isBlank(text), { error: '请填写评论' })
    .refine((text) => countGraphemes(text, maxCommentLength) <= maxCommentLength, {
      error: `评论过长，最多 ${maxCommentLength} 个字`,
    })
    // Many combining marks on one letter count as one grapheme but would cover the lines around it.
    .refine((text) => !/\p{M}{5,}/u.test(text), { error: '评论里的附加符号过多' })
    .meta({ title: '评论' }),
  /** Ids of the members whom the text names after an @; `mentionable` returns members by name. */
  mentions: z
    .array(z.string().refine(isId, mentionError), mentionError)
    .max(maxMentions, { error: `提到的人最多 ${maxMentions} 个` })
    .transform((ids) => [...new Set(ids)])
    .default([])
    .meta({ title: '提到的人' }),
});
export const idInput = fields({ id: idOf('评论编号') });
export const reportInput = fields({
  id: idOf('评论编号'),
  reason: oneOf('举报原因', reportReasons),
  note: z
    .string({ error: '补充说明应为文字' })
    .overwrite(tidyText)
    .refine((text) => countGraphemes(text, maxNoteLength) <= maxNoteLength, {
      error: `补充说明过长，最多 ${maxNoteLength} 个字`,
    })
    .default('')
    .meta({ title: '补充说明' }),
}).refine(({ reason, note }) => reason !== 'other' || note !== '', {
  error: '请在补充说明里写明举报的原因',
  path: ['note'],
});

export const added = z.object({ comment });
export const likeCount = z.object({ likes: z.number().int() });
export const done = z.boolean();

// Control and directional characters could make a line read differently; a joiner stays if it joins an emoji.
const invisibleChars =
  /(?!(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F)\u200D(?=\p{Extended_Pictographic}))(?![\n\t])[\p{Cc}\p{Cf}]/gu;

/** Normalises a text for storage: NFC, no invisible characters, at most one blank line in a row. */
function tidyText(text: string): string {
  return cleanText(text)
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(invisibleChars, '')
    .replace(/[^\S\n]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

export type Comment = z.infer<typeof comment>;
export type Thread = z.infer<typeof thread>;
export type CommentPage = z.infer<typeof commentPage>;
export type CommentStanding = z.infer<typeof standing>;
export type Mentionable = z.infer<typeof mentionable>[number];
export type ReportReason = (typeof reportReasons)[number];
