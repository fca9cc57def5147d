import type { Context } from '#kernel/context.ts';
import { countHit, type RateLimit, takeBackHit } from '#kernel/db/rate-limits.ts';
import { DomainError, rateLimited } from '#kernel/errors.ts';

/** Redeem codes and coupons together. */
const wrongCodes: RateLimit = {
  name: 'memberships.wrong-code',
  max: 10,
  windowMs: 15 * 60_000,
  refuse: (wait) => rateLimited(`输错次数过多，请 ${Math.ceil(wait / 60)} 分钟后再试`, wait),
};

/**
 * Looks at a code that a member typed. It counts as wrong until it proves right, so that of many at once no more than
 * the limit are looked at; wrong is what `work` refuses as invalid, and only that.
 * @throws rateLimited after ten wrong ones in a quarter of an hour, and whatever `work` throws
 */
export async function limitTries<T>(ctx: Context, memberId: string, work: () => Promise<T>): Promise<T> {
  const hit = await countHit(ctx, ctx.db, wrongCodes, memberId);
  try {
    const answer = await work();
    await takeBackHit(ctx.db, hit);
    return answer;
  } catch (error) {
    const isWrong = error instanceof DomainError && error.kind === 'invalid';
    // Where the database is gone, what went wrong first is what is told.
    if (!isWrong) await takeBackHit(ctx.db, hit).catch(() => undefined);
    throw error;
  }
}
