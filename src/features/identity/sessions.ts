import { createHash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Settings } from '#features/settings/index.ts';
import { type Actor, visitor } from '#kernel/actor.ts';
import type { Context, Tenant } from '#kernel/context.ts';
import { perTenant } from '#kernel/per-tenant.ts';
import { type CacheTag, memberTag } from '#shared/cache-tags.ts';
import { findRights, findSession, touchSession } from './queries.ts';

/** Lifetimes in seconds: of a token, extended by each use, and of a refresh token. */
export const tokenSeconds = 7 * 86_400;
export const refreshSeconds = 30 * 86_400;

// Sliding expiry writes at most once in this interval per session, so that most reads cost no write.
const minTouchIntervalMs = 600_000;

// A reader sends several requests a minute, so sessions are cached in the process until they change. The triggers of
// the migration `identity-purge` send the invalidation, so that no code path can miss it.
const sessionCacheOf = perTenant(() => new LRUCache<string, CachedSession>({ max: 20_000 }));

type Session = NonNullable<Awaited<ReturnType<typeof findSession>>>;
type CachedSession = { session: Session; tags: CacheTag[]; stamp: number };

/** The settings that determine the lifetime and permissions of sessions. */
export type SessionRules = Pick<Awaited<ReturnType<Settings>>, 'staffTotp' | 'sessionLife'>;

/** Returns when a session ends regardless of use (ASVS 7.3.2): earlier for accounts with a role. */
export const sessionEnd = (createdAt: Date, isStaff: boolean, { sessionLife }: SessionRules): Date =>
  new Date(createdAt.getTime() + (isStaff ? sessionLife.staffMs : sessionLife.memberMs));

/**
 * Returns the actor that a token belongs to, or null. A blocked member reads as a visitor (docs/product.md §13). With
 * `staffTotp` a role gives its permissions only to an account with a second factor.
 */
export async function resolveActor(
  tenant: Tenant,
  token: string,
  now: () => Date,
  readRules: () => Promise<SessionRules>,
): Promise<Actor | null> {
  if (token.length === 0 || token.length > 200) return null;
  const at = now();
  const session = await findCachedSession(tenant, token, at);
  if (!session || session.blocked) return null;
  const rules = await readRules();
  const isStaff = session.permissions.length > 0;
  if (sessionEnd(session.created_at, isStaff, rules) <= at) return null;
  if (at.getTime() - session.last_seen_at.getTime() > minTouchIntervalMs) {
    session.last_seen_at = at;
    session.expires_at = new Date(at.getTime() + tokenSeconds * 1000);
    await touchSession(tenant.db, session.id, at, session.expires_at);
  }
  const isMissingTotp = isStaff && !session.has_totp && rules.staffTotp;
  return {
    kind: 'member',
    memberId: session.member_id,
    sessionId: session.id,
    permissions: permissionSet(isMissingTotp ? [] : session.permissions),
    vipUntil: session.vip_until?.getTime() ?? null,
    ...columnLimit(session),
  };
}

/**
 * Returns a member of staff by the rights of their roles now, outside any session: what they left behind, such as a
 * link, works only while they could make it. A visitor once blocked or deleted. `staffTotp`: as for `resolveActor`.
 */
export async function resolveStaff(
  { db }: Pick<Context, 'db'>,
  memberId: string,
  { staffTotp }: Pick<SessionRules, 'staffTotp'>,
): Promise<Actor> {
  const rights = await findRights(db, memberId);
  if (!rights) return visitor;
  return {
    kind: 'member',
    memberId,
    sessionId: '0',
    permissions: permissionSet(staffTotp && !rights.has_totp ? [] : rights.permissions),
    vipUntil: null,
    ...columnLimit(rights),
  };
}

/** The columns that an account is limited to; nothing for one without a limit, and for administrators. */
export const columnLimit = (account: {
  permissions: readonly string[];
  column_ids: readonly string[] | null;
}): { columnIds?: readonly string[] } =>
  account.column_ids === null || account.permissions.includes('*') ? {} : { columnIds: account.column_ids };

async function findCachedSession(tenant: Tenant, token: string, at: Date): Promise<Session | undefined> {
  const hash = hashToken(token);
  const key = hash.toString('base64');
  const { tags: generations } = tenant;
  const cache = sessionCacheOf(tenant);
  const cached = cache.get(key);
  if (
    cached &&
    generations.isListening &&
    generations.isCurrent(cached.tags, cached.stamp) &&
    isStillValid(cached, at)
  )
    return cached.session;
  const before = generations.changes;
  const session = await findSession(tenant.db, hash, at);
  cache.delete(key);
  // The member was unknown before the query, so any invalidation during it may concern this session.
  if (session && generations.changes === before) {
    const tags: CacheTag[] = ['roles', memberTag(session.member_id)];
    cache.set(key, { session, tags, stamp: generations.stamp(tags) });
  }
  return session;
}

/** False once time alone changed the session: it expired, or a VIP membership ended or began. */
const isStillValid = (
  { session: { expires_at, vip_until, vip_starts_at } }: CachedSession,
  at: Date,
): boolean =>
  expires_at > at && (vip_until === null || vip_until > at) && (vip_starts_at === null || vip_starts_at > at);

/** Returns the set of codes; `*`, the administrator's, contains every code. */
export function permissionSet(codes: readonly string[]): ReadonlySet<string> {
  return codes.includes('*') ? new EveryPermission(codes) : new Set(codes);
}

class EveryPermission extends Set<string> {
  override has(): boolean {
    return true;
  }
}

export const isLoggedIn = ({ actor }: Context): boolean => actor.kind === 'member';

/** Characters of a token. */
export const tokenLength = 43;

/** Generates an opaque token of 256 random bits; only its SHA-256 is stored. */
export const newToken = (): string => randomBytes(32).toString('base64url');

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
