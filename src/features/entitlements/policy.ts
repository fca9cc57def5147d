import { type Actor, hasPermission } from '#kernel/actor.ts';

export type AccessLevel = 'public' | 'member' | 'vip' | 'paid';
export type PostState = 'draft' | 'scheduled' | 'published' | 'withdrawn';

/** The fields of a post that the decision depends on. */
export type AccessTarget = {
  id: string;
  columnId: string;
  access: AccessLevel;
  /** A paid post that VIP members read for free. */
  vipFree: boolean;
  state: PostState;
  /** The members behind the authors, as far as there are any. */
  authorMemberIds: readonly string[];
};

/** The caller's current grants, as far as they concern the post. */
export type HeldGrants = { posts: ReadonlySet<string>; columns: ReadonlySet<string> };

export const noGrants: HeldGrants = { posts: new Set(), columns: new Set() };

export type LockReason = 'member' | 'vip' | 'paid';

/**
 * `all`: the whole post. `teaser`: the open part and the reason. `notice`: withdrawn, but this person paid for it, so
 * they get a notice and a refund offer. `nothing`: as if the post did not exist.
 */
export type AccessDecision =
  | { part: 'all' }
  | { part: 'teaser'; reason: LockReason }
  | { part: 'notice' }
  | { part: 'nothing' };

/**
 * Decides what an actor may read of a post (docs/product.md §13). This is the only implementation of the rule; every
 * caller uses it. A blocked member arrives here as a visitor. `nowMs`: milliseconds, since VIP ends to the millisecond.
 */
export function decideAccess(
  actor: Actor,
  post: AccessTarget,
  grants: HeldGrants,
  nowMs: number,
): AccessDecision {
  if (isAuthorOrStaff(actor, post)) return { part: 'all' };
  const hasBought =
    actor.kind === 'member' && (grants.posts.has(post.id) || grants.columns.has(post.columnId));
  if (post.state === 'withdrawn') return { part: hasBought ? 'notice' : 'nothing' };
  if (post.state !== 'published') return { part: 'nothing' };
  if (hasBought || isOpenByLevel(actor, post, nowMs)) return { part: 'all' };
  return { part: 'teaser', reason: post.access === 'public' ? 'member' : post.access };
}

/**
 * Returns whether the access level alone opens a published post to this person, regardless of purchases. Search matches
 * locked text for these people only, because a hit reveals the text.
 */
export function isOpenByLevel(
  actor: Actor,
  post: Pick<AccessTarget, 'access' | 'vipFree'>,
  nowMs: number,
): boolean {
  if (post.access === 'public') return true;
  if (actor.kind !== 'member') return false;
  if (post.access === 'member') return true;
  return isVip(actor, nowMs) && (post.access === 'vip' || post.vipFree);
}

/**
 * Why someone may not give a member VIP without a payment; null if they may. `byId`: who gives it, in whatever way.
 * `mayActOnStaff`: whether they may act on members of staff.
 */
export function vipRefusal(
  byId: string | null,
  target: { id: string; isStaff: boolean },
  mayActOnStaff: boolean,
): string | null {
  if (byId === target.id) return '不能给自己开通 VIP，请由其他同事操作';
  if (target.isStaff && !mayActOnStaff) return '编辑部成员的 VIP，请有“员工与角色”权限的同事在会员页开通';
  return null;
}

/** Returns whether the actor is a member with a current VIP membership. */
export const isVip = (actor: Actor, nowMs: number): boolean =>
  actor.kind === 'member' && actor.vipUntil !== null && actor.vipUntil > nowMs;

/** The post's own authors, and staff who may view content, see it in every state. */
const isAuthorOrStaff = (actor: Actor, post: AccessTarget): boolean =>
  actor.kind === 'member' &&
  (post.authorMemberIds.includes(actor.memberId) || hasPermission(actor, 'content.view'));
