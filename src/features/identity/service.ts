import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { DomainError, invalid, rateLimited } from '#kernel/errors.ts';
import type { Origin } from '#kernel/http/calls.ts';
import { toIso } from '#shared/dates.ts';
import type { TokenAnswer } from './calls.ts';
import { checkPassword, hashPassword } from './passwords.ts';
import {
  countFailures,
  deleteFailure,
  deleteFailures,
  deleteSession,
  deleteStale,
  findMember,
  findMemberByMobile,
  insertFailures,
  insertMemberRole,
  insertSession,
  listPermissions,
  lockSessionByRefresh,
  lockSubjects,
  type MemberRow,
  updateSession,
  upsertMember,
} from './queries.ts';
import { refreshSeconds, tokenSeconds } from './sessions.ts';
import { hashToken, newToken } from './tokens.ts';

type TokenRequest = {
  grant_type?: string | undefined;
  username?: string | undefined;
  password?: string | undefined;
  refresh_token?: string | undefined;
};

// Ten wrong passwords for an account, fifty from an address, in a quarter of an hour.
const failureWindowMs = 15 * 60_000;
const mostFailures = { account: 10, address: 50 };

/**
 * The token call (PROTOCOLS). A refusal is HTTP 200 with an `error_code`, as the seed's client expects: 400 is
 * passed through to the form, others are shown.
 */
export async function issueToken(ctx: Context, request: TokenRequest, origin: Origin): Promise<TokenAnswer> {
  try {
    if (request.grant_type === 'password') return await logInByPassword(ctx, request, origin);
    if (request.grant_type === 'refresh_token') return await refresh(ctx, request.refresh_token ?? '');
    throw invalid('不支持这种登录方式（grant_type）');
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { error_code: error.kind === 'rate_limited' ? 429 : 400, error_description: error.message };
  }
}

/** Ends the session of the call; its token and refresh token are dead at once. */
export async function logOut({ db, actor }: Context): Promise<boolean> {
  if (actor.kind === 'member') await deleteSession(db, actor.sessionId);
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
  const password_hash = await hashPassword(password);
  return inTransaction(ctx, async (trx) => {
    const id = await upsertMember(trx, { mobile, name: name ?? `会员${mobile.slice(-4)}`, password_hash });
    if (role) await insertMemberRole(trx, id, role);
    return id;
  });
}

/** Forgets dead sessions and old failures. */
export const tidySessions = (ctx: Context): Promise<void> =>
  deleteStale(ctx.db, ctx.now(), new Date(ctx.now().getTime() - failureWindowMs));

async function logInByPassword(
  ctx: Context,
  { username = '', password = '' }: TokenRequest,
  origin: Origin,
): Promise<TokenAnswer> {
  if (username === '') throw invalid('请输入手机号');
  if (password === '') throw invalid('请输入密码');
  const subjects = { account: `account:${username}`, address: `address:${origin.address}` };
  const at = ctx.now();
  await noteAttempt(ctx, subjects, at);
  const member = await findMemberByMobile(ctx.db, username);
  if (!(await checkPassword(member?.password_hash, password)) || !member) throw invalid('手机号或密码不正确');
  if (member.blocked_at) throw invalid('账号已停用，请联系编辑部');
  return inTransaction(ctx, async (trx) => {
    await deleteFailures(trx, subjects.account);
    await deleteFailure(trx, subjects.address, at);
    const keys = newKeys(ctx);
    await insertSession(trx, {
      member_id: member.id,
      ...keys.kept,
      user_agent: origin.userAgent,
      address: origin.address,
    });
    return answer(ctx, trx, member, keys.given);
  });
}

/** A refresh token works once: using it makes a new pair, and the old token is dead. */
async function refresh(ctx: Context, refreshToken: string): Promise<TokenAnswer> {
  return inTransaction(ctx, async (trx) => {
    const session = await lockSessionByRefresh(trx, hashToken(refreshToken), ctx.now());
    const member = session && (await findMember(trx, session.member_id));
    if (!session || !member || member.blocked_at) throw invalid('登录状态已过期，请重新登录');
    const keys = newKeys(ctx);
    await updateSession(trx, session.id, keys.kept);
    return answer(ctx, trx, member, keys.given);
  });
}

/**
 * Writes the attempt down as a failure before the password is looked at, and success takes it back: however many
 * guesses arrive at once, no more than the limit are looked at. @throws rateLimited beyond it
 */
function noteAttempt(ctx: Context, subjects: { account: string; address: string }, at: Date): Promise<void> {
  const since = new Date(at.getTime() - failureWindowMs);
  const both = [subjects.account, subjects.address];
  return inTransaction(ctx, async (trx) => {
    await lockSubjects(trx, both);
    for (const { subject, count, oldest } of await countFailures(trx, both, since)) {
      const most = subject === subjects.account ? mostFailures.account : mostFailures.address;
      if (Number(count) < most) continue;
      const wait = Math.ceil((oldest.getTime() - since.getTime()) / 1000);
      throw rateLimited(`密码输错次数过多，请 ${Math.ceil(wait / 60)} 分钟后再试`, wait);
    }
    await insertFailures(trx, both, at);
  });
}

function newKeys(ctx: Context) {
  const given = { token: newToken(), refreshToken: newToken() };
  const now = ctx.now().getTime();
  const kept = {
    token_hash: hashToken(given.token),
    refresh_hash: hashToken(given.refreshToken),
    expires_at: new Date(now + tokenSeconds * 1000),
    refresh_expires_at: new Date(now + refreshSeconds * 1000),
  };
  return { given, kept };
}

async function answer(
  ctx: Context,
  trx: Trx,
  member: MemberRow,
  keys: { token: string; refreshToken: string },
): Promise<TokenAnswer> {
  const roles = await listPermissions(trx, member.id);
  return {
    access_token: keys.token,
    token_type: 'bearer',
    refresh_token: keys.refreshToken,
    expires_in: tokenSeconds,
    scope: 'all',
    tenant_id: ctx.tenant.id,
    user_id: member.id,
    account: member.mobile,
    user_name: member.name,
    nick_name: member.name,
    avatar: member.avatar ?? '',
    role_name: roles.map(({ name }) => name).join(','),
    menuIds: [...new Set(roles.flatMap(({ permissions }) => permissions))],
    deletion_due_at: member.deletion_due_at ? toIso(member.deletion_due_at) : null,
  };
}
