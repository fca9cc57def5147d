import { z } from 'zod';
import { fields, oneOf } from '#kernel/http/bodies.ts';
import { id, optionalId, size } from '#kernel/http/inputs.ts';
import { cursorPageOf } from '#kernel/http/paging.ts';
import { cleanText } from '#shared/clean-text.ts';
import { hit } from '../words/schema.ts';

export const kinds = ['post', 'reference', 'comment'] as const;
export const decisions = ['approved', 'rejected', 'changes'] as const;
export const states = ['pending', ...decisions, 'cancelled'] as const;

const kindError = '类型（kind）不正确，可用：post、reference、comment';
const stateError = `状态（state）不正确，可用：${states.join('、')}`;

export const reviewQuery = z.object({
  state: z.enum(states, { error: stateError }).default('pending'),
  kind: z.enum(kinds, { error: kindError }).optional(),
  cursor: optionalId('cursor', '游标'),
  size,
});

const person = z.object({ id: z.string(), name: z.string() }).nullable();
export const reviewItem = z.object({
  id: z.string(),
  kind: z.enum(kinds),
  /** What it is about, such as `post:100001`. */
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
  /** The caller put it here themselves, and so may decide it only where `mayDecide` says so. */
  isOwn: z.boolean(),
});
export const reviewPage = cursorPageOf(reviewItem);
/** How many wait, by kind, counted no further than 100. */
export const reviewCounts = z.object({
  post: z.number().int(),
  reference: z.number().int(),
  comment: z.number().int(),
});

export const decideInput = fields({
  id: id('id', '审核编号'),
  decision: oneOf('decision', '处理结果', decisions),
  note: z
    .string({ error: '理由（note）应为文字' })
    .transform((text) => cleanText(text).trim())
    .pipe(z.string().max(500, { error: '理由（note）过长，最多 500 个字' }))
    .default(''),
}).superRefine(({ decision, note }, check) => {
  if (decision === 'approved' || note !== '') return;
  const wanted = decision === 'rejected' ? '退回的理由' : '要修改的地方';
  check.addIssue({ code: 'custom', message: `请写明${wanted}（note），作者会看到` });
});

export type ReviewItem = z.infer<typeof reviewItem>;
