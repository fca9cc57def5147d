import { z } from 'zod';
import { fields, oneOf, text } from '#kernel/http/bodies.ts';
import { id, optionalId, size } from '#kernel/http/inputs.ts';
import { cursorPageOf } from '#kernel/http/paging.ts';
import { hit } from '../words/schema.ts';

export const kinds = ['post', 'reference', 'comment'] as const;
export const decisions = ['approved', 'rejected', 'changes'] as const;
export const states = ['pending', ...decisions, 'cancelled'] as const;

const kindError = '类型不正确';
const stateError = '状态不正确';

export const reviewQuery = z.object({
  state: z.enum(states, { error: stateError }).default('pending').meta({ title: '状态' }),
  kind: z.enum(kinds, { error: kindError }).optional().meta({ title: '类型' }),
  cursor: optionalId('游标'),
  size,
});

const person = z.object({ id: z.string(), name: z.string() }).nullable();
export const reviewItem = z.object({
  id: z.string(),
  kind: z.enum(kinds),
  /** The target, such as `post:100001`. */
  target: z.string(),
  title: z.string(),
  excerpt: z.string(),
  reason: z.string(),
  hits: z.array(hit),
  state: z.enum(states),
  submittedBy: person,
  submittedAt: z.string(),
  decidedBy: person,
  decidedAt: z.string().nullable(),
  note: z.string(),
  /** The caller submitted it, and so may decide it only if `mayDecide` is true. */
  isOwn: z.boolean(),
});
export const reviewPage = cursorPageOf(reviewItem);
/** Open items by kind, counted up to 100. */
export const reviewCounts = z.object({
  post: z.number().int(),
  reference: z.number().int(),
  comment: z.number().int(),
});

export const decideInput = fields({
  id: id('审核编号'),
  decision: oneOf('处理结果', decisions),
  note: text('理由', 500),
}).superRefine(({ decision, note }, check) => {
  if (decision === 'approved' || note !== '') return;
  const wanted = decision === 'rejected' ? '退回的理由' : '要修改的地方';
  check.addIssue({ code: 'custom', path: ['note'], message: `请写明${wanted}，作者会看到` });
});

export type ReviewItem = z.infer<typeof reviewItem>;
