import { recordSecurity } from '#features/audit/index.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { DomainError, invalid } from '#kernel/errors.ts';
import type { Origin } from '#kernel/http/calls.ts';
import { sealTotpSecrets } from './account/totp.ts';
import type { IdentityParts } from './parts.ts';
import { hashNewPassword } from './passwords.ts';
import * as queries from './queries.ts';
import type { TokenAnswer, TokenFields } from './schema.ts';
import { hashToken } from './sessions.ts';
import { answerSession, newKeys, readStanding } from './sign-in/begin-session.ts';
import { logInByCode } from './sign-in/by-code.ts';
import { logInByPassword } from './sign-in/by-password.ts';
import { logInByWechat } from './sign-in/by-wechat.ts';
import { tidyCodes } from './sign-in/codes.ts';
import { writePhone } from './sign-in/phones.ts';
import { tidyProofs } from './sign-in/proofs.ts';
import { SignInRefusal } from './sign-in/refusal.ts';
import { register } from './sign-in/register.ts';
import { recordFailure } from './sign-in/security.ts';
import { deleteExpiredWechat } from './sign-in/wechat-queries.ts';

type Grant = (
  ctx: Context,
  parts: IdentityParts,
  fields: TokenFields,
  origin: Origin,
) => Promise<TokenAnswer>;

const grants = new Map<string, Grant>([
  ['password', logInByPassword],
  ['sms_code', logInByCode],
  ['register', register],
  ['social', logInByWechat],
  ['refresh_token', refresh],
]);

/** What proves a person: in an address it would stand in the logs of every proxy on the way. */
const credentials = [
  ['password', '密码'],
  ['value', '验证码'],
  ['refresh_token', '续期凭证'],
  ['code', '授权码'],
  ['bindTicket', '绑定凭证'],
  ['totp', '动态验证码'],
] as const satisfies readonly (readonly [keyof TokenFields, string])[];

/**
 * The token call (PROTOCOLS). A refusal is HTTP 200 with an `error_code`, as the seed's client expects: 400 is
 * passed through to the form, others are shown.
 */
export async function issueToken(
  ctx: Context,
  parts: IdentityParts,
  { query, body }: { query: TokenFields; body: TokenFields | undefined },
  origin: Origin,
): Promise<TokenAnswer> {
  try {
    const inQuery = credentials.find(([name]) => query[name] !== undefined);
    if (inQuery && !parts.hasTokenQuery)
      throw invalid(`${inQuery[1]}请放在请求正文里发送，不要放在网址里：网址会被代理和日志记下`);
    const fields = { ...query, ...body };
    const grant = grants.get(fields.grant_type ?? '');
    if (!grant) throw invalid(`不支持这种登录方式（grant_type），可用：${[...grants.keys()].join('、')}`);
    const by = fields.grant_type ?? '';
    const account = writePhone(fields.username ?? fields.phone ?? '');
    const answer = await grant(ctx, parts, fields, origin).catch(recordFailure(ctx, origin, { by, account }));
    if (grant !== refresh && 'user_id' in answer)
      await recordSecurity(ctx, {
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

/** Ends the session of the call; its token and refresh token are dead at once. */
export async function logOut({ db, actor }: Context): Promise<boolean> {
  if (actor.kind === 'member') await queries.deleteSession(db, actor.sessionId);
  return true;
}

export type MemberInput = {
  mobile: string;
  password: string;
  name?: string | undefined;
  role?: string | undefined;
};

/**
 * Adds a member, or gives the one of that mobile a new password and perhaps a role. @throws invalid naming the field
 */
export async function addMember(
  ctx: Context,
  { mobile, password, name, role }: MemberInput,
): Promise<string> {
  if (!/^1\d{10}$/.test(mobile)) throw invalid('手机号不正确，应为 11 位数字');
  if (password.length < 8 || password.length > 100) throw invalid('密码（--password）应为 8 到 100 个字符');
  if (name !== undefined && (name.length === 0 || name.length > 30))
    throw invalid('名字（--name）应为 1 到 30 个字');
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
 * Adds people of the demo edition that nobody logs in as: without a password, under numbers that are nobody's (12…). May be
 * repeated. @returns their ids, in the order given
 */
export const addFigures = (
  ctx: Context,
  figures: readonly { mobile: string; name: string }[],
  since: Date,
): Promise<string[]> => inTransaction(ctx, (trx) => queries.upsertFigures(trx, figures, since));

/** Forgets dead sessions and whatever else logging in left behind, and seals second factors stored by older versions. */
export async function tidySessions(ctx: Context): Promise<void> {
  await queries.deleteStale(ctx.db, ctx.now());
  await tidyCodes(ctx);
  await tidyProofs(ctx);
  await deleteExpiredWechat(ctx.db, ctx.now());
  await sealTotpSecrets(ctx);
}

/** Two tabs may use one refresh token at once; the slower one is refused, and takes over what the faster one got. */
const reuseGraceMs = 10_000;
/** Exchanged refresh tokens of a session that are remembered. */
const maxSpent = 20;

/**
 * A refresh token works once: using it makes a new pair, and the old token is dead. One that comes back later was
 * copied, by whoever sends it or by who exchanged it, so the session ends for both (RFC 9700, 4.14.2).
 */
async function refresh(
  ctx: Context,
  parts: IdentityParts,
  { refresh_token = '' }: TokenFields,
  origin: Origin,
): Promise<TokenAnswer> {
  const hash = hashToken(refresh_token);
  const answer = await inTransaction(ctx, async (trx) => {
    const now = ctx.now();
    const session = await queries.lockSessionByRefresh(trx, hash, now);
    if (!session) return endReusedSession(ctx, trx, hash, origin);
    const member = await queries.findMember(trx, session.member_id);
    if (!member || member.blocked_at) return null;
    const standing = await readStanding(ctx, trx, parts, member, session.created_at);
    if (standing.endsAt <= now) return null;
    const keys = newKeys(now, standing.endsAt);
    await queries.updateSession(trx, session.id, { ...keys.kept, last_seen_at: now });
    const spent = { refresh_hash: hash, session_id: session.id, spent_at: now };
    await queries.insertSpentRefresh(trx, spent, maxSpent);
    return answerSession(ctx, member, standing, keys);
  });
  if (!answer) throw invalid('登录状态已过期，请重新登录');
  return answer;
}

async function endReusedSession(ctx: Context, trx: Trx, hash: Buffer, { address }: Origin): Promise<null> {
  const spent = await queries.findSpentRefresh(trx, hash);
  if (!spent || ctx.now().getTime() - spent.spent_at.getTime() <= reuseGraceMs) return null;
  await queries.deleteSession(trx, spent.session_id);
  await recordSecurity(ctx, { kind: 'sessionReused', memberId: spent.member_id, address }, trx);
  return null;
}
