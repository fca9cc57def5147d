import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { rateLimited } from '#kernel/errors.ts';
import { countFailures, insertFailures, lockSubjects } from '../queries.ts';
import { networkOf } from '../sign-in/networks.ts';

/** Twenty tokens of no invitation from an address in a quarter of an hour: more than anybody mistypes. */
const windowMs = 15 * 60_000;
const mostWrong = 20;

/** Writes a wrong token down. @throws rateLimited after too many from this address */
export async function noteWrongToken(ctx: Context, address: string): Promise<void> {
  const subject = `invitation:${networkOf(address)}`;
  const now = ctx.now();
  const since = new Date(now.getTime() - windowMs);
  await inTransaction(ctx, async (trx) => {
    await lockSubjects(trx, [subject]);
    const [failures] = await countFailures(trx, [subject], since);
    if (failures && Number(failures.count) >= mostWrong) {
      const wait = Math.ceil((failures.oldest.getTime() - since.getTime()) / 1000);
      throw rateLimited(`尝试次数过多，请 ${Math.ceil(wait / 60)} 分钟后再试`, wait);
    }
    await insertFailures(trx, [subject], now);
  });
}
