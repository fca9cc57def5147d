import { createHash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Settings } from '#features/settings/index.ts';
import type { Actor } from '#kernel/actor.ts';
import type { Context, Tenant } from '#kernel/context.ts';
import { perTenant } from '#kernel/per-tenant.ts';
import { type CacheTag, memberTag } from '#shared/cache-tags.ts';
import { findSession, touchSession } from './queries.ts';

/** How long a token lives without being used, and its refresh token; seconds. */
export const tokenSeconds = 7 * 86_400;
export const refreshSeconds = 30 * 86_400;

// Sliding expiry writes at most once in this time for a session, so that reading costs no writes.
const touchEveryMs = 600_000;

// Whoever reads asks several times a minute: their session is kept in the process until something about it changes.
// The triggers of the migration `identity-purge` announce that, so that no verb can forget to.
const keptOf = perTenant(() => new LRUCache<string, Kept>({ max: 20_000 }));

type Session = NonNullable<Awaited<ReturnType<typeof findSession>>>;
type Kept = { session: Session; tags: CacheTag[]; stamp: number };

/** The settings that decide about sessions. */
export type SessionRules = Pick<Awaited<ReturnType<Settings>>, 'staffTotp' | 'sessionLife'>;

/** When a session ends whatever happens (ASVS 7.3.2): earlier for accounts with a role. */
export const sessionEnd = (createdAt: Date, isStaff: boolean, { sessionLife }: SessionRules): Date =>
  new Date(createdAt.getTime() + (isStaff ? sessionLife.staffMs : sessionLife.memberMs));

/**
 * Who holds this token now; null when nobody does. A blocked member reads as a visitor (PRODUCT §3). With `staffTotp`
 * a role gives its permissions only to an account with a second factor.
 */
export async function resolveActor(
  tenant: Tenant,
  token: string,
  now: () => Date,
  readRules: () => Promise<SessionRules>,
): Promise<Actor | null> {
  if (token.length === 0 || token.length > 200) return null;
  const at = now();
  const session = await rememberSession(tenant, token, at);
  if (!session || session.blocked) return null;
  const rules = await readRules();
  const isStaff = session.permissions.length > 0;
  if (sessionEnd(session.created_at, isStaff, rules) <= at) return null;
  if (at.getTime() - session.last_seen_at.getTime() > touchEveryMs) {
    session.last_seen_at = at;
    session.expires_at = new Date(at.getTime() + tokenSeconds * 1000);
    await touchSession(tenant.db, session.id, at, session.expires_at);
  }
  const isHeldBack = isStaff && !session.has_totp && rules.staffTotp;
  return {
    kind: 'member',
    memberId: session.member_id,
    sessionId: session.id,
    permissions: permissionSet(isHeldBack ? [] : session.permissions),
    vipUntil: session.vip_until?.getTime() ?? null,
  };
}

async function rememberSession(tenant: Tenant, token: string, at: Date): Promise<Session | undefined> {
  const hash = hashToken(token);
  const key = hash.toString('base64');
  const { tags: generations } = tenant;
  const kept = keptOf(tenant);
  const held = kept.get(key);
  if (held && generations.isListening && generations.isCurrent(held.tags, held.stamp) && isCertain(held, at))
    return held.session;
  const before = generations.changes;
  const session = await findSession(tenant.db, hash, at);
  kept.delete(key);
  // Whose session it is was not known before, so any change meanwhile might have been theirs.
  if (session && generations.changes === before) {
    const tags: CacheTag[] = ['roles', memberTag(session.member_id)];
    kept.set(key, { session, tags, stamp: generations.stamp(tags) });
  }
  return session;
}

/** False once time alone may have changed it: it ran out, or a VIP membership ended or began. */
const isCertain = ({ session: { expires_at, vip_until, vip_starts_at } }: Kept, at: Date): boolean =>
  expires_at > at && (vip_until === null || vip_until > at) && (vip_starts_at === null || vip_starts_at > at);

/** An administrator holds every code; `*` stands for all. */
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

/** An opaque token of 256 random bits; only its SHA-256 is kept. */
export const newToken = (): string => randomBytes(32).toString('base64url');

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
