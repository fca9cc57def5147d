import type { Context, Trx } from '#kernel/context.ts';
import {
  countHit,
  type Hit,
  type RateLimit,
  rateLimitKey,
  resetRateLimits,
  undoHit,
} from '#kernel/db/rate-limits.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { rateLimited } from '#kernel/errors.ts';
import type { MemberRow } from '../queries.ts';
import { type Caller, type CallerOrigin, identifyCaller } from './device-cookie.ts';
import { type CheckedProof, consumeProof, proofRequired } from './proofs.ts';
import { isKnownDevice } from './queries.ts';

/** An attempt that counts as failed until it is cleared. A success also resets all failures of `accountKeys`. */
export type Attempt = { hits: Hit[] /** Rate-limit keys. */; accountKeys: string[] };

/** A limit of wrong secrets within 15 minutes. */
export const failureLimit = (name: string, max: number): RateLimit => ({
  name: `identity.${name}`,
  max,
  windowMs: 15 * 60_000,
  refuse: (wait) => rateLimited(`尝试次数过多，请 ${Math.ceil(wait / 60)} 分钟后再试`, wait),
});

/** Above this limit an attempt requires a proof of work. */
const proofFreeLimit = (name: string, max: number): RateLimit => ({
  ...failureLimit(name, max),
  refuse: proofRequired,
});

// A stranger who guesses from elsewhere must not lock the owner out. Wrong passwords therefore count per account and
// network, per browser that has logged in before, and per session in an open session. Across networks, proofs of work
// protect the account.
const limits = {
  passwords: failureLimit('passwords', 10),
  network: failureLimit('network', 50),
  secondFactors: failureLimit('second-factors', 10),
  freeOfAccount: proofFreeLimit('free-of-account', 3),
  freeOfNetwork: proofFreeLimit('free-of-network', 20),
};

type LogInAttempt = {
  /** The mobile number, registered or not. */
  account: string;
  origin: CallerOrigin;
  proof: CheckedProof | null;
};

/**
 * Counts a password log-in as failed before the password is checked; a success undoes it. Of concurrent guesses no more
 * than the limit are therefore checked.
 * @throws rateLimited above the limit; SignInRefusal where a proof is required and `proof` is null or spent
 */
export function countLogIn(ctx: Context, { account, origin, proof }: LogInAttempt): Promise<Attempt> {
  return inTransaction(ctx, async (trx) => {
    const caller = identifyCaller(origin);
    const device = await findKnownDevice(trx, account, caller);
    if (device) {
      const hit = await countHit(ctx, trx, limits.passwords, device);
      return { hits: [hit], accountKeys: [hit.key] };
    }
    const accountHit = await countHit(ctx, trx, limits.passwords, `${account} ${caller.network}`);
    const hits = [accountHit, await countHit(ctx, trx, limits.network, caller.network)];
    if (proof) await consumeProof(trx, proof);
    else {
      hits.push(await countHit(ctx, trx, limits.freeOfAccount, account));
      hits.push(await countHit(ctx, trx, limits.freeOfNetwork, caller.network));
    }
    return { hits, accountKeys: [accountHit.key, rateLimitKey(limits.freeOfAccount, account)] };
  });
}

/** Counts a password entered again in an open session. @throws rateLimited after too many wrong ones */
export async function countPasswordAttempt(ctx: Context, sessionId: string): Promise<Attempt> {
  const hit = await countHit(ctx, ctx.db, limits.passwords, `session ${sessionId}`);
  return { hits: [hit], accountKeys: [hit.key] };
}

/**
 * Counts a guess at the second factor, which requires the right first factor. Counts nothing for a member without a
 * second factor, or if none was given. @throws rateLimited after too many wrong ones
 */
export async function countSecondFactor(
  ctx: Context,
  member: Pick<MemberRow, 'mobile' | 'totp_enabled_at'> | undefined,
  totp: string | undefined,
  origin: CallerOrigin,
): Promise<Attempt> {
  if (!member?.totp_enabled_at || !totp) return { hits: [], accountKeys: [] };
  const device = await findKnownDevice(ctx.db, member.mobile, identifyCaller(origin));
  const hit = await countHit(ctx, ctx.db, limits.secondFactors, device ?? member.mobile);
  return { hits: [hit], accountKeys: [hit.key] };
}

/** Counts a code that is to confirm a new second factor. It has a subject of its own: log-ins do not count against it. */
export async function countNewFactor(ctx: Context, memberId: string): Promise<Attempt> {
  const hit = await countHit(ctx, ctx.db, limits.secondFactors, `new ${memberId}`);
  return { hits: [hit], accountKeys: [hit.key] };
}

/**
 * After a success: resets the failures of the account and undoes this attempt's hit on the network. Every caller locks
 * the member's row before these rows, which prevents deadlocks.
 */
export async function clearAttempts(trx: Trx, ...attempts: Attempt[]): Promise<void> {
  const keys = attempts.flatMap(({ accountKeys }) => accountKeys);
  if (keys.length > 0) await resetRateLimits(trx, keys);
  for (const hit of attempts.flatMap(({ hits }) => hits))
    if (!keys.includes(hit.key)) await undoHit(trx, hit);
}

/** Undoes an attempt that was not a guess. Earlier failures still count. */
export async function undoAttempt(ctx: Context, { hits }: Attempt): Promise<void> {
  await inTransaction(ctx, async (trx) => {
    for (const hit of hits) await undoHit(trx, hit);
  });
}

/** Resets the failures of an account that count for all networks, and those from the network of `origin`. */
export const resetFailures = (trx: Trx, mobile: string, origin?: CallerOrigin) =>
  resetRateLimits(trx, [
    rateLimitKey(limits.freeOfAccount, mobile),
    rateLimitKey(limits.secondFactors, mobile),
    ...(origin ? [rateLimitKey(limits.passwords, `${mobile} ${identifyCaller(origin).network}`)] : []),
  ]);

/** Returns the rate-limit subject of a browser that has logged in to this account before; null for any other. */
async function findKnownDevice(
  db: Parameters<typeof isKnownDevice>[0],
  mobile: string,
  { device }: Caller,
): Promise<string | null> {
  if (!device || !(await isKnownDevice(db, mobile, device))) return null;
  return `${mobile} device ${device.toString('base64url')}`;
}
