import { z } from 'zod';
import { hit as wordHit } from '#features/moderation/words/schema.ts';
import { fields, idOf, requiredText, whole } from '#kernel/http/bodies.ts';
import { choice, optionalId, size } from '#kernel/http/inputs.ts';
import { cursorPageOf } from '#kernel/http/paging.ts';
import { isId } from '#shared/ids.ts';
import { reportReasons } from '../schema.ts';

/** Maximum number of comments per call. */
const maxBatchSize = 100;

const person = z.object({ id: z.string(), name: z.string() });

/** A comment for staff, in any state, with its reports. */
export const adminComment = z.object({
  id: z.string(),
  state: z.enum(['pending', 'visible', 'hidden', 'deleted']),
  post: z.object({ id: z.string(), title: z.string(), columnId: z.string() }),
  rootId: z.string().nullable(),
  /** The comment that it answers, in one line. */
  answers: z.object({ id: z.string(), name: z.string(), body: z.string() }).nullable(),
  /** Null if the account was deleted, and for an imported comment, which has a `guestName`. */
  writer: person.extend({ avatar: z.string().nullable(), mutedUntil: z.string().nullable() }).nullable(),
  guestName: z.string().nullable(),
  body: z.string(),
  mentions: z.array(z.string()),
  province: z.string(),
  likes: z.number().int(),
  replies: z.number().int(),
  createdAt: z.string(),
  reason: z.string(),
  /** Why the comment is held, with its sensitive words; empty unless it is pending. */
  heldFor: z.string(),
  hits: z.array(wordHit),
  /** The first few open reports, newest first. */
  reports: z.array(
    z.object({ reason: z.enum(reportReasons), note: z.string(), by: z.string(), at: z.string() }),
  ),
  reportCount: z.number().int(),
});
export const adminPage = cursorPageOf(adminComment);
/** Each counted up to 100. */
export const adminCounts = z.object({ pending: z.number().int(), reported: z.number().int() });

export const adminQuery = z.object({
  shelf: choice('分类', ['pending', 'reported', 'hidden', 'all'], 'pending'),
  postId: optionalId('内容编号'),
  memberId: optionalId('会员编号'),
  cursor: optionalId('游标'),
  size,
});

const idError = { error: '评论编号应为编号的列表' };
const ids = z
  .array(z.string().refine(isId, { error: '评论编号不正确，应为数字编号' }), idError)
  .min(1, { error: '请选择评论' })
  .max(maxBatchSize, { error: `评论一次最多 ${maxBatchSize} 条` })
  .transform((list) => [...new Set(list)])
  .meta({ title: '评论' });
export const idsInput = fields({ ids });
export const reasonInput = fields({ ids, reason: requiredText('理由', 200) });

/** The result of a batch: how many changed, and why others were refused. */
export const outcome = z.object({
  changed: z.number().int(),
  refused: z.array(z.object({ id: z.string(), message: z.string() })),
});

export const muteInput = fields({
  memberId: idOf('会员编号'),
  hours: whole('禁言小时数', 1, 24 * 365),
  reason: requiredText('理由', 200),
});
export const memberInput = fields({ memberId: idOf('会员编号') });
/** Members who are muted now, the last muted first. */
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

export type AdminComment = z.infer<typeof adminComment>;
export type BatchOutcome = z.infer<typeof outcome>;
export type Mute = z.infer<typeof mutes>[number];
