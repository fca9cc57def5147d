import { z } from 'zod';
import { wordHit } from '#features/moderation/index.ts';
import { fields, filled, idOf, whole } from '#kernel/http/bodies.ts';
import { choice, optionalId, size } from '#kernel/http/inputs.ts';
import { cursorPageOf } from '#kernel/http/paging.ts';
import { isId } from '#shared/ids.ts';
import { reportReasons } from '../schema.ts';

/** Comments a call changes at once. */
const mostAtOnce = 100;

const person = z.object({ id: z.string(), name: z.string() });

/** A comment as staff see it: whatever its state, and what was said about it. */
export const deskComment = z.object({
  id: z.string(),
  state: z.enum(['pending', 'visible', 'hidden', 'deleted']),
  post: z.object({ id: z.string(), title: z.string(), columnId: z.string() }),
  rootId: z.string().nullable(),
  /** What it answers, in one line. */
  answers: z.object({ id: z.string(), name: z.string(), body: z.string() }).nullable(),
  /** Null for one whose account is deleted. */
  writer: person.extend({ avatar: z.string().nullable(), mutedUntil: z.string().nullable() }).nullable(),
  body: z.string(),
  mentions: z.array(z.string()),
  province: z.string(),
  likes: z.number().int(),
  replies: z.number().int(),
  createdAt: z.string(),
  reason: z.string(),
  /** Why it waits, and the sensitive words it holds; empty where it does not wait. */
  heldFor: z.string(),
  hits: z.array(wordHit),
  /** What nobody has settled yet, newest first, the first few. */
  reports: z.array(
    z.object({ reason: z.enum(reportReasons), note: z.string(), by: z.string(), at: z.string() }),
  ),
  reportCount: z.number().int(),
});
export const deskPage = cursorPageOf(deskComment);
/** Counted no further than 100. */
export const deskCounts = z.object({ pending: z.number().int(), reported: z.number().int() });

export const deskQuery = z.object({
  shelf: choice('shelf', '分类', ['pending', 'reported', 'hidden', 'all'], 'pending'),
  postId: optionalId('postId', '内容编号'),
  memberId: optionalId('memberId', '会员编号'),
  cursor: optionalId('cursor', '游标'),
  size,
});

const idError = { error: '评论编号（ids）应为编号的列表' };
const ids = z
  .array(z.string().refine(isId, { error: '评论编号（ids）不正确，应为数字编号' }), idError)
  .min(1, { error: '请选择评论（ids）' })
  .max(mostAtOnce, { error: `评论（ids）一次最多 ${mostAtOnce} 条` })
  .transform((list) => [...new Set(list)]);
export const idsInput = fields({ ids });
export const reasonInput = fields({ ids, reason: filled('reason', '理由', 200) });

/** What came of a batch: how many changed, and why others did not. */
export const outcome = z.object({
  changed: z.number().int(),
  refused: z.array(z.object({ id: z.string(), message: z.string() })),
});

export const muteInput = fields({
  memberId: idOf('memberId', '会员编号'),
  hours: whole('hours', '禁言小时数', 1, 24 * 365),
  reason: filled('reason', '理由', 200),
});
export const memberInput = fields({ memberId: idOf('memberId', '会员编号') });
/** Who may not comment now, the last muted first. */
export const mutes = z.array(
  z.object({
    member: person,
    until: z.string(),
    reason: z.string(),
    by: z.string().nullable(),
    createdAt: z.string(),
  }),
);
export const muted = z.object({ until: z.string() });
export const done = z.boolean();

export type DeskComment = z.infer<typeof deskComment>;
export type CommentShelf = z.output<typeof deskQuery>['shelf'];
export type BatchOutcome = z.infer<typeof outcome>;
export type Mute = z.infer<typeof mutes>[number];
