import { recordAction } from '#features/audit/index.ts';
import type { ContestRules } from '#kernel/config-contest.ts';
import type { Context } from '#kernel/context.ts';
import { countHit, type RateLimit } from '#kernel/db/rate-limits.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { invalid, rateLimited } from '#kernel/errors.ts';
import type { FetchLimits } from '#kernel/fetch/fetch-bytes.ts';
import { pullHeader } from '#kernel/setting-pieces.ts';
import { pullNow, tryPull } from '../pull/pull-quotes.ts';
import type { PullNow, PullTry } from './schema.ts';

// Of the whole desk in an hour: enough to get a source right, too few to look round the web.
const triesOf = (action: string): RateLimit => ({
  name: action,
  max: 60,
  windowMs: 3_600_000,
  refuse: () => rateLimited('一小时内最多试 60 次，请稍后再试', 3600),
});

/**
 * Tries a source without writing what it answers. The header that is kept goes only where it belongs: to the address it was
 * set with. @throws invalid naming the field; rateLimited
 */
export async function trySource(
  ctx: Context,
  { url, header }: { url: string; header: string },
  { rules, fetching }: { rules: ContestRules; fetching: FetchLimits },
): Promise<PullTry> {
  const read = header === '' ? null : pullHeader.safeParse(header);
  if (read?.error) throw invalid(`请求头（header）${read.error.issues[0]?.message}`);
  await noteTry(ctx, 'contest.market.try');
  const kept = url === rules.pullUrl ? rules.pullHeader : '';
  const source = { pullUrl: url, pullHeader: header || kept, pullSeconds: rules.pullSeconds };
  return tryPull(ctx, source, fetching);
}

/** Pulls from the source that is set. @throws rateLimited */
export async function pullSource(
  ctx: Context,
  { rules, fetching }: { rules: ContestRules; fetching: FetchLimits },
): Promise<PullNow> {
  await noteTry(ctx, 'contest.market.pull');
  return pullNow(ctx, rules, fetching);
}

async function noteTry(ctx: Context, action: string): Promise<void> {
  await inTransaction(ctx, async (trx) => {
    await countHit(ctx, trx, triesOf(action), 'all');
    await recordAction(ctx, trx, { action, target: 'contest-market:source' });
  });
}
