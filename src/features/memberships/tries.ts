import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { DomainError, rateLimited } from '#kernel/errors.ts';
import { deleteFailure, deleteOldFailures, insertFailure, lockFailures } from './redeem-queries.ts';

/** Ten wrong codes in a quarter of an hour, redeem codes and coupons together. */
const failureWindowMs = 15 * 60_000;
const mostFailures = 10;

/**
 * Looks at a code that a member typed. It counts as wrong until it proves right, so that of many at once no more than
 * the limit are looked at; wrong is what `work` refuses as invalid, and only that.
 * @throws rateLimited after ten wrong ones in a quarter of an hour, and whatever `work` throws
 */
export async function limitTries<T>(ctx: Context, memberId: string, work: () => Promise<T>): Promise<T> {
  const failure = await noteTry(ctx, memberId);
  const forget = () => inTransaction(ctx, (trx) => deleteFailure(trx, failure));
  try {
    const answer = await work();
    await forget();
    return answer;
  } catch (error) {
    const isWrong = error instanceof DomainError && error.kind === 'invalid';
    // Where the database is gone, what went wrong first is what is told.
    if (!isWrong) await forget().catch(() => undefined);
    throw error;
  }
}

/** Forgets wrong codes that count no longer. */
export const tidyTries = (ctx: Context): Promise<void> =>
  deleteOldFailures(ctx.db, new Date(ctx.now().getTime() - failureWindowMs));

const noteTry = (ctx: Context, memberId: string): Promise<string> =>
  inTransaction(ctx, async (trx) => {
    const now = ctx.now();
    const since = new Date(now.getTime() - failureWindowMs);
    const [oldest, ...others] = await lockFailures(trx, memberId, since);
    if (oldest && others.length + 1 >= mostFailures) {
      const wait = Math.ceil((oldest.getTime() - since.getTime()) / 1000);
      throw rateLimited(`输错次数过多，请 ${Math.ceil(wait / 60)} 分钟后再试`, wait);
    }
    return insertFailure(trx, memberId, now);
  });
