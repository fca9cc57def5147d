import type { Context, Trx } from '#kernel/context.ts';
import { invalid } from '#kernel/errors.ts';
import type { Origin } from '#kernel/http/calls.ts';
import { toIso } from '#shared/dates.ts';
import { isMobile } from '#shared/mobiles.ts';
import { verifyTotp } from '../account/totp.ts';
import type { IssuedTokens } from '../derived-tokens.ts';
import type { IdentityParts } from '../parts.ts';
import {
  findMember,
  insertSession,
  listPermissions,
  lockMember,
  lockSessionByRefresh,
  type MemberRow,
} from '../queries.ts';
import type { TokenAnswer } from '../schema.ts';
import { hashToken, newToken, refreshSeconds, sessionEnd, tokenSeconds } from '../sessions.ts';
import { recordConsents, requireRenewedConsents } from './consents.ts';
import { ensureDeviceCookie } from './device-cookie.ts';
import { upsertKnownDevice } from './queries.ts';
import { SignInRefusal, WrongSecret } from './sign-in-errors.ts';

const maxDevices = 20;

type SessionParts = Pick<IdentityParts, 'settings'>;

type SignIn = {
  member: MemberRow;
  totp: string | undefined;
  /** Versions the member accepts now, where an accepted text has a newer version. */
  consent?: { agreement?: string | undefined; privacy?: string | undefined };
  origin: Origin;
  /** The tokens of the session, if they derive from what was exchanged for it. */
  issued?: IssuedTokens;
};

/**
 * Begins a session for a member whose credentials were verified: checks blocks, second factor and consents. Locks the
 * member's row and rejects credentials that changed in the meantime: a password change ends all sessions, and a
 * concurrent log-in with the old password must not add one.
 * @throws invalid for a blocked account, a wrong second factor, or a password or number that has changed; SignInRefusal
 * without the second factor, or without consent to the newer version of a text
 */
export async function beginSession(
  ctx: Context,
  trx: Trx,
  parts: SessionParts,
  { member: proven, totp, consent = {}, origin, issued }: SignIn,
): Promise<TokenAnswer> {
  const member = await lockMember(trx, proven.id);
  const credentials = ['password_hash', 'mobile', 'email'] as const;
  if (!member || credentials.some((name) => member[name] !== proven[name])) throw accountChanged();
  if (member.blocked_at) throw invalid('账号已停用，请联系编辑部');
  await checkSecondFactor(ctx, trx, member, totp);
  const renewed = await requireRenewedConsents(ctx, trx, member.id, consent);
  await recordConsents(ctx, trx, member.id, renewed, origin.address);
  const now = ctx.now();
  const authorization = await readAuthorization(ctx, trx, parts, member, now);
  const tokens = createTokens(now, authorization.endsAt, issued);
  const { userAgent, address } = origin;
  await insertSession(trx, {
    member_id: member.id,
    created_at: now,
    ...tokens.stored,
    user_agent: userAgent,
    address,
  });
  await upsertKnownDevice(trx, member.id, ensureDeviceCookie(origin), now, maxDevices);
  return presentSession(ctx, member, authorization, tokens);
}

/** The error for credentials that changed while they were verified. */
export const accountChanged = () => invalid('账号信息刚刚有变动，请重新登录');

/** A member's permissions now, and the end of the session that began at `createdAt`. */
export type Authorization = Awaited<ReturnType<typeof readAuthorization>>;

export async function readAuthorization(
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

/** Returns an access token and a refresh token, valid until `endsAt` at most, with the hashes to store. */
export function createTokens(now: Date, endsAt: Date, issued: IssuedTokens = randomTokens()) {
  const after = (seconds: number) => new Date(Math.min(now.getTime() + seconds * 1000, endsAt.getTime()));
  const stored = {
    token_hash: hashToken(issued.token),
    refresh_hash: hashToken(issued.refreshToken),
    expires_at: after(tokenSeconds),
    refresh_expires_at: after(refreshSeconds),
  };
  return { issued, stored };
}

const randomTokens = (): IssuedTokens => ({ token: newToken(), refreshToken: newToken() });

/**
 * Answers a repeated exchange with the session that the first one began or continued. Extends nothing.
 * @returns null unless that session has exactly these tokens still
 */
export async function repeatSession(
  ctx: Context,
  trx: Trx,
  parts: SessionParts,
  issued: IssuedTokens,
): Promise<TokenAnswer | null> {
  const now = ctx.now();
  const session = await lockSessionByRefresh(trx, hashToken(issued.refreshToken), now);
  if (!session?.token_hash.equals(hashToken(issued.token))) return null;
  const current = await findSessionMember(ctx, trx, parts, session);
  return current && presentSession(ctx, current.member, current.authorization, { issued, stored: session });
}

/** Returns the member of a session with their rights now; null if they are blocked or deleted, or its time is over. */
export async function findSessionMember(
  ctx: Context,
  trx: Trx,
  parts: SessionParts,
  session: { member_id: string; created_at: Date },
): Promise<{ member: MemberRow; authorization: Authorization } | null> {
  const member = await findMember(trx, session.member_id);
  if (!member || member.blocked_at) return null;
  const authorization = await readAuthorization(ctx, trx, parts, member, session.created_at);
  return authorization.endsAt > ctx.now() ? { member, authorization } : null;
}

export function presentSession(
  ctx: Context,
  member: MemberRow,
  { roleNames, permissions }: Authorization,
  { issued, stored }: { issued: IssuedTokens; stored: { expires_at: Date } },
): TokenAnswer {
  return {
    access_token: issued.token,
    token_type: 'bearer',
    refresh_token: issued.refreshToken,
    expires_in: Math.round((stored.expires_at.getTime() - ctx.now().getTime()) / 1000),
    scope: 'all',
    tenant_id: ctx.tenant.id,
    user_id: member.id,
    account: isMobile(member.mobile) ? member.mobile : (member.email ?? ''),
    user_name: member.name,
    nick_name: member.name,
    avatar: member.avatar ?? '',
    role_name: roleNames.join(','),
    menuIds: permissions,
    deletion_due_at: member.deletion_due_at ? toIso(member.deletion_due_at) : null,
  };
}

/** The error for a log-in that lacks its second factor. */
export const totpRequired = (bindTicket?: string) =>
  new SignInRefusal('请输入身份验证器上的 6 位动态码，或一个恢复码', {
    error: 'totp_required',
    ...(bindTicket ? { bindTicket } : {}),
  });

/**
 * Verifies and consumes the second factor of a member who has one: an authenticator code or a recovery code, each valid
 * once. @throws SignInRefusal without it, invalid when it is wrong
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
    throw new WrongSecret('动态码不正确，请输入最新的一个', 'totp');
}
