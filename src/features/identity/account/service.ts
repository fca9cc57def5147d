import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, DomainError, invalid, notFound, unauthenticated } from '#kernel/errors.ts';
import type { Origin, Upload } from '#kernel/http/calls.ts';
import { redrawPicture } from '#kernel/storage/picture.ts';
import { readName } from '../names.ts';
import type { IdentityParts } from '../parts.ts';
import { checkPassword, hashNewPassword } from '../passwords.ts';
import { findMember, type MemberRow } from '../queries.ts';
import { type Attempt, clearAttempts, notePasswordOf } from '../sign-in/attempts.ts';
import { type CheckedCode, checkCode, codeSeconds, sendCode, spendCode } from '../sign-in/codes.ts';
import { readPhone } from '../sign-in/phones.ts';
import { WrongSecret } from '../sign-in/refusal.ts';
import { recordAccountChange, recordFailure } from '../sign-in/security.ts';
import {
  deleteSessionOf,
  deleteSessionsBut,
  replaceAvatar,
  replacePassword,
  updateEmail,
  updateMobile,
  updateName,
} from './account-queries.ts';
import { readProfile, requireMember } from './reads.ts';
import type { Profile } from './schema.ts';

/** Pixels; the largest place an avatar is shown in, twice over. */
const avatarSide = 256;

/** The asking member's row. @throws unauthenticated */
export async function findSelf(ctx: Context): Promise<MemberRow> {
  const member = await findMember(ctx.db, requireMember(ctx).memberId);
  if (!member) throw unauthenticated();
  return member;
}

/** Changes what is given. @throws invalid for a name that is none */
export async function updateProfile(ctx: Context, { name }: { name?: string | undefined }): Promise<Profile> {
  const { memberId } = requireMember(ctx);
  if (name !== undefined) {
    const read = readName(name, 'name');
    await inTransaction(ctx, (trx) => updateName(trx, memberId, read));
  }
  return readProfile(ctx);
}

/**
 * Draws the picture anew, square, and shows it as the member's from now on; the one before is deleted.
 * @throws invalid for what is no picture, see `redrawPicture`
 */
export async function changeAvatar(
  ctx: Context,
  { files }: Pick<IdentityParts, 'files'>,
  file: Upload,
): Promise<{ avatar: string }> {
  const { memberId } = requireMember(ctx);
  const side = { width: avatarSide, height: avatarSide };
  const picture = await redrawPicture(file.bytes, side, '头像（file）');
  const avatar = await files.keepOwn(ctx.tenant.id, picture, 'avatar.webp');
  try {
    const before = await inTransaction(ctx, (trx) => replaceAvatar(trx, memberId, avatar));
    if (before === undefined) throw unauthenticated();
    if (before !== null) await files.drop(ctx.tenant.id, before);
  } catch (error) {
    await files.drop(ctx.tenant.id, avatar);
    throw error;
  }
  return { avatar };
}

type PasswordChange = { oldPassword?: string | undefined; value?: string | undefined; password: string };

/**
 * Sets a new password and ends all other sessions.
 * @throws invalid for a wrong old password or code, or a weak new one; rateLimited after too many of them
 */
export async function changePassword(
  ctx: Context,
  { settings }: Pick<IdentityParts, 'settings'>,
  { oldPassword, value, password }: PasswordChange,
  origin: Origin,
): Promise<boolean> {
  const { sessionId } = requireMember(ctx);
  const member = await findSelf(ctx);
  const proof = await proveSelf(ctx, member, { name: 'oldPassword', password: oldPassword, value }, origin);
  if (await checkPassword(ctx.tenant, member.password_hash, password))
    throw invalid('新密码（password）不能与旧密码相同');
  const { site } = await settings(ctx);
  const after = await hashNewPassword(ctx.tenant, password, { ...member, site: site.name });
  await inTransaction(ctx, async (trx) => {
    if (!(await replacePassword(trx, member.id, { before: member.password_hash, after })))
      throw conflict('密码刚刚在别处修改过，请重新操作');
    await spendSelfProof(ctx, trx, proof);
    await recordAccountChange(ctx, trx, origin, member.id, '修改密码');
    await deleteSessionsBut(trx, member.id, sessionId);
  });
  return true;
}

/**
 * Moves the account to another number; both numbers are proven by a code.
 * @throws invalid for a wrong code; conflict when the number, which the asker holds, has an account
 */
