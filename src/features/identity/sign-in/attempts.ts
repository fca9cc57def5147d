import type { Context, Trx } from '#kernel/context.ts';
import {
  countHit,
  type Hit,
  type RateLimit,
  rateLimitKey,
  resetRateLimits,
  takeBackHit,
} from '#kernel/db/rate-limits.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { rateLimited } from '#kernel/errors.ts';
import { networkOf } from '#kernel/http/networks.ts';
import { type CheckedProof, proofRequired, spendProof } from './proofs.ts';

/** An attempt that is written down as failed until it is taken back. */
export type Attempt = { account: Hit; address: Hit };

/** Of wrong secrets, whichever they are for. */
export const failureLimit = (name: string, max: number): RateLimit => ({
  name: `identity.${name}`,
  max,
  windowMs: 15 * 60_000,
  refuse: (wait) => rateLimited(`尝试次数过多，请 ${Math.ceil(wait / 60)} 分钟后再试`, wait),
});

/** Wrong passwords and second factors. */
const limits = { account: failureLimit('account', 10), address: failureLimit('address', 50) };
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
export function noteAttempt(ctx: Context, { account, address, proof }: Attempting): Promise<Attempt> {
  return inTransaction(ctx, async (trx) => {
    const attempt = {
      account: await countHit(ctx, trx, limits.account, account),
      address: await countHit(ctx, trx, limits.address, networkOf(address)),
    };
    const isProofDue =
      attempt.account.count > freeFailures.account || attempt.address.count > freeFailures.address;
    if (isProofDue && proof === null) throw proofRequired();
    if (isProofDue && proof) await spendProof(trx, proof);
    return attempt;
  });
}

/**
 * It succeeded: nothing stands against the account, and the address gets this one back. Where the member's row is
 * locked too, that comes first everywhere, so that nobody waits in a circle.
 */
export async function clearAttempts(trx: Trx, { account, address }: Attempt): Promise<void> {
  await resetRateLimits(trx, [account.key]);
  await takeBackHit(trx, address);
}

/** It was no guess: as if it had not been made. Earlier failures stand. */
export async function withdrawAttempt(ctx: Context, { account, address }: Attempt): Promise<void> {
  await inTransaction(ctx, async (trx) => {
    await takeBackHit(trx, account);
    await takeBackHit(trx, address);
  });
}

/** Forgets the failures of an account. */
export const forgetFailures = (trx: Trx, mobile: string): Promise<void> =>
  resetRateLimits(trx, [rateLimitKey(limits.account, mobile)]);
