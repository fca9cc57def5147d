import { z } from 'zod';
import { portalSecret } from '#features/settings/index.ts';
import type { Context, Database, Trx } from '#kernel/context.ts';
import { challenge, type ProofChallenge } from '../schema.ts';
import { deleteExpiredProofs, insertSpentProof } from './queries.ts';
import { SignInRefusal } from './sign-in-errors.ts';

/** A valid proof of work. It has no effect until it is consumed. */
export type CheckedProof = { readonly signature: string; readonly expiresAt: Date };

const challengeLifeMs = 5 * 60_000;

const payload = z.object({
  challenge: challenge.extend({ signature: z.string() }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
});

/**
 * Issues a challenge that costs a browser about 256 derivations of `cost` rounds of PBKDF2, and the server one
 * derivation to check (ALTCHA, version 2). It is valid for five minutes.
 */
export async function issueChallenge(ctx: Context, cost: number): Promise<ProofChallenge> {
  const expiresAt = Math.floor((ctx.now().getTime() + challengeLifeMs) / 1000);
  const { createChallenge, deriveKey } = await loadAltcha();
  const { parameters, signature } = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost,
    deriveKey,
    expiresAt,
    hmacSignatureSecret: await portalSecret(ctx, 'proofs'),
  });
  return { parameters: { ...parameters, expiresAt }, signature };
}

/** Checks that a challenge was issued here, is solved and has not expired. @throws SignInRefusal */
export async function checkProof(ctx: Context, proof: string): Promise<CheckedProof> {
  const parsed = payload.safeParse(decodeProof(proof));
  if (!parsed.success) throw proofError('安全验证不正确，请重试');
  const { challenge, solution } = parsed.data;
  const expiresAt = new Date(challenge.parameters.expiresAt * 1000);
  if (expiresAt <= ctx.now()) throw proofError('安全验证已过期，请重试');
  const { verifySolution, deriveKey } = await loadAltcha();
  const { verified } = await verifySolution({
    challenge,
    solution,
    deriveKey,
    hmacSignatureSecret: await portalSecret(ctx, 'proofs'),
  });
  if (!verified) throw proofError('安全验证不正确，请重试');
  return { signature: challenge.signature, expiresAt };
}

async function loadAltcha() {
  const [{ createChallenge, verifySolution }, { deriveKey }] = await Promise.all([
    import('altcha-lib'),
    import('altcha-lib/algorithms/pbkdf2'),
  ]);
  return { createChallenge, verifySolution, deriveKey };
}

/** Consumes a proof. @throws SignInRefusal if it was used before */
export async function consumeProof(
  db: Database | Trx,
  { signature, expiresAt }: CheckedProof,
): Promise<void> {
  if (!(await insertSpentProof(db, signature, expiresAt))) throw proofError('安全验证已使用，请重试');
}

/** Deletes expired proofs: they are rejected by their expiry alone. */
export const tidyProofs = (ctx: Context): Promise<void> =>
  deleteExpiredProofs(ctx.db, new Date(ctx.now().getTime() - challengeLifeMs));

/** The error for a log-in that lacks a required proof. */
export const proofRequired = () => proofError('请完成安全验证后再登录');

const proofError = (message: string) => new SignInRefusal(message, { error: 'proof_required' });

function decodeProof(proof: string): unknown {
  try {
    return JSON.parse(Buffer.from(proof, 'base64').toString('utf8'));
  } catch {
    return undefined;
  }
}
