import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { rateLimited } from '#kernel/errors.ts';
import { countFailures, deleteFailure, deleteFailures, insertFailures, lockSubjects } from '../queries.ts';
import { networkOf } from './networks.ts';
import { type CheckedProof, proofRequired, spendProof } from './proofs.ts';

/** An attempt that is written down as failed until it is taken back. */
export type Attempt = { account: string; address: string; at: Date };

/** Ten wrong passwords or second factors for an account, fifty from an address, in a quarter of an hour. */
export const failureWindowMs = 15 * 60_000;
const mostFailures = { account: 10, address: 50 };
/** So many failures, and the next attempt needs a proof of work. */
const freeFailures = { account: 3, address: 20 };

type Attempting = {
  /** The mobile number, registered or not. */
  account: string;
  address: string;
  /** Nothing: no proof is asked for, since another one (a code, a WeChat person) came first. */
  proof?: CheckedProof | null;
};

/**
 * Writes the attempt down as a failure before the secret is looked at, and success takes it back: however many
 * guesses arrive at once, no more than the limit are looked at.
 * @throws rateLimited beyond it; SignInRefusal where a proof is due and `proof` is null or spent
 */
export async function noteAttempt(ctx: Context, { account, address, proof }: Attempting): Promise<Attempt> {
  const from = `address:${networkOf(address)}`;
  const attempt = { account: `account:${account}`, address: from, at: ctx.now() };
  const both = [attempt.account, attempt.address];
  const since = new Date(attempt.at.getTime() - failureWindowMs);
  await inTransaction(ctx, async (trx) => {
    await lockSubjects(trx, both);
    let isProofDue = false;
    for (const { subject, count, oldest } of await countFailures(trx, both, since)) {
      const of = subject === attempt.account ? 'account' : 'address';
      isProofDue ||= Number(count) >= freeFailures[of];
      if (Number(count) < mostFailures[of]) continue;
      const wait = Math.ceil((oldest.getTime() - since.getTime()) / 1000);
      throw rateLimited(`尝试次数过多，请 ${Math.ceil(wait / 60)} 分钟后再试`, wait);
    }
    if (isProofDue && proof === null) throw proofRequired();
    if (isProofDue && proof) await spendProof(trx, proof);
    await insertFailures(trx, both, attempt.at);
  });
  return attempt;
}

/**
 * It succeeded: nothing stands against the account, and the address gets this one back. Where the member's row is
 * locked too, that comes first everywhere, so that nobody waits in a circle.
 */
export async function clearAttempts(trx: Trx, { account, address, at }: Attempt): Promise<void> {
  await deleteFailures(trx, account);
  await deleteFailure(trx, address, at);
}

/** It was no guess: as if it had not been made. Earlier failures stand. */
export async function withdrawAttempt(ctx: Context, { account, address, at }: Attempt): Promise<void> {
  await inTransaction(ctx, async (trx) => {
    await deleteFailure(trx, account, at);
    await deleteFailure(trx, address, at);
  });
}
