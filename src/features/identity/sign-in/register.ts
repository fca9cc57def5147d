import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, invalid } from '#kernel/errors.ts';
import type { Origin } from '#kernel/http/calls.ts';
import { isId } from '#shared/ids.ts';
import type { MemberRegistered } from '../events.ts';
import { newName, readName } from '../names.ts';
import type { IdentityParts } from '../parts.ts';
import { hashNewPassword } from '../passwords.ts';
import { findMemberByMobile, insertMember, type MemberRow } from '../queries.ts';
import type { TokenAnswer, TokenFields } from '../schema.ts';
import { accountChanged, beginSession } from './begin-session.ts';
import { checkCode, spendCode } from './codes.ts';
import { type Consent, readConsents, recordConsents } from './consents.ts';
import { readPhone } from './phones.ts';

/**
 * Registers a mobile number with a password and logs in. @throws conflict, for who has the right code, when the
 * number is registered; of two at once one is
 */
export async function register(
  ctx: Context,
  parts: IdentityParts,
  { phone, value, password, nickname, fromPost: from, ...consent }: TokenFields,
  origin: Origin,
): Promise<TokenAnswer> {
  const mobile = readPhone(phone);
  const secret = readNewPassword(password);
  const name = nickname ? { name: readName(nickname, 'nickname') } : {};
  const consents = await readConsents(ctx, consent);
  const code = await checkCode(
    ctx,
    { channel: 'sms', recipient: mobile, purpose: 'register' },
    value,
    origin,
  );
  const { site } = await parts.settings(ctx);
  const passwordHash = await hashNewPassword(ctx.tenant, secret, { mobile, ...name, site: site.name });
  return inTransaction(ctx, async (trx) => {
    await spendCode(ctx, trx, code);
    const newcomer = { mobile, ...name, passwordHash, consents, address: origin.address, from };
    const member = await addNewMember(ctx, trx, newcomer);
    if (!member) throw conflict('该手机号已注册，请直接登录；忘记密码可用短信验证码登录或重设');
    return beginSession(ctx, trx, parts, { member, totp: undefined, origin });
  });
}

/** A password somebody chooses. @throws invalid unless it has 8 to 100 characters */
export function readNewPassword(password: string | undefined): string {
  if (!password) throw invalid('请设置密码（password），8 到 100 个字符');
  if (password.length < 8 || password.length > 100) throw invalid('密码（password）应为 8 到 100 个字符');
  return password;
}

type NewMember = {
  mobile: string;
  name?: string;
  passwordHash?: string;
  consents: Consent[];
  address: string;
  /** The piece they came from, by their word. */
  from?: string | undefined;
};

/**
 * Makes a member of a number that has been proven, and writes down what they agreed to. Of two who register one
 * number at once the constraint lets one in. @returns nothing for the other
 */
async function addNewMember(
  ctx: Context,
  trx: Trx,
  { mobile, name = newName(), passwordHash, consents, address, from = '' }: NewMember,
): Promise<MemberRow | undefined> {
  const member = await insertMember(trx, { mobile, name, password_hash: passwordHash ?? null });
  if (!member) return undefined;
  await recordConsents(ctx, trx, member.id, consents, address);
  // It is a hint from the browser: what is no number says nothing, and is no reason to turn somebody away.
  const event: MemberRegistered = { memberId: member.id, from: isId(from) ? from : null, at: ctx.now() };
  await ctx.events.emit(ctx, trx, 'member.registered', event);
  return member;
}

/**
 * The member of a proven number, made if there is none; whoever came first is it. @throws invalid when the number is
 * no longer `known`'s, who were not asked for their consent
 */
export async function findOrAddMember(
  ctx: Context,
  trx: Trx,
  newcomer: NewMember,
  known: MemberRow | undefined,
): Promise<MemberRow> {
  const { mobile, consents, address } = newcomer;
  const added = await addNewMember(ctx, trx, newcomer);
  const member = added ?? (await findMemberByMobile(trx, mobile));
  if (!member) throw new Error('a member vanished between two statements');
  if (known && known.id !== member.id) throw accountChanged();
  if (!added) await recordConsents(ctx, trx, member.id, consents, address);
  return member;
}
