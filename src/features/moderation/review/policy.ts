import { type Actor, holds } from '#kernel/actor.ts';

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
