import type { z } from 'zod';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { hashPassword } from '../passwords.ts';
import { deleteSessionsOf, findMemberByMobile, updatePassword } from '../queries.ts';
import type { passwordReset } from '../schema.ts';
import { forgetFailures } from './attempts.ts';
import { checkCode, spendCode, wrongCode } from './codes.ts';
import { readPhone } from './phones.ts';
import { readNewPassword } from './register.ts';

/**
 * Gives the member of a proven number a new password and ends every session of theirs. For a number that nobody
 * has, every code is a wrong one.
 */
export async function resetPassword(ctx: Context, input: z.output<typeof passwordReset>): Promise<boolean> {
  const mobile = readPhone(input.phone);
  const secret = readNewPassword(input.password);
  const code = await checkCode(ctx, { channel: 'sms', recipient: mobile, purpose: 'reset' }, input.value);
  const passwordHash = await hashPassword(ctx.tenant, secret);
  await inTransaction(ctx, async (trx) => {
    const member = await findMemberByMobile(trx, mobile);
    if (!member || member.blocked_at) throw wrongCode();
    await spendCode(ctx, trx, code);
    await updatePassword(trx, member.id, passwordHash);
    await deleteSessionsOf(trx, member.id);
    await forgetFailures(trx, mobile);
  });
  return true;
}
