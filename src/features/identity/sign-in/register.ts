import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, invalid } from '#kernel/errors.ts';
import type { Origin } from '#kernel/http/calls.ts';
import { isId } from '#shared/ids.ts';
import type { MemberRegistered } from '../events.ts';
import { generateName, parseName } from '../member-names.ts';
import type { IdentityParts } from '../parts.ts';
import { hashNewPassword } from '../passwords.ts';
import { findMemberByMobile, insertMember, type MemberRow } from '../queries.ts';
import type { TokenAnswer, TokenFields } from '../schema.ts';
import { accountChanged, beginSession } from './begin-session.ts';
import { checkCode, consumeCode } from './codes.ts';
import { type Consent, recordConsents, requireConsents } from './consents.ts';
import { parsePhone } from './phones.ts';

/**
 * Registers a mobile number with a password and logs in. @throws conflict when the number is registered, only for a
 * right code; also for the second of two concurrent registrations
 */
export async function register(
  ctx: Context,
  parts: IdentityParts,
  { phone, value, password, nickname, fromPost: from, ...consent }: TokenFields,
  origin: Origin,
): Promise<TokenAnswer> {
  const mobile = parsePhone(phone);
  const newPassword = parseNewPassword(password);
  const chosenName = nickname ? { name: parseName(nickname, 'nickname') } : {};
  const consents = await requireConsents(ctx, consent);
  const code = await checkCode(
    ctx,
    { channel: 'sms', recipient: mobile, purpose: 'register' },
    value,
    origin,
  );
  const { site } = await parts.settings(ctx);
  const passwordHash = await hashNewPassword(ctx.tenant, newPassword, {
    mobile,
    ...chosenName,
    site: site.name,
  });
  return inTransaction(ctx, async (trx) => {
    await consumeCode(ctx, trx, code);
    const newcomer = { mobile, ...chosenName, passwordHash, consents, address: origin.address, from };
    const member = await createMember(ctx, trx, newcomer);
    if (!member) throw conflict('该手机号已注册，请直接登录；忘记密码可用短信验证码登录或重设');
    return beginSession(ctx, trx, parts, { member, totp: undefined, origin });
  });
}

/** Validates a new password. @throws invalid unless it has 8 to 100 characters */
export function parseNewPassword(password: string | undefined): string {
  if (!password) throw invalid('请设置密码，8 到 100 个字符', 'password');
  if (password.length < 8 || password.length > 100) throw invalid('密码应为 8 到 100 个字符', 'password');
  return password;
}

type NewMember = {
  mobile: string;
  name?: string;
  passwordHash?: string;
  consents: Consent[];
  address: string;
  /** The post the person came from, as the client reports it. */
  from?: string | undefined;
};

/**
 * Creates a member for a number that they proved or staff entered, and records the consents. The unique constraint lets one of two concurrent
 * registrations win. @returns undefined for the other
 */
export async function createMember(
  ctx: Context,
  trx: Trx,
  { mobile, name = generateName(), passwordHash, consents, address, from = '' }: NewMember,
): Promise<MemberRow | undefined> {
  const member = await insertMember(trx, { mobile, name, password_hash: passwordHash ?? null });
  if (!member) return undefined;
  await recordConsents(ctx, trx, member.id, consents, address);
  // `from` is a hint from the browser: an invalid id is ignored and does not fail the registration.
  const event: MemberRegistered = { memberId: member.id, from: isId(from) ? from : null, at: ctx.now() };
  await ctx.events.emit(ctx, trx, 'member.registered', event);
  return member;
}

/**
 * Returns the member of a proven number and creates one if there is none; a concurrent registration may create it
 * first.
 * @throws invalid when the number no longer belongs to `known`, because a new member has not been asked for consent
 */
export async function findOrCreateMember(
  ctx: Context,
  trx: Trx,
  newcomer: NewMember,
  known: MemberRow | undefined,
): Promise<MemberRow> {
  const { mobile, consents, address } = newcomer;
  const created = await createMember(ctx, trx, newcomer);
  const member = created ?? (await findMemberByMobile(trx, mobile));
  if (!member) throw new Error('the member was deleted between two queries');
  if (known && known.id !== member.id) throw accountChanged();
  if (!created) await recordConsents(ctx, trx, member.id, consents, address);
  return member;
}
