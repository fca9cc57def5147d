import { cachedByTagAndKey } from '#kernel/cache/cached-by-tag.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { memberTag } from '#shared/cache-tags.ts';
import { toIso } from '#shared/dates.ts';
import { type AccessDecision, type AccessTarget, decideAccess, type HeldGrants, noGrants } from './policy.ts';
import { listBuyerIds, listGrants, listGrantsOf, listRunningRights } from './queries.ts';
import type { GrantRecord } from './schema.ts';

/** Decides for many posts at once. A member's grants are cached in the process until they change. */
export async function decideAccessToPosts(
  ctx: Context,
  posts: readonly AccessTarget[],
): Promise<AccessDecision[]> {
  const grants = await loadHeldGrants(ctx, posts);
  const nowMs = ctx.now().getTime();
  return posts.map((post) => decideAccess(ctx.actor, post, grants, nowMs));
}

/** What a list says of a post that is not open to every member: the caller bought it, or can read it otherwise. */
type AccessMark = 'bought' | 'readable';

/** Marks posts for the caller's lists; null for a post that every member can read, and one that is locked for them. */
export async function markAccess(
  ctx: Context,
  posts: readonly AccessTarget[],
): Promise<(AccessMark | null)[]> {
  const grants = await loadHeldGrants(ctx, posts);
  const nowMs = ctx.now().getTime();
  return posts.map((post) => {
    const isForSome = post.access === 'vip' || post.access === 'paid';
    if (!isForSome || decideAccess(ctx.actor, post, grants, nowMs).part !== 'all') return null;
    return grants.posts.has(post.id) ? 'bought' : 'readable';
  });
}

/** Returns all grants a member ever had, newest first. */
export async function readGrants({ db, now }: Context, memberId: string): Promise<GrantRecord[]> {
  const rows = await listGrantsOf(db, memberId);
  const at = now();
  return rows.toReversed().map(({ scope, target_id, source, starts_at, ends_at }) => ({
    scope: scope as GrantRecord['scope'],
    targetId: target_id,
    source,
    startsAt: toIso(starts_at),
    endsAt: ends_at && toIso(ends_at),
    isRunning: starts_at <= at && (ends_at === null || ends_at > at),
  }));
}

// The triggers of the migration `identity-purge` send the invalidation for every change of a member's grants.
const cachedGrants = cachedByTagAndKey(
  5000,
  (memberId) => [memberTag(memberId)],
  (ctx, memberId) => listGrants(ctx.db, memberId, ctx.now()),
);

async function loadHeldGrants(ctx: Context, posts: readonly AccessTarget[]): Promise<HeldGrants> {
  const { actor } = ctx;
  // Skips the query if no grant can matter: published public posts are open to everyone.
  const hasLockedPosts = posts.some(({ access, state }) => access !== 'public' || state === 'withdrawn');
  if (actor.kind !== 'member' || !hasLockedPosts) return noGrants;
  const now = ctx.now();
  const running = (await cachedGrants(ctx, actor.memberId)).filter(
    ({ starts_at, ends_at }) => starts_at <= now && (ends_at === null || ends_at > now),
  );
  const targets = (scope: string) =>
    new Set(running.filter((grant) => grant.scope === scope).map(({ target_id }) => String(target_id)));
  return { posts: targets('post'), columns: targets('column') };
}

/** Lists the members who bought a post and may still read it, in the caller's transaction. */
export const listBuyers = (ctx: Context, trx: Trx, postId: string): Promise<string[]> =>
  listBuyerIds(trx, postId, ctx.now());

/** What members hold now, read from the database: for the worker, which acts for many members without a session. */
export async function readHoldings(
  { db, now }: Context,
  memberId: string,
): Promise<{ vipUntil: number | null; grants: HeldGrants }> {
  const rows = await listRunningRights(db, memberId, now());
  const targets = (scope: string) =>
    new Set(rows.filter((grant) => grant.scope === scope).map(({ target_id }) => String(target_id)));
  const vipEnds = rows.flatMap(({ scope, ends_at }) =>
    scope === 'vip' && ends_at ? [ends_at.getTime()] : [],
  );
  return {
    vipUntil: vipEnds.length > 0 ? Math.max(...vipEnds) : null,
    grants: { posts: targets('post'), columns: targets('column') },
  };
}
