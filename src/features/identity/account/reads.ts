import type { Context } from '#kernel/context.ts';
import { unauthenticated } from '#kernel/errors.ts';
import { toIso } from '#shared/dates.ts';
import { maskMobile } from '#shared/mobiles.ts';
import { findAccount, listSessions } from './account-queries.ts';
import { describeDevice } from './describe-device.ts';
import type { Profile, SessionEntry } from './schema.ts';

/** More sessions than any person has devices. */
const maxSessions = 100;

/** Returns the calling member. @throws unauthenticated for a visitor */
export function requireMember({ actor }: Pick<Context, 'actor'>) {
  if (actor.kind !== 'member') throw unauthenticated();
  return actor;
}

/** Returns the caller's own profile with masked mobile number and e-mail. @throws unauthenticated */
export async function readProfile(ctx: Context): Promise<Profile> {
  const actor = requireMember(ctx);
  const account = await findAccount(ctx.db, actor.memberId);
  if (!account) throw unauthenticated();
  return {
    id: account.id,
    name: account.name,
    mobile: maskMobile(account.mobile),
    email: account.email && maskEmail(account.email),
    avatar: account.avatar,
    vipUntil: actor.vipUntil === null ? null : toIso(new Date(actor.vipUntil)),
    menuIds: [...actor.permissions],
    roleNames: account.role_names,
    hasPassword: account.has_password,
    wechat: account.wechat === null ? null : { nickname: account.wechat },
    hasTotp: account.has_totp,
    deletionDueAt: account.deletion_due_at && toIso(account.deletion_due_at),
    createdAt: toIso(account.created_at),
  };
}

/** Returns the caller's sessions, last used first. */
export async function readSessions(ctx: Context): Promise<SessionEntry[]> {
  const { memberId, sessionId } = requireMember(ctx);
  const rows = await listSessions(ctx.db, memberId, ctx.now(), maxSessions);
  return rows.map((row) => ({
    id: row.id,
    isCurrent: row.id === sessionId,
    device: describeDevice(row.user_agent),
    address: row.address,
    createdAt: toIso(row.created_at),
    lastSeenAt: toIso(row.last_seen_at),
  }));
}

/** Masks an e-mail address: `z***@example.cn`, with three stars whatever its length. */
export const maskEmail = (email: string): string => email.replace(/^(.).*(?=@)/u, '$1***');
