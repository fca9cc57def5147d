import type { Context } from '#kernel/context.ts';
import { countHit, type RateLimit } from '#kernel/db/rate-limits.ts';
import { rateLimited } from '#kernel/errors.ts';

/** Each start asks a gateway under the merchant's name, and no buyer needs as many. */
const starts: RateLimit = {
  name: 'payments.start',
  max: 20,
  windowMs: 5 * 60_000,
  isFixed: true,
  refuse: (wait) => rateLimited(`支付操作过于频繁，请 ${Math.ceil(wait / 60)} 分钟后再试`, wait),
};

/** Rate-limits payment starts, successful or not. @throws rateLimited beyond twenty in five minutes */
export async function limitStarts(ctx: Context, memberId: string): Promise<void> {
  await countHit(ctx, ctx.db, starts, memberId);
}
