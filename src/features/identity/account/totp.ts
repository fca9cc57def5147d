import { createHash, randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import {
  listOpenTotp,
  listSealedTotp,
  takeRecoveryCode,
  takeTotpStep,
  updateTotpEnded,
  updateTotpSecret,
} from './totp-queries.ts';

// RFC 6238 as every authenticator speaks it: SHA-1, six digits, half a minute.
const algorithm = 'SHA1';
const digits = 6;
/** Seconds a code is shown. */
const period = 30;
/** Steps before and after now that are taken: clocks differ, and typing takes time. */
const window = 1;

const mostCodes = 10;
// Without what is read wrongly: 0 and O, 1, I and L, U beside V.
const alphabet = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';
// 117 bits: from 112 bits on a plain hash may keep a code (ASVS 5, 6.5.2). Codes of older versions have 10 characters.
const codeLength = 24;
const oldCodeLength = 10;
const groupLength = 6;

/** A new secret of 160 bits, in the Base32 that people type. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** What an authenticator is told by a QR code. `account` is shown in it, so it should not tell too much. */
export const totpUri = (secret: string, issuer: string, account: string): string =>
  new TOTP({
    issuer,
    label: account,
    algorithm,
    digits,
    period,
    secret: Secret.fromBase32(secret),
  }).toString();

/** The time step whose code this is, or null; the step before and the one after count too. */
export function totpStep(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const timestamp = now.getTime();
  const totp = new TOTP({ algorithm, digits, period, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, timestamp, window });
  return delta === null ? null : TOTP.counter({ period, timestamp }) + delta;
}

/**
 * Whether this is the member's authenticator code of now, or one of their recovery codes. It is used up: a code
 * works once, even for two who show it at the same time. What is rolled back was not used; who calls this counts
 * the tries.
 */
export async function verifyTotp(
  ctx: Context,
  trx: Trx,
  member: { id: string; totp_secret: string | null },
  value: string,
): Promise<boolean> {
  const code = value.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase();
  if (member.totp_secret === null) return false;
  const step = totpStep(ctx.tenant.seals.open(member.totp_secret, 'totp'), code, ctx.now());
  if (step !== null) return takeTotpStep(trx, member.id, step);
  return isRecoveryCode(code) && takeRecoveryCode(trx, member.id, hashRecoveryCode(code), ctx.now());
}

/** Seals secrets that were stored open, by an older version or by a restored archive. May be repeated. */
export async function sealTotpSecrets(ctx: Context): Promise<void> {
  const { seals } = ctx.tenant;
  for (;;) {
    const count = await inTransaction(ctx, async (trx) => {
      const members = await listOpenTotp(trx, 100);
      for (const { id, totp_secret } of members)
        if (totp_secret) await updateTotpSecret(trx, id, seals.seal(totp_secret, 'totp'));
      return members.length;
    });
    if (count === 0) return;
  }
}

/** Ends the second factors that are sealed, for when the key is lost. @returns how many */
export const forgetSealedTotp = (ctx: Context): Promise<number> =>
  inTransaction(ctx, async (trx) => {
    const ids = await listSealedTotp(trx);
    for (const id of ids) await updateTotpEnded(trx, id);
    return ids.length;
  });

const isRecoveryCode = ({ length }: string): boolean => length === codeLength || length === oldCodeLength;

/** Ten codes for the day the authenticator is lost; shown once, kept hashed. */
export function newRecoveryCodes(): { shown: string[]; hashes: Buffer[] } {
  const codes = Array.from({ length: mostCodes }, () =>
    Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join(''),
  );
  return {
    shown: codes.map((code) => (code.match(new RegExp(`.{${groupLength}}`, 'g')) ?? []).join('-')),
    hashes: codes.map(hashRecoveryCode),
  };
}

const hashRecoveryCode = (code: string): Buffer => createHash('sha256').update(code).digest();
