import type { Context, Trx } from '#kernel/context.ts';
import { invalid } from '#kernel/errors.ts';
import type { Origin } from '#kernel/http/calls.ts';
import { toIso } from '#shared/dates.ts';
import { verifyTotp } from '../account/totp.ts';
import type { IdentityParts } from '../parts.ts';
import { insertSession, listPermissions, lockMember, type MemberRow } from '../queries.ts';
import type { TokenAnswer } from '../schema.ts';
import { hashToken, newToken, refreshSeconds, sessionEnd, tokenSeconds } from '../sessions.ts';
import { recordConsents, renewConsents } from './consents.ts';
import { giveDevice } from './devices.ts';
import { keepDevice } from './queries.ts';
import { SignInRefusal, WrongSecret } from './refusal.ts';

/** Browsers that a member is known by. */
const maxDevices = 20;

type SessionParts = Pick<IdentityParts, 'settings'>;

type Entry = {
  member: MemberRow;
  totp: string | undefined;
  /** The versions they agree to now, where a text has been replaced. */
  consent?: { agreement?: string | undefined; privacy?: string | undefined };
  origin: Origin;
};

/**
 * Lets a member in who has proven who they are: checks that nothing forbids it, asks for the second factor where
 * there is one, and begins a session. What was proven must still hold: a password change ends the sessions there are,
 * and a log-in by the old one that was under way meanwhile must not add another. Locks the member's row.
 * @throws invalid for a blocked account, a wrong second factor, or a password or number that has changed since;
 * SignInRefusal without the second factor, or without consent to a text that has been replaced
 */
export async function beginSession(
  ctx: Context,
  trx: Trx,
  parts: SessionParts,
  { member: proven, totp, consent = {}, origin }: Entry,
): Promise<TokenAnswer> {
  const member = await lockMember(trx, proven.id);
  if (!member || member.password_hash !== proven.password_hash || member.mobile !== proven.mobile)
    throw accountChanged();
  if (member.blocked_at) throw invalid('账号已停用，请联系编辑部');
  await checkSecondFactor(ctx, trx, member, totp);
  const renewed = await renewConsents(ctx, trx, member.id, consent);
  await recordConsents(ctx, trx, member.id, renewed, origin.address);
  const now = ctx.now();
  const standing = await readStanding(ctx, trx, parts, member, now);
  const keys = newKeys(now, standing.endsAt);
  const { userAgent, address } = origin;
  await insertSession(trx, {
    member_id: member.id,
    created_at: now,
    ...keys.kept,
    user_agent: userAgent,
    address,
  });
  await keepDevice(trx, member.id, giveDevice(origin), now, maxDevices);
  return answerSession(ctx, member, standing, keys);
}

/** What is answered when what was proven does not hold any more. */
export const accountChanged = () => invalid('账号信息刚刚有变动，请重新登录');

/** What a member may do at this moment, and when the session of theirs that began at `createdAt` ends. */
export type Standing = Awaited<ReturnType<typeof readStanding>>;

export async function readStanding(
  ctx: Context,
  trx: Trx,
  { settings }: Pick<IdentityParts, 'settings'>,
  member: MemberRow,
  createdAt: Date,
) {
  const rules = await settings(ctx);
  const roles = await listPermissions(trx, member.id);
  const permissions = [...new Set(roles.flatMap((role) => role.permissions))];
  return {
    roleNames: roles.map(({ name }) => name),
    permissions: rules.staffTotp && !member.totp_enabled_at ? [] : permissions,
    endsAt: sessionEnd(createdAt, permissions.length > 0, rules),
  };
}

/** A token and a refresh token, neither good beyond `endsAt`: what is given to the person, and what is kept of it. */
export function newKeys(now: Date, endsAt: Date) {
  const given = { token: newToken(), refreshToken: newToken() };
  const after = (seconds: number) => new Date(Math.min(now.getTime() + seconds * 1000, endsAt.getTime()));
  const kept = {
    token_hash: hashToken(given.token),
    refresh_hash: hashToken(given.refreshToken),
    expires_at: after(tokenSeconds),
    refresh_expires_at: after(refreshSeconds),
  };
  return { given, kept };
}

/** The token call's success. */
export function answerSession(
  ctx: Context,
  member: MemberRow,
  { roleNames, permissions }: Standing,
  { given, kept }: ReturnType<typeof newKeys>,
): TokenAnswer {
  return {
    access_token: given.token,
    token_type: 'bearer',
    refresh_token: given.refreshToken,
    expires_in: Math.round((kept.expires_at.getTime() - ctx.now().getTime()) / 1000),
    scope: 'all',
    tenant_id: ctx.tenant.id,
    user_id: member.id,
    account: member.mobile,
    user_name: member.name,
    nick_name: member.name,
    avatar: member.avatar ?? '',
    role_name: roleNames.join(','),
    menuIds: permissions,
    deletion_due_at: member.deletion_due_at ? toIso(member.deletion_due_at) : null,
  };
}

/** What a log-in without its second factor is answered. */
export const totpRequired = (bindTicket?: string) =>
  new SignInRefusal('请输入身份验证器上的 6 位动态码，或一个恢复码（totp）', {
    error: 'totp_required',
    ...(bindTicket ? { bindTicket } : {}),
  });

/**
 * Asks for the second factor of a member who has one: the authenticator's code of now, each once, or a recovery
 * code. @throws SignInRefusal without it, invalid when it is wrong
 */
async function checkSecondFactor(
  ctx: Context,
  trx: Trx,
  member: MemberRow,
  totp: string | undefined,
): Promise<void> {
  if (!member.totp_enabled_at) return;
  if (!totp) throw totpRequired();
  if (!(await verifyTotp(ctx, trx, member, totp)))
    throw new WrongSecret('动态码（totp）不正确，请输入最新的一个');
}