export async function changeMobile(
  ctx: Context,
  { oldValue, phone, value }: { oldValue: string; phone: string; value: string },
  origin: Origin,
): Promise<Profile> {
  const member = await findSelf(ctx);
  const mobile = readPhone(phone);
  if (mobile === member.mobile) throw invalid('新手机号（phone）与当前的相同');
  const old = await checkOldCode(ctx, member, { name: 'oldValue', value: oldValue }, origin);
  const to = { channel: 'sms', recipient: mobile, purpose: 'change' } as const;
  const recent = await checkCode(ctx, to, value, origin);
  await inTransaction(ctx, async (trx) => {
    await spendCode(ctx, trx, old);
    await spendCode(ctx, trx, recent);
    await updateMobile(trx, member.id, mobile);
    await recordAccountChange(ctx, trx, origin, member.id, '更换手机号');
  }).catch(explainTaken('该手机号（phone）已被其他账号使用'));
  return readProfile(ctx);
}

/** Sends a code to an address that is to become the member's. Whose it may be already is not told. */
export async function sendMailCode(
  ctx: Context,
  parts: IdentityParts,
  { email }: { email: string },
  origin: Origin,
): Promise<{ expiresIn: number; retryAfter: number }> {
  requireMember(ctx);
  const answer = await sendCode(ctx, parts, {
    channel: 'mail',
    recipient: email,
    purpose: 'change',
    origin,
  });
  return { expiresIn: codeSeconds, retryAfter: answer.retryAfter };
}

/** Sets the e-mail address that the code was sent to. @throws invalid, conflict as `changeMobile` */
export async function changeEmail(
  ctx: Context,
  { email, value }: { email: string; value: string },
  origin: Origin,
): Promise<Profile> {
  const { memberId } = requireMember(ctx);
  const to = { channel: 'mail', recipient: email, purpose: 'change' } as const;
  const code = await checkCode(ctx, to, value, origin);
  await inTransaction(ctx, async (trx) => {
    await spendCode(ctx, trx, code);
    await updateEmail(trx, memberId, email);
    await recordAccountChange(ctx, trx, origin, memberId, '更换邮箱');
  }).catch(explainTaken('该邮箱（email）已被其他账号使用'));
  return readProfile(ctx);
}

/** Ends one of the member's own sessions. @throws notFound for any other, whoever's it is */
export async function revokeSession(ctx: Context, id: string): Promise<boolean> {
  const { memberId } = requireMember(ctx);
  if (!(await deleteSessionOf(ctx.db, memberId, id))) throw notFound('没有这个登录设备，或它已退出');
  return true;
}

/** Ends all of the member's sessions but the one that asks. May be repeated. */
export async function revokeOtherSessions(ctx: Context): Promise<boolean> {
  const { memberId, sessionId } = requireMember(ctx);
  await deleteSessionsBut(ctx.db, memberId, sessionId);
  return true;
}

/** That it is really them: a password that was right, or where there is none, a code that was. */
export type SelfProof = { attempt: Attempt } | { code: CheckedCode };

/**
 * Whether who asks is the member and not somebody at their screen: by password if they have one, else by a code
 * to their number. Wrong passwords count against the session.
 * @throws invalid naming what is missing or wrong
 */
export async function proveSelf(
  ctx: Context,
  member: MemberRow,
  { name, password, value }: { name: string; password?: string | undefined; value?: string | undefined },
  origin: Origin,
): Promise<SelfProof> {
  const label = name === 'oldPassword' ? '旧密码' : '密码';
  if (member.password_hash === null)
    return { code: await checkOldCode(ctx, member, { name: 'value', value }, origin) };
  if (!password) throw invalid(`请输入${label}（${name}）`);
  const { mobile: account } = member;
  const refuse = recordFailure(ctx, origin, { by: 'session', account });
  const attempt = await notePasswordOf(ctx, requireMember(ctx).sessionId).catch(refuse);
  if (!(await checkPassword(ctx.tenant, member.password_hash, password)))
    return refuse(new WrongSecret(`${label}（${name}）不正确`));
  return { attempt };
}

/** Uses the proof up, in the transaction of what it allows. */
export async function spendSelfProof(ctx: Context, trx: Trx, proof: SelfProof): Promise<void> {
  if ('code' in proof) await spendCode(ctx, trx, proof.code);
  else await clearAttempts(trx, proof.attempt);
}

/** A code to the member's present number; messages name the parameter it came in. */
async function checkOldCode(
  ctx: Context,
  member: MemberRow,
  { name, value }: { name: string; value: string | undefined },
  origin: Origin,
): Promise<CheckedCode> {
  try {
    const to = { channel: 'sms', recipient: member.mobile, purpose: 'change-old' } as const;
    return await checkCode(ctx, to, value, origin);
  } catch (error) {
    if (name === 'value' || !(error instanceof DomainError)) throw error;
    throw invalid(`原手机号：${error.message.replace('（value）', `（${name}）`)}`);
  }
}

/** The constraint decides who of two at once gets it; the other one hears of it in Chinese. */
const explainTaken =
  (message: string) =>
  (error: unknown): never => {
    throw (error as { code?: string }).code === '23505' ? conflict(message) : error;
  };
