import { z } from 'zod';
import { portalSecret } from '#features/settings/index.ts';
import type { Context, Database, Trx } from '#kernel/context.ts';
import { challenge, type ProofChallenge } from '../schema.ts';
import { deleteExpiredProofs, insertSpentProof } from './queries.ts';
import { SignInRefusal } from './refusal.ts';

/** A proof of work that holds. It counts once it is spent. */
export type CheckedProof = { readonly signature: string; readonly expiresAt: Date };

const lifeMs = 5 * 60_000;

const payload = z.object({
  challenge: challenge.extend({ signature: z.string() }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
});

/**
 * A challenge whose solving costs a browser about 256 derivations of `cost` rounds of PBKDF2 and its checking one
 * (ALTCHA, version 2). Good for five minutes.
 */
export async function giveChallenge(ctx: Context, cost: number): Promise<ProofChallenge> {
  const expiresAt = Math.floor((ctx.now().getTime() + lifeMs) / 1000);
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

/** Whether a solved challenge is one of ours, in time and solved. @throws SignInRefusal */
export async function checkProof(ctx: Context, proof: string): Promise<CheckedProof> {
  const read = payload.safeParse(parse(proof));
  if (!read.success) throw refusal('安全验证（proof）不正确，请重试');
  const { challenge, solution } = read.data;
  const expiresAt = new Date(challenge.parameters.expiresAt * 1000);
  if (expiresAt <= ctx.now()) throw refusal('安全验证（proof）已过期，请重试');
  const { verifySolution, deriveKey } = await loadAltcha();
  const { verified } = await verifySolution({
    challenge,
    solution,
    deriveKey,
    hmacSignatureSecret: await portalSecret(ctx, 'proofs'),
  });
  if (!verified) throw refusal('安全验证（proof）不正确，请重试');
  return { signature: challenge.signature, expiresAt };
}

async function loadAltcha() {
  const [{ createChallenge, verifySolution }, { deriveKey }] = await Promise.all([
    import('altcha-lib'),
    import('altcha-lib/algorithms/pbkdf2'),
  ]);
  return { createChallenge, verifySolution, deriveKey };
}

/** Uses a proof up. @throws SignInRefusal for one that has been used */
export async function spendProof(db: Database | Trx, { signature, expiresAt }: CheckedProof): Promise<void> {
  if (!(await insertSpentProof(db, signature, expiresAt))) throw refusal('安全验证（proof）已使用，请重试');
}

/** Forgets proofs that have expired since: they are refused without being remembered. */
export const tidyProofs = (ctx: Context): Promise<void> =>
  deleteExpiredProofs(ctx.db, new Date(ctx.now().getTime() - lifeMs));

/** What a log-in without the proof it needs is answered. */
export const proofRequired = () => refusal('请完成安全验证后再登录');

const refusal = (message: string) => new SignInRefusal(message, { error: 'proof_required' });

function parse(proof: string): unknown {
  try {
    return JSON.parse(Buffer.from(proof, 'base64').toString('utf8'));
  } catch {
    return undefined;
  }
}
