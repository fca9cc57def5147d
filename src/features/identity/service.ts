import { recordSecurityEvent } from '#features/audit/index.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { DomainError, invalid } from '#kernel/errors.ts';
import type { Origin } from '#kernel/http/calls.ts';
import { sealTotpSecrets } from './account/totp.ts';
import { deriveTokens, type IssuedTokens, repeatMs } from './derived-tokens.ts';
import type { IdentityParts } from './parts.ts';
import { hashNewPassword } from './passwords.ts';
import * as queries from './queries.ts';
import type { TokenAnswer, TokenFields } from './schema.ts';
import { hashToken } from './sessions.ts';
import { createTokens, findSessionMember, presentSession, repeatSession } from './sign-in/begin-session.ts';
import { logInByCode } from './sign-in/by-code.ts';
import { logInByEmail } from './sign-in/by-email.ts';
import { logInByPassword } from './sign-in/by-password.ts';
import { logInByWechat } from './sign-in/by-wechat.ts';
import { tidyCodes } from './sign-in/codes.ts';
import { identifyCaller } from './sign-in/device-cookie.ts';
import { normalisePhone } from './sign-in/phones.ts';
import { tidyProofs } from './sign-in/proofs.ts';
import { register } from './sign-in/register.ts';
import { recordSignInFailure } from './sign-in/security-events.ts';
import { SignInRefusal } from './sign-in/sign-in-errors.ts';
import { deleteExpiredWechatSignIns } from './sign-in/wechat-queries.ts';

type GrantHandler = (
  ctx: Context,
  parts: IdentityParts,
  fields: TokenFields,
  origin: Origin,
) => Promise<TokenAnswer>;

const grantHandlers = new Map<string, GrantHandler>([
  ['password', logInByPassword],
  ['sms_code', logInByCode],
  ['email_code', logInByEmail],
  ['register', register],
  ['social', logInByWechat],
  ['refresh_token', refresh],
]);

/** Credentials. In a URL they would appear in the logs of every proxy. */
const credentialFields = [
  ['password', '密码'],
  ['value', '验证码'],
  ['refresh_token', '续期凭证'],
  ['code', '授权码'],
  ['bindTicket', '绑定凭证'],
  ['totp', '动态验证码'],
] as const satisfies readonly (readonly [keyof TokenFields, string])[];

/**
 * The token call (docs/product.md §18). An error is HTTP 200 with an `error_code`, as the client expects: the client
 * passes 400 to the form and displays other codes itself.
 */
export async function issueToken(
  ctx: Context,
  parts: IdentityParts,
  { query, body }: { query: TokenFields; body: TokenFields | undefined },
  origin: Origin,
): Promise<TokenAnswer> {
  try {
    const inQuery = credentialFields.find(([name]) => query[name] !== undefined);
    if (inQuery && !parts.hasTokenQuery)
      throw invalid(`${inQuery[1]}请放在请求正文里发送，不要放在网址里：网址会被代理和日志记下`);
    const fields = { ...query, ...body };
    const handler = grantHandlers.get(fields.grant_type ?? '');
    if (!handler) throw invalid('不支持这种登录方式，请用手机号、邮箱或微信登录', 'grant_type');
    const by = fields.grant_type ?? '';
    const account = normalisePhone(fields.username ?? fields.phone ?? '');
    const answer = await handler(ctx, parts, fields, origin).catch(
      recordSignInFailure(ctx, origin, { by, account }),
    );
    if (handler !== refresh && 'user_id' in answer)
      await recordSecurityEvent(ctx, {
        kind: 'logIn',
        memberId: answer.user_id,
        address: origin.address,
        details: { by },
      });
    return answer;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (error.retryAfter !== undefined) origin.setHeader('retry-after', String(error.retryAfter));
    return {
      error_code: error.kind === 'rate_limited' ? 429 : 400,
      error_description: error.message,
      ...(error instanceof SignInRefusal ? error.hints : {}),
    };
  }
}

/**
 * Ends the session of the caller's access token, its refresh token included. A token that expired or was replaced counts
 * too, because another tab may have renewed the session while this one logged out.
 */
export async function logOut(
  { db }: Context,
  { sessionToken }: Pick<Origin, 'sessionToken'>,
): Promise<boolean> {
  if (sessionToken) await queries.deleteSessionOfToken(db, hashToken(sessionToken));
  return true;
}

export type MemberInput = {
  mobile: string;
  password: string;
  name?: string | undefined;
  role?: string | undefined;
};

