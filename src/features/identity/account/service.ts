import { workOwnerOf } from '#kernel/actor.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { countHit, type RateLimit } from '#kernel/db/rate-limits.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, DomainError, invalid, notFound, rateLimited, unauthenticated } from '#kernel/errors.ts';
import type { Origin, Upload } from '#kernel/http/calls.ts';
import { reencodeImage } from '#kernel/storage/reencode-image.ts';
import { hourMs } from '#shared/dates.ts';
import { isMobile } from '#shared/mobiles.ts';
import { parseName } from '../member-names.ts';
import type { IdentityParts } from '../parts.ts';
import { hashNewPassword, verifyPassword } from '../passwords.ts';
import { findMember, type MemberRow } from '../queries.ts';
import { type Attempt, clearAttempts, countPasswordAttempt } from '../sign-in/attempts.ts';
import {
  type CheckedCode,
  checkCode,
  codeSeconds,
  consumeCode,
  ownRecipient,
  sendCode,
} from '../sign-in/codes.ts';
import { parsePhone } from '../sign-in/phones.ts';
import { recordAccountChange, recordSignInFailure } from '../sign-in/security-events.ts';
import { WrongSecret } from '../sign-in/sign-in-errors.ts';
import {
  deleteOtherSessions,
  deleteSessionOf,
  replaceAvatar,
  replacePassword,
  updateEmail,
  updateMobile,
  updateName,
} from './account-queries.ts';
import { readProfile, requireMember } from './reads.ts';
import type { Profile } from './schema.ts';

/** Pixels: twice the largest size at which an avatar is shown. */
export const avatarSize = { width: 256, height: 256 };
/** Counts attempts: a refused picture costs as much as an accepted one. */
const avatarChanges: RateLimit = {
  name: 'avatar-changes',
  max: 30,
  windowMs: hourMs,
  refuse: (wait) => rateLimited('一小时内最多换 30 次头像，请稍后再试', wait),
};

/** Returns the caller's member row. @throws unauthenticated */
export async function requireOwnMember(ctx: Context): Promise<MemberRow> {
  const member = await findMember(ctx.db, requireMember(ctx).memberId);
  if (!member) throw unauthenticated();
  return member;
}

/** Changes the given fields. @throws invalid for a name that is not acceptable */
export async function updateProfile(ctx: Context, { name }: { name?: string | undefined }): Promise<Profile> {
  const { memberId } = requireMember(ctx);
  if (name !== undefined) {
    const parsed = parseName(name, 'name');
    await inTransaction(ctx, (trx) => updateName(trx, memberId, parsed));
  }
  return readProfile(ctx);
}

/**
 * Re-encodes the picture as a square, makes it the caller's avatar and deletes the previous file.
 * @throws invalid if it is not a picture; see `reencodeImage`; rateLimited after 30 attempts in an hour
 */
export async function changeAvatar(
  ctx: Context,
  { files }: Pick<IdentityParts, 'files'>,
  file: Upload,
): Promise<{ avatar: string }> {
  const { memberId } = requireMember(ctx);
  await countHit(ctx, ctx.db, avatarChanges, memberId);
  const picture = await reencodeImage(file.bytes, avatarSize, '头像', workOwnerOf(ctx));
  const avatar = await files.saveOwn(ctx.tenant.id, picture, 'avatar.webp');
  try {
    const before = await inTransaction(ctx, (trx) => replaceAvatar(trx, memberId, avatar));
    if (before === undefined) throw unauthenticated();
    if (before !== null) await files.delete(ctx.tenant.id, before);
  } catch (error) {
    await files.delete(ctx.tenant.id, avatar);
    throw error;
  }
  return { avatar };
}

type PasswordChange = { oldPassword?: string | undefined; value?: string | undefined; password: string };

/**
 * Sets a new password and ends all other sessions.
 * @throws conflict for an account without a mobile number, which is the account name of the password; invalid for a wrong old password or code, or a weak new one; rateLimited after too many wrong ones
 */
export async function changePassword(
  ctx: Context,
  { settings }: Pick<IdentityParts, 'settings'>,
  { oldPassword, value, password }: PasswordChange,
  origin: Origin,
): Promise<boolean> {
  const { sessionId } = requireMember(ctx);
  const member = await requireOwnMember(ctx);
  if (!isMobile(member.mobile)) throw conflict('密码和手机号一起用，请先在“我的资料”绑定手机号');
  const proof = await reauthenticate(
    ctx,
    member,
    { name: 'oldPassword', password: oldPassword, value },
    origin,
  );
  if (await verifyPassword(ctx.tenant, member.password_hash, password))
    throw invalid('新密码不能与旧密码相同', 'password');
  const { site } = await settings(ctx);
  const after = await hashNewPassword(ctx.tenant, password, { ...member, site: site.name });
  await inTransaction(ctx, async (trx) => {
    if (!(await replacePassword(trx, member.id, { before: member.password_hash, after })))
      throw conflict('密码刚刚在别处修改过，请重新操作');
    await consumeReauthentication(ctx, trx, proof);
    await recordAccountChange(ctx, trx, origin, member.id, '修改密码');
    await deleteOtherSessions(trx, member.id, sessionId);
  });
  return true;
}

/**
 * Moves the account to another number; codes prove both numbers. @throws invalid for a wrong code; conflict when the
 * new number, which the caller has proven to hold, belongs to another account
 */
