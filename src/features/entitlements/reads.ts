import type { Context } from '#kernel/context.ts';
import { decideReading, type HeldGrants, noGrants, type Readable, type Reading } from './policy.ts';
import { listGrantsOn } from './queries.ts';

/** Decides for many pieces at once, with one query for a member's grants and none for a visitor. */
export async function decideReadings(ctx: Context, posts: readonly Readable[]): Promise<Reading[]> {
  const grants = await heldGrants(ctx, posts);
  const nowMs = ctx.now().getTime();
  return posts.map((post) => decideReading(ctx.actor, post, grants, nowMs));
}

async function heldGrants({ actor, db, now }: Context, posts: readonly Readable[]): Promise<HeldGrants> {
  // Public pieces open anyway and withdrawn ones are asked for one at a time: spare the query where it cannot matter.
  const inDoubt = posts.filter(({ access, state }) => access !== 'public' || state === 'withdrawn');
  if (actor.kind !== 'member' || inDoubt.length === 0) return noGrants;
  const columns = [...new Set(inDoubt.map(({ columnId }) => columnId))];
  const rows = await listGrantsOn(
    db,
    actor.memberId,
    inDoubt.map(({ id }) => id),
    columns,
    now(),
  );
  const targets = (scope: string) =>
    new Set(rows.filter((row) => row.scope === scope).map(({ target_id }) => String(target_id)));
  return { posts: targets('post'), columns: targets('column') };
}
