import { memberOf } from '#kernel/actor.ts';
import type { Context } from '#kernel/context.ts';
import { countHit, type RateLimit, rateLimitKey } from '#kernel/db/rate-limits.ts';
import { rateLimited } from '#kernel/errors.ts';

/** More than this in a minute is no person speaking, or nobody whose neighbours want to listen. */
const limitOf = (deed: string, max: number, says: string): RateLimit => ({
  name: `comments.${deed}`,
  max,
  windowMs: 60_000,
  isFixed: true,
  refuse: (wait) => rateLimited(`${says}，请 ${wait} 秒后再试`, wait),
});

const limits = {
  comment: limitOf('comment', 6, '每分钟最多发 6 条评论'),
  like: limitOf('like', 60, '点得太快了'),
  report: limitOf('report', 10, '每分钟最多举报 10 次'),
};

/**
 * Counts what the caller is about to do, whatever becomes of it.
 * @throws rateLimited when it was too often within a minute, with the seconds until it may be tried again
 */
export async function limitDeed(ctx: Context, deed: keyof typeof limits): Promise<void> {
  await countHit(ctx, ctx.db, limits[deed], memberOf(ctx));
}

/** The keys under which a member is counted. */
export const limitKeysOf = (memberId: string): string[] =>
  Object.values(limits).map((limit) => rateLimitKey(limit, memberId));
