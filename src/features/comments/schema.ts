import { z } from 'zod';
import { fields, idOf, oneOf } from '#kernel/http/bodies.ts';
import { choice, id, paging, size } from '#kernel/http/inputs.ts';
import { cursorPageOf } from '#kernel/http/paging.ts';
import { cleanText, isBlank } from '#shared/clean-text.ts';
import { isId } from '#shared/ids.ts';
import { countGraphemes } from '#shared/text/graphemes.ts';

/** Characters of a comment as readers count them, and of what goes with a report. */
export const longestComment = 1000;
export const longestNote = 200;
/** Whom one comment may mention: more is a crowd being called. */
export const mostMentions = 5;

export const reportReasons = ['spam', 'abuse', 'illegal', 'securities', 'rumour', 'other'] as const;

const writer = z.object({
  name: z.string(),
  avatar: z.string().nullable(),
  /** Of the piece itself, or of the house. */
  mark: z.enum(['author', 'staff']).nullable(),
});

/**
 * A comment. Of one that is hidden or deleted nothing is left but its place, and that only where answers stand below it;
 * its writer still reads what was hidden, with the reason.
 */
export const comment = z.object({
  id: z.string(),
  postId: z.string(),
  /** The comment whose thread it stands in; null for one that begins a thread. */
  rootId: z.string().nullable(),
  state: z.enum(['pending', 'visible', 'hidden', 'deleted']),
  writer: writer.nullable(),
  /** What it answers within its thread; null where that is the thread's first comment. */
  answers: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Plain text with line feeds. */
  body: z.string(),
  /** Names that follow an @ in the text and mean somebody. */
  mentions: z.array(z.string()),
  /** Where it was written, `广东`, `美国`; empty where that is not known. */
  province: z.string(),
  createdAt: z.string(),
  likes: z.number().int(),
  liked: z.boolean(),
  isOwn: z.boolean(),
  /** Why staff hid it, for its writer alone. */
  reason: z.string(),
});

/** A comment that begins a thread, with how many answers it has and the first of them. */
export const thread = comment.extend({
  replies: z.number().int(),
  firstReplies: z.array(comment),
  repliesCursor: z.string().nullable(),
});

/** Whether the caller may write here, and if not, why and what to do. */
export const standing = z.object({
  mayWrite: z.boolean(),
  reason: z.enum(['login', 'mobile', 'muted', 'closed', 'locked']).nullable(),
  /** What to tell them, in Chinese. */
  message: z.string(),
  /** What they write is read by staff before anybody else sees it. */
  isReviewed: z.boolean(),
});

export const commentPage = z.object({
  records: z.array(thread),
  cursor: z.string().nullable(),
  /** All comments of the piece that are seen, answers included. */
  total: z.number().int(),
  /** Of the first page: what the caller wrote here that others do not see, newest first. */
  own: z.array(comment),
  standing,
});
export const replyPage = cursorPageOf(comment);

const { cursor } = paging;

export const listQuery = z.object({
  postId: id('postId', '内容编号'),
  sort: choice('sort', '排序', ['newest', 'hottest'], 'newest'),
  cursor,
  size,
});
export const repliesQuery = z.object({ id: id('id', '评论编号'), cursor, size });
export const idQuery = z.object({ id: id('id', '评论编号') });
export const mentionQuery = z.object({
  postId: id('postId', '内容编号'),
  prefix: z
    .string({ error: '称呼（prefix）只能填一个' })
    .max(40, { error: '称呼（prefix）过长，最多 40 个字' })
    .default(''),
});

/** Whom a comment here can mention. */
export const mentionable = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    avatar: z.string().nullable(),
    mark: z.enum(['author', 'staff']).nullable(),
  }),
);

const optionalIdOf = (name: string, label: string) => idOf(name, label).nullish();
const mentionError = { error: '提到的人（mentions）应为会员编号的列表' };

export const addInput = fields({
  postId: idOf('postId', '内容编号'),
  /** Any comment of the thread that is answered; absent to begin one. */
  parentId: optionalIdOf('parentId', '评论编号'),
  /** The very comment that is answered, where it is another than `parentId`. */
  replyToId: optionalIdOf('replyToId', '评论编号'),
  body: z
    .string({ error: '请填写评论（body）' })
    .overwrite(tidyText)
    .refine((text) => !isBlank(text), { error: '请填写评论（body）' })
    .refine((text) => countGraphemes(text, longestComment) <= longestComment, {
      error: `评论（body）过长，最多 ${longestComment} 个字`,
    })
    // A pile of marks over one letter is one character that covers the lines around it.
    .refine((text) => !/\p{M}{5,}/u.test(text), { error: '评论（body）里的附加符号过多' }),
  /** Who of those `mentionable` answers is meant by the names after an @ in the text. */
  mentions: z
    .array(z.string().refine(isId, mentionError), mentionError)
    .max(mostMentions, { error: `一条评论最多提到 ${mostMentions} 个人（mentions）` })
    .transform((ids) => [...new Set(ids)])
    .default([]),
});
export const idInput = fields({ id: idOf('id', '评论编号') });
export const reportInput = fields({
  id: idOf('id', '评论编号'),
  reason: oneOf('reason', '举报原因', reportReasons),
  note: z
    .string({ error: '补充说明（note）应为文字' })
    .overwrite(tidyText)
    .refine((text) => countGraphemes(text, longestNote) <= longestNote, {
      error: `补充说明（note）过长，最多 ${longestNote} 个字`,
    })
    .default(''),
}).refine(({ reason, note }) => reason !== 'other' || note !== '', {
  error: '请写明举报的原因（note）',
  path: ['note'],
});

export const added = z.object({ comment });
export const likeCount = z.object({ likes: z.number().int() });
export const done = z.boolean();

// Controls and directional marks could make a line read as it is not written; a joiner stays where it makes one picture.
const unseen =
  /(?!(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F)\u200D(?=\p{Extended_Pictographic}))(?![\n\t])[\p{Cc}\p{Cf}]/gu;

/** A text as it is kept: composed, nothing unseen in it, at most one empty line at a time. */
function tidyText(text: string): string {
  return cleanText(text)
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(unseen, '')
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
