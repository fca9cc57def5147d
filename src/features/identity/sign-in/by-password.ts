import type { z } from 'zod';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { invalid } from '#kernel/errors.ts';
import type { Origin } from '#kernel/http/calls.ts';
import type { IdentityParts } from '../parts.ts';
import { hashNewPassword, verifyPassword } from '../passwords.ts';
import { deleteSessionsOf, findMemberByMobile, updatePassword } from '../queries.ts';
import type { passwordReset, TokenAnswer, TokenFields } from '../schema.ts';
import { clearAttempts, countLogIn, countSecondFactor, resetFailures, undoAttempt } from './attempts.ts';
import { beginSession, totpRequired } from './begin-session.ts';
import { checkCode, consumeCode, wrongCode } from './codes.ts';
import { normalisePhone, parsePhone } from './phones.ts';
import { checkProof } from './proofs.ts';
import { parseNewPassword } from './register.ts';
import { recordAccountChange, recordSignInFailure } from './security-events.ts';
import { WrongSecret } from './sign-in-errors.ts';

/** Logs in by mobile number and password. Neither the response nor its timing reveals who is registered. */
export async function logInByPassword(
  ctx: Context,
  parts: IdentityParts,
  { username = '', password = '', proof, totp, agreement, privacy }: TokenFields,
  origin: Origin,
): Promise<TokenAnswer> {
  if (username === '') throw invalid('请输入手机号');
  if (password === '') throw invalid('请输入密码');
  const account = normalisePhone(username);
  const checkedProof = proof ? await checkProof(ctx, proof) : null;
  const attempt = await countLogIn(ctx, { account, origin, proof: checkedProof });
  const member = await findMemberByMobile(ctx.db, account);
  if (!(await verifyPassword(ctx.tenant, member?.password_hash, password)) || !member)
    throw new WrongSecret('手机号或密码不正确');
  if (member.totp_enabled_at) await undoAttempt(ctx, attempt);
  if (member.totp_enabled_at && !totp) throw totpRequired();
  const secondFactor = await countSecondFactor(ctx, member, totp, origin);
  return inTransaction(ctx, async (trx) => {
    const answer = await beginSession(ctx, trx, parts, {
      member,
      totp,
      consent: { agreement, privacy },
      origin,
    });
    await clearAttempts(trx, attempt, secondFactor);
    return answer;
  });
}

/** Sets a new password for a proven number and ends all sessions. For an unknown number every code is wrong. */
export async function resetPassword(
  ctx: Context,
  { settings }: Pick<IdentityParts, 'settings'>,
  input: z.output<typeof passwordReset>,
  origin: Origin,
): Promise<boolean> {
  const mobile = parsePhone(input.phone);
  const newPassword = parseNewPassword(input.password);
  const to = { channel: 'sms', recipient: mobile, purpose: 'reset' } as const;
  const code = await checkCode(ctx, to, input.value, origin).catch(
    recordSignInFailure(ctx, origin, { by: 'reset', account: mobile }),
  );
  const { site } = await settings(ctx);
  const passwordHash = await hashNewPassword(ctx.tenant, newPassword, { mobile, site: site.name });
  await inTransaction(ctx, async (trx) => {
    const member = await findMemberByMobile(trx, mobile);
    if (!member || member.blocked_at) throw wrongCode();
    await consumeCode(ctx, trx, code);
    await updatePassword(trx, member.id, passwordHash);
    await deleteSessionsOf(trx, member.id);
    await resetFailures(trx, mobile, origin);
    await recordAccountChange(ctx, trx, origin, member.id, '重设密码');
  });
  return true;
}
