import { createHash, randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import {
  consumeRecoveryCode,
  consumeTotpStep,
  deleteTotp,
  lockSealedTotp,
  lockUnsealedTotp,
  updateTotpSecret,
} from './totp-queries.ts';

// The RFC 6238 parameters that every authenticator supports: SHA-1, six digits, 30 seconds.
const algorithm = 'SHA1';
const digits = 6;
/** Seconds for which a code is valid. */
const period = 30;
/** Accepted steps before and after the current one, for clock skew and typing time. */
const window = 1;

const recoveryCodeCount = 10;
// Without characters that are easily confused: 0 and O; 1, I and L; U and V.
const alphabet = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';
// 117 bits: from 112 bits on, an unsalted hash may store a code (ASVS 5, 6.5.2). Older versions issued 10 characters.
const codeLength = 24;
const oldCodeLength = 10;
const groupLength = 6;

/** Generates a secret of 160 bits in Base32, which people can type. */
export const generateTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** Returns the URI that the QR code gives an authenticator. The app shows `account`, so pass a masked value. */
export const totpUri = (secret: string, issuer: string, account: string): string =>
  new TOTP({
    issuer,
    label: account,
    algorithm,
    digits,
    period,
    secret: Secret.fromBase32(secret),
  }).toString();

/** Returns the time step of a code, or null if it is wrong; accepts the previous and the next step too. */
export function findTotpStep(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const timestamp = now.getTime();
  const totp = new TOTP({ algorithm, digits, period, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, timestamp, window });
  return delta === null ? null : TOTP.counter({ period, timestamp }) + delta;
}

/**
 * Returns whether the value is the member's current authenticator code or one of their recovery codes, and consumes it:
 * a code works once, also for two concurrent callers. A rollback restores it. The caller must count the tries.
 */
export async function verifyTotp(
  ctx: Context,
  trx: Trx,
  member: { id: string; totp_secret: string | null },
  value: string,
): Promise<boolean> {
  const code = value.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase();
  if (member.totp_secret === null) return false;
  const step = findTotpStep(ctx.tenant.seals.open(member.totp_secret, 'totp'), code, ctx.now());
  if (step !== null) return consumeTotpStep(trx, member.id, step);
  return (
    hasRecoveryCodeLength(code) && consumeRecoveryCode(trx, member.id, hashRecoveryCode(code), ctx.now())
  );
}

/** Encrypts secrets that an older version or a restored archive stored as plain text. May be repeated. */
export async function sealTotpSecrets(ctx: Context): Promise<void> {
  const { seals } = ctx.tenant;
  for (;;) {
    const count = await inTransaction(ctx, async (trx) => {
      const members = await lockUnsealedTotp(trx, 100);
      for (const { id, totp_secret } of members)
        if (totp_secret) await updateTotpSecret(trx, id, seals.seal(totp_secret, 'totp'));
      return members.length;
    });
    if (count === 0) return;
  }
}

/** Deletes all encrypted second factors, for when the encryption key is lost. @returns the number of members */
export const deleteSealedTotp = (ctx: Context): Promise<number> =>
  inTransaction(ctx, async (trx) => {
    const ids = await lockSealedTotp(trx);
    for (const id of ids) await deleteTotp(trx, id);
    return ids.length;
  });

const hasRecoveryCodeLength = ({ length }: string): boolean =>
  length === codeLength || length === oldCodeLength;

/** Generates ten codes for a lost authenticator. They are shown once; only their hashes are stored. */
export function generateRecoveryCodes(): { shown: string[]; hashes: Buffer[] } {
  const codes = Array.from({ length: recoveryCodeCount }, () =>
    Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join(''),
  );
  return {
    shown: codes.map((code) => (code.match(new RegExp(`.{${groupLength}}`, 'g')) ?? []).join('-')),
    hashes: codes.map(hashRecoveryCode),
  };
}

const hashRecoveryCode = (code: string): Buffer => createHash('sha256').update(code).digest();
