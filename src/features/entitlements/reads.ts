import { rememberedEach } from '#kernel/cache/remembered.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { memberTag } from '#shared/cache-tags.ts';
import { toIso } from '#shared/dates.ts';
import { decideReading, type HeldGrants, noGrants, type Readable, type Reading } from './policy.ts';
import { listBuyerIds, listGrants, listGrantsOf } from './queries.ts';
import type { GrantRecord } from './schema.ts';

/** Decides for many pieces at once; what a member was granted is kept in the process until it changes. */
export async function decideReadings(ctx: Context, posts: readonly Readable[]): Promise<Reading[]> {
  const grants = await heldGrants(ctx, posts);
  const nowMs = ctx.now().getTime();
  return posts.map((post) => decideReading(ctx.actor, post, grants, nowMs));
}

/** What a member was ever given, newest first. */
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

// The triggers of the migration `identity-purge` announce every change of a member's grants.
const grantsOf = rememberedEach(
  5000,
  (memberId) => [memberTag(memberId)],
  (ctx, memberId) => listGrants(ctx.db, memberId, ctx.now()),
);

async function heldGrants(ctx: Context, posts: readonly Readable[]): Promise<HeldGrants> {
  const { actor } = ctx;
  // Public pieces open anyway and withdrawn ones are asked for one at a time: spare the query where it cannot matter.
  const isInDoubt = posts.some(({ access, state }) => access !== 'public' || state === 'withdrawn');
  if (actor.kind !== 'member' || !isInDoubt) return noGrants;
  const now = ctx.now();
  const running = (await grantsOf(ctx, actor.memberId)).filter(
    ({ starts_at, ends_at }) => starts_at <= now && (ends_at === null || ends_at > now),
  );
  const targets = (scope: string) =>
    new Set(running.filter((grant) => grant.scope === scope).map(({ target_id }) => String(target_id)));
  return { posts: targets('post'), columns: targets('column') };
}

/** Who bought a piece and may read it still, in the caller's transaction. */
export const listBuyers = (ctx: Context, trx: Trx, postId: string): Promise<string[]> =>
  listBuyerIds(trx, postId, ctx.now());
