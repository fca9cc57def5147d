import { recordAction } from '#features/audit/index.ts';
import type { ContestRules } from '#kernel/config-contest.ts';
import type { Context } from '#kernel/context.ts';
import { countHit, type RateLimit } from '#kernel/db/rate-limits.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { invalid, rateLimited } from '#kernel/errors.ts';
import type { FetchLimits } from '#kernel/fetch/fetch-bytes.ts';
import { pullHeader } from '#kernel/setting-schemas.ts';
import { pullNow, tryPull } from '../pull/pull-quotes.ts';
import type { PullNow, PullTry } from './schema.ts';

// Rate limit for all staff together: enough to configure a source, too few to scan the network.
const triesPerHour = (action: string): RateLimit => ({
  name: action,
  max: 60,
  windowMs: 3_600_000,
  refuse: () => rateLimited('一小时内最多试 60 次，请稍后再试', 3600),
});

/**
 * Tries a source without writing its quotes. The saved header is sent only to the address it was saved with.
 * @throws invalid naming the field; rateLimited
 */
export async function trySource(
  ctx: Context,
  { url, header }: { url: string; header: string },
  { rules, fetching }: { rules: ContestRules; fetching: FetchLimits },
): Promise<PullTry> {
  const parsed = header === '' ? null : pullHeader.safeParse(header);
  if (parsed?.error) throw invalid(`请求头${parsed.error.issues[0]?.message}`, 'header');
  await recordTry(ctx, 'contest.market.try');
  const savedHeader = url === rules.pullUrl ? rules.pullHeader : '';
  const source = { pullUrl: url, pullHeader: header || savedHeader, pullSeconds: rules.pullSeconds };
  return tryPull(ctx, source, fetching);
}

/** Pulls quotes from the configured source now. @throws rateLimited */
export async function pullSource(
  ctx: Context,
  { rules, fetching }: { rules: ContestRules; fetching: FetchLimits },
): Promise<PullNow> {
  await recordTry(ctx, 'contest.market.pull');
  return pullNow(ctx, rules, fetching);
}

async function recordTry(ctx: Context, action: string): Promise<void> {
  await inTransaction(ctx, async (trx) => {
    await countHit(ctx, trx, triesPerHour(action), 'all');
    await recordAction(ctx, trx, { action, target: 'contest-market:source' });
  });
}
