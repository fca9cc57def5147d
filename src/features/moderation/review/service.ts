import { recordAction } from '#features/audit/index.ts';
import type { Settings } from '#features/settings/index.ts';
import { type Actor, holds, memberOf } from '#kernel/actor.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, forbidden, notFound } from '#kernel/errors.ts';
import '../events.ts';
import type { WordHit } from '../words/schema.ts';
import * as queries from './queries.ts';

export type ReviewInput = {
  kind: 'post' | 'reference' | 'comment';
  /** `post:100001`; one item about it waits at a time. */
  target: string;
  title: string;
  excerpt?: string;
  reason: string;
  hits: readonly WordHit[];
  /** Given back with the decision. */
  details?: object;
};

/**
 * Puts something in the queue in the caller's name, in the caller's transaction; what waits already about the same
 * target is replaced by it. What becomes of it is told by the event `moderation.decided`. @returns the item's id
 */
export function holdForReview(
  ctx: Context,
  trx: Trx,
  { excerpt = '', details = {}, ...item }: ReviewInput,
): Promise<string> {
  const submitted_by = ctx.actor.kind === 'member' ? ctx.actor.memberId : null;
  return queries.upsertOpenItem(trx, { ...item, excerpt, details, submitted_by, submitted_at: ctx.now() });
}

/** Takes what waits about a target out of the queue, undecided. May be repeated. @returns whether anything waited */
export const cancelReview = (trx: Trx, target: string): Promise<boolean> => queries.cancelOpen(trx, target);

/**
 * Holds what waits about a target until the transaction ends. Whoever changes the target and what waits about it takes
 * this first, and the target after it.
 */
export const lockReview = (trx: Trx, target: string): Promise<void> => queries.lockOpenItem(trx, target);

/** Leaves nothing of what these targets said in the queue, whatever became of it; who decided what stays. */
export const eraseReviews = (trx: Trx, targets: readonly string[]): Promise<void> =>
  queries.eraseTexts(trx, targets);

export type Decision = { id: string; decision: 'approved' | 'rejected' | 'changes'; note: string };

/**
 * Decides what waits. The feature whose it is does what follows, in the same transaction: what it refuses stays in the
 * queue. Of two who decide at once the second is told.
 * @throws notFound; conflict when it is decided already; forbidden for one's own where the policy does not allow it
 */
export async function decideReview(
  ctx: Context,
  settings: Settings,
  { id, decision, note }: Decision,
): Promise<true> {
  const memberId = memberOf(ctx);
  await inTransaction(ctx, async (trx) => {
    const locked = await queries.lockItem(trx, id);
    const item = locked && (await queries.findItemRow(trx, id));
    if (!item) throw notFound('没有这一条审核');
    if (item.state !== 'pending') throw conflict(`这一条已经${outcomes[item.state] ?? '处理'}，请刷新列表`);
    const { references } = await settings(ctx);
    if (!mayDecide(ctx.actor, { kind: item.kind, ownerId: item.submitted_by }, references))
      throw forbidden('不能审核自己送审的内容，请另一位审核员处理');
    await queries.updateDecision(trx, id, {
      state: decision,
      decided_by: memberId,
      decided_at: ctx.now(),
      note,
    });
    const { kind, target, title, details, submitted_by: submittedBy } = item;
    await recordAction(ctx, trx, {
      action: actions[decision],
      target,
      after: { title, ...(note && { note }) },
    });
    await ctx.events.emit(ctx, trx, 'moderation.decided', {
      id,
      kind: kind as ReviewInput['kind'],
      target,
      title,
      details,
      submittedBy,
      decision,
      note,
    });
  });
  return true;
}

const actions = { approved: 'review.approve', rejected: 'review.reject', changes: 'review.changes' } as const;
const outcomes: Readonly<Record<string, string>> = {
  approved: '通过',
  rejected: '退回',
  changes: '退回修改',
  cancelled: '撤回',
};

/** What waits: its kind, and whose it is. */
type Owned = { kind: string; ownerId: string | null };

/**
 * Nobody decides what is their own, except who may do everything: a portal of one person must be able to publish. Of
 * references, which are sold, that too must be allowed by the operator.
 */
export function mayDecide(
  actor: Actor,
  { kind, ownerId }: Owned,
  { selfReview }: { selfReview: boolean },
): boolean {
  if (actor.kind !== 'member') return false;
  if (ownerId !== actor.memberId) return true;
  return holds(actor, '*') && (kind !== 'reference' || selfReview);
}
