import type { Actor } from '#kernel/actor.ts';
import type { Context, Tenant } from '#kernel/context.ts';
import { findSession, touchSession } from './queries.ts';
import { hashToken } from './tokens.ts';

/** How long a token lives without being used, and its refresh token; seconds. */
export const tokenSeconds = 7 * 86_400;
export const refreshSeconds = 30 * 86_400;

// Sliding expiry writes at most once in this time for a session, so that reading costs no writes.
const touchEveryMs = 600_000;

/** Who holds this token now; null when nobody does. A blocked member reads as a visitor (PRODUCT §3). */
export async function resolveActor(
  tenant: Tenant,
  token: string,
  now: () => Date = () => new Date(),
): Promise<Actor | null> {
  if (token.length === 0 || token.length > 200) return null;
  const at = now();
  const session = await findSession(tenant.db, hashToken(token), at);
  if (!session || session.blocked) return null;
  if (at.getTime() - session.last_seen_at.getTime() > touchEveryMs)
    await touchSession(tenant.db, session.id, at, new Date(at.getTime() + tokenSeconds * 1000));
  return {
    kind: 'member',
    memberId: session.member_id,
    sessionId: session.id,
    permissions: permissionSet(session.permissions),
    vipUntil: session.vip_until?.getTime() ?? null,
  };
}

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
