import type { z } from 'zod';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { invalid } from '#kernel/errors.ts';
import type { Origin } from '#kernel/http/calls.ts';
import type { IdentityParts } from '../parts.ts';
import { checkPassword, hashNewPassword } from '../passwords.ts';
import { deleteSessionsOf, findMemberByMobile, updatePassword } from '../queries.ts';
import type { passwordReset, TokenAnswer, TokenFields } from '../schema.ts';
import { clearAttempts, forgetFailures, noteLogIn, noteSecondFactor, withdrawAttempt } from './attempts.ts';
import { beginSession, totpRequired } from './begin-session.ts';
import { checkCode, spendCode, wrongCode } from './codes.ts';
import { readPhone, writePhone } from './phones.ts';
import { checkProof } from './proofs.ts';
import { WrongSecret } from './refusal.ts';
import { readNewPassword } from './register.ts';
import { recordAccountChange, recordFailure } from './security.ts';

/** Logs in by mobile number and password. Who is registered shows neither in the answer nor in its time. */
export async function logInByPassword(
  ctx: Context,
  parts: IdentityParts,
  { username = '', password = '', proof, totp, agreement, privacy }: TokenFields,
  origin: Origin,
): Promise<TokenAnswer> {
  if (username === '') throw invalid('请输入手机号');
  if (password === '') throw invalid('请输入密码');
  const account = writePhone(username);
  const checked = proof ? await checkProof(ctx, proof) : null;
  const attempt = await noteLogIn(ctx, { account, origin, proof: checked });
  const member = await findMemberByMobile(ctx.db, account);
  if (!(await checkPassword(ctx.tenant, member?.password_hash, password)) || !member)
    throw new WrongSecret('手机号或密码不正确');
  if (member.totp_enabled_at) await withdrawAttempt(ctx, attempt);
  if (member.totp_enabled_at && !totp) throw totpRequired();
  const second = await noteSecondFactor(ctx, member, totp, origin);
  return inTransaction(ctx, async (trx) => {
    const answer = await beginSession(ctx, trx, parts, {
      member,
      totp,
      consent: { agreement, privacy },
      origin,
    });
    await clearAttempts(trx, attempt, second);
    return answer;
  });
}

/**
 * Gives the member of a proven number a new password and ends every session of theirs. For a number that nobody
 * has, every code is a wrong one.
 */
export async function resetPassword(
  ctx: Context,
  { settings }: Pick<IdentityParts, 'settings'>,
  input: z.output<typeof passwordReset>,
  origin: Origin,
): Promise<boolean> {
  const mobile = readPhone(input.phone);
  const secret = readNewPassword(input.password);
  const to = { channel: 'sms', recipient: mobile, purpose: 'reset' } as const;
  const code = await checkCode(ctx, to, input.value, origin).catch(
    recordFailure(ctx, origin, { by: 'reset', account: mobile }),
  );
  const { site } = await settings(ctx);
  const passwordHash = await hashNewPassword(ctx.tenant, secret, { mobile, site: site.name });
  await inTransaction(ctx, async (trx) => {
    const member = await findMemberByMobile(trx, mobile);
    if (!member || member.blocked_at) throw wrongCode();
    await spendCode(ctx, trx, code);
    await updatePassword(trx, member.id, passwordHash);
    await deleteSessionsOf(trx, member.id);
    await forgetFailures(trx, mobile, origin);
    await recordAccountChange(ctx, trx, origin, member.id, '重设密码');
  });
  return true;
}
