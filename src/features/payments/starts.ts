import type { Context } from '#kernel/context.ts';
import { rateLimited } from '#kernel/errors.ts';
import { countStart, deleteOldStarts } from './start-queries.ts';

/** Twenty starts in five minutes: each asks a gateway under the merchant's name, and no buyer needs as many. */
const windowMs = 5 * 60_000;
const mostStarts = 20;

/**
 * Counts that a member wants to start paying; whatever comes of it. Kept in the database, so that it holds for all
 * processes together. @throws rateLimited beyond twenty in five minutes
 */
export async function limitStarts(ctx: Context, memberId: string): Promise<void> {
  const now = ctx.now();
  const { since, count } = await countStart(ctx.db, memberId, now, new Date(now.getTime() - windowMs));
  if (count <= mostStarts) return;
  const wait = Math.max(1, Math.ceil((since.getTime() + windowMs - now.getTime()) / 1000));
  throw rateLimited(`支付操作过于频繁，请 ${Math.ceil(wait / 60)} 分钟后再试`, wait);
}

/** Forgets counts whose window is over. */
export const tidyStarts = (ctx: Context): Promise<void> =>
  deleteOldStarts(ctx.db, new Date(ctx.now().getTime() - windowMs));