/** Adds a member, or gives an existing one a new password and, if given, a role. @throws invalid naming the field */
export async function addMember(
  ctx: Context,
  { mobile, password, name, role }: MemberInput,
): Promise<string> {
  if (!/^1\d{10}$/.test(mobile)) throw invalid('手机号不正确，应为 11 位数字');
  if (password.length < 8 || password.length > 100) throw invalid('密码（--password）应为 8 到 100 个字符');
  if (name !== undefined && (name.length === 0 || name.length > 30))
    throw invalid('昵称（--name）应为 1 到 30 个字');
  const roles = ['admin', 'editor', 'reviewer', 'operator', 'finance'];
  if (role !== undefined && !roles.includes(role))
    throw invalid(`角色（--role）不正确，可用：${roles.join('、')}`);
  const password_hash = await hashNewPassword(ctx.tenant, password, { mobile, name });
  return inTransaction(ctx, async (trx) => {
    const id = await queries.upsertMember(trx, {
      mobile,
      name: name ?? `会员${mobile.slice(-4)}`,
      password_hash,
    });
    if (role) await queries.insertMemberRole(trx, id, role);
    return id;
  });
}

/**
 * Adds the members of the demo edition, who cannot log in: they have no password and unassigned numbers (12…). May be
 * repeated. @returns their rows in the given order
 */
export const addDemoMembers = (
  ctx: Context,
  members: readonly queries.NewDemoMember[],
): Promise<{ id: string; created_at: Date }[]> =>
  inTransaction(ctx, (trx) => queries.upsertDemoMembers(trx, members));

/** Deletes expired sessions, codes, proofs and WeChat sign-ins, and encrypts second factors of older versions. */
export async function tidySessions(ctx: Context): Promise<void> {
  await queries.deleteExpiredSessions(ctx.db, ctx.now());
  await tidyCodes(ctx);
  await tidyProofs(ctx);
  await deleteExpiredWechatSignIns(ctx.db, ctx.now());
  await sealTotpSecrets(ctx);
}

/** Within this time, another client's use of an exchanged refresh token is refused but does not end the session. */
const otherClientMs = 10_000;
const maxSpentTokens = 20;

/**
 * Rotates a refresh token: each has one successor, and its exchange invalidates the old access token. The client that
 * exchanged it gets the same successor again for `repeatMs`, since its answer may be lost or two tabs may renew at once.
 * If it is used later, either its sender or the party that exchanged it has a copy, so the session ends for both (RFC
 * 9700, 4.14.2).
 */
async function refresh(
  ctx: Context,
  parts: IdentityParts,
  { refresh_token = '' }: TokenFields,
  origin: Origin,
): Promise<TokenAnswer> {
  const refreshHash = hashToken(refresh_token);
  const client_hash = hashClient(origin);
  const issued = await deriveTokens(ctx, ['refresh_token', refresh_token]);
  const answer = await inTransaction(ctx, async (trx) => {
    const now = ctx.now();
    const session = await queries.lockSessionByRefresh(trx, refreshHash, now);
    if (!session) return repeatRefresh(ctx, trx, parts, { refreshHash, client_hash, issued, origin });
    const current = await findSessionMember(ctx, trx, parts, session);
    if (!current) return null;
    const { member, authorization } = current;
    const tokens = createTokens(now, authorization.endsAt, issued);
    await queries.updateSession(trx, session.id, { ...tokens.stored, last_seen_at: now });
    const { id: session_id, token_hash } = session;
    const spent = { refresh_hash: refreshHash, token_hash, client_hash, session_id, spent_at: now };
    await queries.insertSpentRefresh(trx, spent, maxSpentTokens);
    return presentSession(ctx, member, authorization, tokens);
  });
  if (!answer) throw invalid('登录状态已过期，请重新登录');
  return answer;
}

type Repetition = { refreshHash: Buffer; client_hash: Buffer; issued: IssuedTokens; origin: Origin };

/**
 * Answers a refresh token that was exchanged before: with its successor while that is the session's and its client asks
 * in time. Ends the session if it comes too late.
 */
async function repeatRefresh(
  ctx: Context,
  trx: Trx,
  parts: IdentityParts,
  { refreshHash, client_hash, issued, origin: { address } }: Repetition,
): Promise<TokenAnswer | null> {
  const spent = await queries.findSpentRefresh(trx, refreshHash);
  if (!spent) return null;
  const isSameClient = spent.client_hash?.equals(client_hash) ?? false;
  const ageMs = ctx.now().getTime() - spent.spent_at.getTime();
  if (ageMs <= (isSameClient ? repeatMs : otherClientMs))
    return isSameClient ? repeatSession(ctx, trx, parts, issued) : null;
  await queries.deleteSession(trx, spent.session_id);
  await recordSecurityEvent(ctx, { kind: 'sessionReused', memberId: spent.member_id, address }, trx);
  return null;
}

/** Identifies a browser by its device cookie, and a client without cookies by its network and its name. */
function hashClient(origin: Origin): Buffer {
  const { device, network } = identifyCaller(origin);
  return device ?? hashToken(`${network}\n${origin.userAgent}`);
}
