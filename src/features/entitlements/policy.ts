import { type Actor, holds } from '#kernel/actor.ts';

export type AccessLevel = 'public' | 'member' | 'vip' | 'paid';
export type PostState = 'draft' | 'scheduled' | 'published' | 'withdrawn';

/** What the decision needs to know of a piece. */
export type Readable = {
  id: string;
  columnId: string;
  access: AccessLevel;
  /** A paid piece that VIP members read for nothing. */
  vipFree: boolean;
  state: PostState;
  /** The member behind the author, if there is one. */
  authorMemberId: string | null;
};

/** Running grants of the asking member, as far as they touch the piece. */
export type HeldGrants = { posts: ReadonlySet<string>; columns: ReadonlySet<string> };

export const noGrants: HeldGrants = { posts: new Set(), columns: new Set() };

export type LockReason = 'member' | 'vip' | 'paid';

/**
 * `all`: the whole piece. `teaser`: the open part, with the reason. `notice`: withdrawn, but this person paid
 * for it and is owed a notice and the offer of a refund. `nothing`: as if it did not exist.
 */
export type Reading =
  | { part: 'all' }
  | { part: 'teaser'; reason: LockReason }
  | { part: 'notice' }
  | { part: 'nothing' };

/**
 * The one function that decides who may read what (PRODUCT §3); everything asks it, nothing repeats it. A
 * blocked member arrives here as a visitor. `nowMs`: VIP ends to the millisecond.
 */
export function decideReading(actor: Actor, post: Readable, grants: HeldGrants, nowMs: number): Reading {
  if (isOfTheHouse(actor, post)) return { part: 'all' };
  const hasBought =
    actor.kind === 'member' && (grants.posts.has(post.id) || grants.columns.has(post.columnId));
  if (post.state === 'withdrawn') return { part: hasBought ? 'notice' : 'nothing' };
  if (post.state !== 'published') return { part: 'nothing' };
  if (hasBought || opensByLevel(actor, post, nowMs)) return { part: 'all' };
  return { part: 'teaser', reason: post.access === 'public' ? 'member' : post.access };
}

/**
 * Whether the access level alone opens a published piece to this person, whatever was bought: search matches
 * locked text for these only, since a hit is an answer too.
 */
export function opensByLevel(
  actor: Actor,
  post: Pick<Readable, 'access' | 'vipFree'>,
  nowMs: number,
): boolean {
  if (post.access === 'public') return true;
  if (actor.kind !== 'member') return false;
  if (post.access === 'member') return true;
  return isVip(actor, nowMs) && (post.access === 'vip' || post.vipFree);
}

/** A member whose VIP membership has not run out. */
export const isVip = (actor: Actor, nowMs: number): boolean =>
  actor.kind === 'member' && actor.vipUntil !== null && actor.vipUntil > nowMs;

/** The piece's own author and staff who may view content see it in every state. */
const isOfTheHouse = (actor: Actor, post: Readable): boolean =>
  actor.kind === 'member' && (actor.memberId === post.authorMemberId || holds(actor, 'content.view'));
