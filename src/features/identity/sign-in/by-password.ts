import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { invalid } from '#kernel/errors.ts';
import type { Origin } from '#kernel/http/calls.ts';
import { checkPassword } from '../passwords.ts';
import { findMemberByMobile } from '../queries.ts';
import type { TokenAnswer, TokenFields } from '../schema.ts';
import { clearAttempts, noteAttempt, withdrawAttempt } from './attempts.ts';
import { beginSession, type StaffRule } from './begin-session.ts';
import { writePhone } from './phones.ts';
import { checkProof } from './proofs.ts';
import { totpRequired } from './second-factor.ts';

/** Logs in by mobile number and password. Who is registered shows neither in the answer nor in its time. */
export async function logInByPassword(
  ctx: Context,
  rule: StaffRule,
  { username = '', password = '', proof, totp, agreement, privacy }: TokenFields,
  origin: Origin,
): Promise<TokenAnswer> {
  if (username === '') throw invalid('请输入手机号');
  if (password === '') throw invalid('请输入密码');
  const account = writePhone(username);
  const attempt = await noteAttempt(ctx, {
    account,
    address: origin.address,
    proof: proof ? await checkProof(ctx, proof) : null,
  });
  const member = await findMemberByMobile(ctx.db, account);
  if (!(await checkPassword(ctx.tenant, member?.password_hash, password)) || !member)
    throw invalid('手机号或密码不正确');
  if (member.totp_enabled_at && !totp) {
    await withdrawAttempt(ctx, attempt);
    throw totpRequired();
  }
  return inTransaction(ctx, async (trx) => {
    const answer = await beginSession(ctx, trx, rule, {
      member,
      totp,
      consent: { agreement, privacy },
      origin,
    });
    await clearAttempts(trx, attempt);
    return answer;
  });
}
