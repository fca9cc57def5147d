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
import type { MemberRow } from '../queries.ts';
import { type Caller, type CallerOrigin, readCaller } from './devices.ts';
import { type CheckedProof, proofRequired, spendProof } from './proofs.ts';
import { isKnownDevice } from './queries.ts';

/** An attempt that counts as failed until it is taken back. A success also forgets all failures of `ofAccount`. */
export type Attempt = { hits: Hit[] /** Keys of rate limits. */; ofAccount: string[] };

/** A limit of wrong secrets within 15 minutes. */
export const failureLimit = (name: string, max: number): RateLimit => ({
  name: `identity.${name}`,
  max,
  windowMs: 15 * 60_000,
  refuse: (wait) => rateLimited(`尝试次数过多，请 ${Math.ceil(wait / 60)} 分钟后再试`, wait),
});

/** Beyond it an attempt needs a proof of work. */
const freeFailures = (name: string, max: number): RateLimit => ({
  ...failureLimit(name, max),
  refuse: proofRequired,
});

// A stranger who guesses from elsewhere must not lock the owner out. So wrong passwords count for an account and a
// network together, for a browser that has logged in before alone, and in an open session for that session. Over all
// networks an account is guarded by proofs of work.
const limits = {
  passwords: failureLimit('passwords', 10),
  network: failureLimit('network', 50),
  secondFactors: failureLimit('second-factors', 10),
  freeOfAccount: freeFailures('free-of-account', 3),
  freeOfNetwork: freeFailures('free-of-network', 20),
};

type LogIn = {
  /** The mobile number, registered or not. */
  account: string;
  origin: CallerOrigin;
  proof: CheckedProof | null;
};

/**
 * Counts a log-in by password as failed before the password is looked at, and success takes it back: however many
 * guesses arrive at once, no more than the limit are looked at.
 * @throws rateLimited beyond it; SignInRefusal where a proof is due and `proof` is null or spent
 */
export function noteLogIn(ctx: Context, { account, origin, proof }: LogIn): Promise<Attempt> {
  return inTransaction(ctx, async (trx) => {
    const caller = readCaller(origin);
    const device = await findKnownDevice(trx, account, caller);
    if (device) {
      const hit = await countHit(ctx, trx, limits.passwords, device);
      return { hits: [hit], ofAccount: [hit.key] };
    }
    const own = await countHit(ctx, trx, limits.passwords, `${account} ${caller.network}`);
    const hits = [own, await countHit(ctx, trx, limits.network, caller.network)];
    if (proof) await spendProof(trx, proof);
    else {
      hits.push(await countHit(ctx, trx, limits.freeOfAccount, account));
      hits.push(await countHit(ctx, trx, limits.freeOfNetwork, caller.network));
    }
    return { hits, ofAccount: [own.key, rateLimitKey(limits.freeOfAccount, account)] };
  });
}

/** Counts a password that is asked for again in an open session. @throws rateLimited after too many wrong ones */
export async function notePasswordOf(ctx: Context, sessionId: string): Promise<Attempt> {
  const hit = await countHit(ctx, ctx.db, limits.passwords, `session ${sessionId}`);
  return { hits: [hit], ofAccount: [hit.key] };
}

/**
 * Counts a guess at the second factor, which only a caller with the right first one makes; nothing for a member
 * without one, or before it was given. @throws rateLimited after too many wrong ones
 */
export async function noteSecondFactor(
  ctx: Context,
  member: Pick<MemberRow, 'mobile' | 'totp_enabled_at'> | undefined,
  totp: string | undefined,
  origin: CallerOrigin,
): Promise<Attempt> {
  if (!member?.totp_enabled_at || !totp) return { hits: [], ofAccount: [] };
  const device = await findKnownDevice(ctx.db, member.mobile, readCaller(origin));
  const hit = await countHit(ctx, ctx.db, limits.secondFactors, device ?? member.mobile);
  return { hits: [hit], ofAccount: [hit.key] };
}

/**
 * It succeeded: nothing counts against the account any more, and the network gets this one back. The member's row is
 * locked before these rows everywhere, which prevents deadlocks.
 */
export async function clearAttempts(trx: Trx, ...attempts: Attempt[]): Promise<void> {
  const keys = attempts.flatMap(({ ofAccount }) => ofAccount);
  if (keys.length > 0) await resetRateLimits(trx, keys);
  for (const hit of attempts.flatMap(({ hits }) => hits))
    if (!keys.includes(hit.key)) await takeBackHit(trx, hit);
}

/** It was no guess: as if it had not been made. Earlier failures stay. */
export async function withdrawAttempt(ctx: Context, { hits }: Attempt): Promise<void> {
  await inTransaction(ctx, async (trx) => {
    for (const hit of hits) await takeBackHit(trx, hit);
  });
}

/** Forgets the failures of an account that count for all networks, and those from the network of `address`. */
export const forgetFailures = (trx: Trx, mobile: string, origin?: CallerOrigin) =>
  resetRateLimits(trx, [
    rateLimitKey(limits.freeOfAccount, mobile),
    rateLimitKey(limits.secondFactors, mobile),
    ...(origin ? [rateLimitKey(limits.passwords, `${mobile} ${readCaller(origin).network}`)] : []),
  ]);

/** The subject of limits for a browser that this account was opened with before; null for any other. */
async function findKnownDevice(
  db: Parameters<typeof isKnownDevice>[0],
  mobile: string,
  { device }: Caller,
): Promise<string | null> {
  if (!device || !(await isKnownDevice(db, mobile, device))) return null;
  return `${mobile} device ${device.toString('base64url')}`;
}
