import { requireMemberId } from '#kernel/actor.ts';
import type { Context } from '#kernel/context.ts';
import { countHit, type RateLimit, rateLimitKey } from '#kernel/db/rate-limits.ts';
import { rateLimited } from '#kernel/errors.ts';

/** The maximum is per minute and above what a person writes in earnest. */
const createLimit = (action: string, max: number, message: string): RateLimit => ({
  name: `comments.${action}`,
  max,
  windowMs: 60_000,
  isFixed: true,
  refuse: (seconds) => rateLimited(`${message}，请 ${seconds} 秒后再试`, seconds),
});

const limits = {
  comment: createLimit('comment', 6, '每分钟最多发 6 条评论'),
  like: createLimit('like', 60, '点得太快了'),
  report: createLimit('report', 10, '每分钟最多举报 10 次'),
};

/**
 * Counts an action of the caller before it runs, successful or not.
 * @throws rateLimited after too many within a minute, with the seconds until the next attempt
 */
export async function limitAction(ctx: Context, action: keyof typeof limits): Promise<void> {
  await countHit(ctx, ctx.db, limits[action], requireMemberId(ctx));
}

/** Returns the keys of a member's rate limits. */
export const limitKeysOf = (memberId: string): string[] =>
  Object.values(limits).map((limit) => rateLimitKey(limit, memberId));
