import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, invalid } from '#kernel/errors.ts';
import type { Origin } from '#kernel/http/calls.ts';
import { readName } from '../names.ts';
import { hashPassword } from '../passwords.ts';
import type { TokenAnswer, TokenFields } from '../schema.ts';
import { beginSession, type StaffRule } from './begin-session.ts';
import { checkCode, spendCode } from './codes.ts';
import { readConsents } from './consents.ts';
import { addNewMember } from './join.ts';
import { readPhone } from './phones.ts';

/**
 * Registers a mobile number with a password and logs in. @throws conflict, for who has the right code, when the
 * number is registered; of two at once one is
 */
export async function register(
  ctx: Context,
  rule: StaffRule,
  { phone, value, password, nickname, fromPost: from, ...consent }: TokenFields,
  origin: Origin,
): Promise<TokenAnswer> {
  const mobile = readPhone(phone);
  const secret = readNewPassword(password);
  const name = nickname ? { name: readName(nickname, 'nickname') } : {};
  const consents = await readConsents(ctx, consent);
  const code = await checkCode(ctx, { channel: 'sms', recipient: mobile, purpose: 'register' }, value);
  const passwordHash = await hashPassword(ctx.tenant, secret);
  return inTransaction(ctx, async (trx) => {
    await spendCode(ctx, trx, code);
    const newcomer = { mobile, ...name, passwordHash, consents, address: origin.address, from };
    const member = await addNewMember(ctx, trx, newcomer);
    if (!member) throw conflict('该手机号已注册，请直接登录；忘记密码可用短信验证码登录或重设');
    return beginSession(ctx, trx, rule, { member, totp: undefined, origin });
  });
}

/** A password somebody chooses. @throws invalid unless it has 8 to 100 characters */
export function readNewPassword(password: string | undefined): string {
  if (!password) throw invalid('请设置密码（password），8 到 100 个字符');
  if (password.length < 8 || password.length > 100) throw invalid('密码（password）应为 8 到 100 个字符');
  return password;
}