export async function changeMobile(
  ctx: Context,
  { oldValue, phone, value }: { oldValue: string; phone: string; value: string },
  origin: Origin,
): Promise<Profile> {
  const member = await requireOwnMember(ctx);
  const mobile = parsePhone(phone);
  if (mobile === member.mobile) throw invalid('新手机号与当前的相同', 'phone');
  const oldCode = await checkOldCode(ctx, member, { name: 'oldValue', value: oldValue }, origin);
  const to = { channel: 'sms', recipient: mobile, purpose: 'change' } as const;
  const newCode = await checkCode(ctx, to, value, origin);
  await inTransaction(ctx, async (trx) => {
    await consumeCode(ctx, trx, oldCode);
    await consumeCode(ctx, trx, newCode);
    await updateMobile(trx, member.id, mobile);
    await recordAccountChange(ctx, trx, origin, member.id, '更换手机号');
  }).catch(conflictWhenTaken('该手机号已被其他账号使用', 'phone'));
  return readProfile(ctx);
}

/** Sends a code to the caller's new e-mail address. Does not reveal whether the address is already registered. */
export async function sendMailCode(
  ctx: Context,
  parts: IdentityParts,
  { email }: { email: string },
  origin: Origin,
): Promise<{ expiresIn: number; retryAfter: number }> {
  requireMember(ctx);
  const sent = await sendCode(ctx, parts, {
    channel: 'mail',
    recipient: email,
    purpose: 'change',
    origin,
  });
  return { expiresIn: codeSeconds, retryAfter: sent.retryAfter };
}

/**
 * Sets the e-mail address that the code was sent to. An account without a mobile number logs in by its address, so a
 * code to that proves that the holder agrees. @throws invalid, conflict as `changeMobile`
 */
export async function changeEmail(
  ctx: Context,
  { email, oldValue, value }: { email: string; oldValue?: string | undefined; value: string },
  origin: Origin,
): Promise<Profile> {
  const member = await requireOwnMember(ctx);
  const { id: memberId } = member;
  const oldCode = isMobile(member.mobile)
    ? null
    : await checkOldCode(ctx, member, { name: 'oldValue', value: oldValue }, origin);
  const to = { channel: 'mail', recipient: email, purpose: 'change' } as const;
  const code = await checkCode(ctx, to, value, origin);
  await inTransaction(ctx, async (trx) => {
    if (oldCode) await consumeCode(ctx, trx, oldCode);
    await consumeCode(ctx, trx, code);
    await updateEmail(trx, memberId, email);
    await recordAccountChange(ctx, trx, origin, memberId, '更换邮箱');
  }).catch(conflictWhenTaken('该邮箱已被其他账号使用', 'email'));
  return readProfile(ctx);
}

/** Ends one of the caller's own sessions. @throws notFound for any other session */
export async function revokeSession(ctx: Context, id: string): Promise<boolean> {
  const { memberId } = requireMember(ctx);
  if (!(await deleteSessionOf(ctx.db, memberId, id))) throw notFound('没有这个登录设备，或它已退出');
  return true;
}

/** Ends all of the caller's sessions but the current one. May be repeated. */
export async function revokeOtherSessions(ctx: Context): Promise<boolean> {
  const { memberId, sessionId } = requireMember(ctx);
  await deleteOtherSessions(ctx.db, memberId, sessionId);
  return true;
}

/** Proof that the member is present: a correct password or, for an account without one, a correct code. */
export type Reauthentication = { attempt: Attempt } | { code: CheckedCode };

/**
 * Verifies that the caller is the member and not a stranger at an open screen: by password, or by a code to the
 * member's number if the account has no password. Wrong passwords count against the session.
 * @throws invalid naming the missing or wrong parameter
 */
export async function reauthenticate(
  ctx: Context,
  member: MemberRow,
  { name, password, value }: { name: string; password?: string | undefined; value?: string | undefined },
  origin: Origin,
): Promise<Reauthentication> {
  const label = name === 'oldPassword' ? '旧密码' : '密码';
  if (member.password_hash === null)
    return { code: await checkOldCode(ctx, member, { name: 'value', value }, origin) };
  if (!password) throw invalid(`请输入${label}`, name);
  const { mobile: account } = member;
  const refuse = recordSignInFailure(ctx, origin, { by: 'session', account });
  const attempt = await countPasswordAttempt(ctx, requireMember(ctx).sessionId).catch(refuse);
  if (!(await verifyPassword(ctx.tenant, member.password_hash, password)))
    return refuse(new WrongSecret(`${label}不正确`, name));
  return { attempt };
}

/** Consumes the proof in the transaction of the action that it authorises. */
export async function consumeReauthentication(
  ctx: Context,
  trx: Trx,
  proof: Reauthentication,
): Promise<void> {
  if ('code' in proof) await consumeCode(ctx, trx, proof.code);
  else await clearAttempts(trx, proof.attempt);
}

/** Checks a code to the member's current number or address; `name` is the field that carried it. */
async function checkOldCode(
  ctx: Context,
  member: MemberRow,
  { name, value }: { name: string; value: string | undefined },
  origin: Origin,
): Promise<CheckedCode> {
  try {
    const to = { ...ownRecipient(member), purpose: 'change-old' } as const;
    return await checkCode(ctx, to, value, origin);
  } catch (error) {
    if (name === 'value' || !(error instanceof DomainError)) throw error;
    throw invalid(`${isMobile(member.mobile) ? '原手机号' : '原邮箱'}：${error.message}`, name);
  }
}

/** The unique constraint lets one of two concurrent changes win; the other gets a conflict with a Chinese message. */
const conflictWhenTaken =
  (message: string, field: string) =>
  (error: unknown): never => {
    throw (error as { code?: string }).code === '23505' ? conflict(message, field) : error;
  };
