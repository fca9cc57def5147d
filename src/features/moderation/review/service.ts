import { recordAction } from '#features/audit/index.ts';
import type { Settings } from '#features/settings/index.ts';
import { type Actor, hasPermission, requireMemberId } from '#kernel/actor.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, forbidden, notFound } from '#kernel/errors.ts';
import '../events.ts';
import type { WordHit } from '../words/schema.ts';
import * as queries from './queries.ts';

export type ReviewInput = {
  kind: 'post' | 'reference' | 'comment';
  /** `post:100001`; a target has at most one open item. */
  target: string;
  title: string;
  excerpt?: string;
  reason: string;
  hits: readonly WordHit[];
  /** Returned with the decision. */
  details?: object;
};

/**
 * Submits an item for review in the caller's name and transaction, replacing an open one about the same target. The
 * decision is published as the event `moderation.decided`. @returns the item's id
 */
export function holdForReview(
  ctx: Context,
  trx: Trx,
  { excerpt = '', details = {}, ...item }: ReviewInput,
): Promise<string> {
  const submitted_by = ctx.actor.kind === 'member' ? ctx.actor.memberId : null;
  return queries.upsertOpenItem(trx, { ...item, excerpt, details, submitted_by, submitted_at: ctx.now() });
}

/** Cancels the open item about a target. Idempotent. @returns whether there was one */
export const cancelReview = (trx: Trx, target: string): Promise<boolean> => queries.cancelOpen(trx, target);

/**
 * Locks the open item about a target until the transaction ends. Code that changes both the target and the item takes
 * this lock before that of the target.
 */
export const lockReview = (trx: Trx, target: string): Promise<void> => queries.lockOpenItem(trx, target);

/** Clears the quoted texts of all items about these targets; who decided what is kept. */
export const eraseReviews = (trx: Trx, targets: readonly string[]): Promise<void> =>
  queries.eraseTexts(trx, targets);

export type Decision = { id: string; decision: 'approved' | 'rejected' | 'changes'; note: string };

/**
 * Decides an open item. The item's feature acts on it in the same transaction; if that throws, the item stays open. Of
 * two concurrent decisions the second is a conflict.
 * @throws notFound; conflict if already decided; forbidden for an own item where the policy does not allow it
 */
export async function decideReview(
  ctx: Context,
  settings: Settings,
  { id, decision, note }: Decision,
): Promise<true> {
  const memberId = requireMemberId(ctx);
  await inTransaction(ctx, async (trx) => {
    const locked = await queries.lockItem(trx, id);
    const item = locked && (await queries.findItemRow(trx, id));
    if (!item) throw notFound('没有这一条审核');
    if (item.state !== 'pending') throw conflict(`这一条已经${outcomes[item.state] ?? '处理'}，请刷新列表`);
    const { references } = await settings(ctx);
    if (!canDecide(ctx.actor, { kind: item.kind, ownerId: item.submitted_by }, references))
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

/** The kind and owner of an open item. */
type OwnedItem = { kind: string; ownerId: string | null };

/**
 * Forbids deciding one's own items, except with all permissions: a portal of one person must be able to publish. For
 * references, which are sold, a setting of the operator must allow that too.
 */
export function canDecide(
  actor: Actor,
  { kind, ownerId }: OwnedItem,
  { selfReview }: { selfReview: boolean },
): boolean {
  if (actor.kind !== 'member') return false;
  if (ownerId !== actor.memberId) return true;
  return hasPermission(actor, '*') && (kind !== 'reference' || selfReview);
}
