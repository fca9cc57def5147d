import { reachMilestone } from '#features/settings/index.ts';
import type { Context } from '#kernel/context.ts';
import { milestoneOf } from './policy.ts';

/** Ticks what only the person can say, or puts the guide away, for everybody and for good. May be repeated. */
export async function takeStep(ctx: Context, step: keyof typeof milestoneOf): Promise<boolean> {
  await reachMilestone(ctx, milestoneOf[step]);
  return true;
}
