import { recordAction } from '#features/audit/index.ts';
import { type Actor, requireMemberId } from '#kernel/actor.ts';
import type { Context } from '#kernel/context.ts';
import { countHit, type RateLimit } from '#kernel/db/rate-limits.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, forbidden, invalid, notFound, rateLimited, unauthenticated } from '#kernel/errors.ts';
import { dayMs, toIso } from '#shared/dates.ts';
import type { Permission } from '#shared/permissions.ts';
import type { IdentityParts } from '../parts.ts';
import {
  columnLimit,
  hashToken,
  newToken,
  permissionSet,
  type SessionRules,
  tokenLength,
} from '../sessions.ts';
import { holdsAll, requireKnown } from '../staff/policy.ts';
import { lockStaff } from '../staff/staff-queries.ts';
import {
  type ApiKeyRow,
  countKeys,
  deleteKey,
  findKey,
  insertKey,
  listKeyRows,
  updateLastUsed,
} from './queries.ts';
import type { ApiKeyList } from './schema.ts';

/** Makes a leaked key recognisable to people and to scanners of source code. */
const keyPrefix = 'glk_';
const hintLength = keyPrefix.length + 4;
const maxKeys = 50;
// The list shows minutes, and a busy key must not cost a write per call.
const minTouchIntervalMs = 60_000;

/**
 * A key with one of these could make staff and further keys, which would outlive it, or read their codes and run a script
 * in the origin of the back office.
 */
const unscopable: ReadonlySet<string> = new Set(['staff.manage', 'settings.security']);

const callLimit: RateLimit = {
  name: 'api-key-calls',
  max: 300,
  windowMs: 60_000,
  isFixed: true,
  refuse: (wait) => rateLimited(`这把接口密钥每分钟最多调用 300 次，请 ${wait} 秒后再试`, wait),
};

type Permissions = Pick<IdentityParts, 'permissions'>;

const scopable = ({ permissions }: Permissions): Permission[] =>
  permissions.filter(({ code }) => !unscopable.has(code));

/**
 * Creates a key of the caller. The key is returned only this once; its hash is stored.
 * @throws invalid for an unknown permission, forbidden for one that the caller lacks, conflict at the limit
 */
export function createKey(
  ctx: Context,
  parts: Permissions,
  { name, scopes, days }: { name: string; scopes: string[]; days: number | null },
): Promise<{ id: string; key: string }> {
  requireKnown(parts.permissions, scopes, 'scopes');
  const refused = parts.permissions.find(({ code }) => unscopable.has(code) && scopes.includes(code));
  if (refused) throw invalid(`接口密钥不能有“${refused.name}”权限`, 'scopes');
  if (!holdsAll(ctx.actor, scopes)) throw forbidden('不能给密钥你自己没有的权限');
  const key = keyPrefix + newToken();
  const now = ctx.now();
  const expires_at = days === null ? null : new Date(now.getTime() + days * dayMs);
  return inTransaction(ctx, async (trx) => {
    await lockStaff(trx);
    if ((await countKeys(trx)) >= maxKeys) throw conflict(`最多 ${maxKeys} 把接口密钥，请先吊销不用的`);
    const id = await insertKey(trx, {
      key_hash: hashToken(key),
      hint: key.slice(0, hintLength),
      name,
      member_id: requireMemberId(ctx),
      scopes,
      created_at: now,
      expires_at,
    });
    await recordAction(ctx, trx, {
      action: 'api-key.create',
      target: `api-key:${id}`,
      after: { name, permissions: scopes, expiresAt: expires_at && toIso(expires_at) },
    });
    return { id, key };
  });
}

/** Deletes a key of any owner; it stops at once. @throws notFound */
export async function revokeKey(ctx: Context, id: string): Promise<boolean> {
  await inTransaction(ctx, async (trx) => {
    const row = await deleteKey(trx, id);
    if (!row) throw notFound('这把接口密钥已被吊销');
    await recordAction(ctx, trx, {
      action: 'api-key.revoke',
      target: `api-key:${id}`,
      before: { name: row.name, permissions: row.scopes, memberId: row.member_id },
    });
  });
  return true;
}

/** Returns all keys with their owners, and the permissions that a key may have. */
export async function readKeys(
  ctx: Context,
  { settings, ...parts }: Permissions & Pick<IdentityParts, 'settings'>,
): Promise<ApiKeyList> {
  const rules = await settings(ctx);
  const now = ctx.now();
  const rows = await listKeyRows(ctx.db);
  return {
    keys: rows.map((row) => ({
      id: row.id,
      name: row.name,
      hint: row.hint,
      owner: { id: row.member_id, name: row.member_name },
      scopes: row.scopes,
      effectiveScopes: effectiveScopes(row, rules),
      createdAt: toIso(row.created_at),
      expiresAt: row.expires_at && toIso(row.expires_at),
      isExpired: row.expires_at !== null && row.expires_at <= now,
      lastUsedAt: row.last_used_at && toIso(row.last_used_at),
    })),
    permissions: scopable(parts).map(({ order: _, ...permission }) => permission),
  };
}

/** The scopes that the owner holds now: none while blocked, or without a second factor that staff need. */
function effectiveScopes(row: ApiKeyRow, { staffTotp }: Pick<SessionRules, 'staffTotp'>): string[] {
  if (row.is_blocked || (staffTotp && !row.has_totp)) return [];
  const held = permissionSet(row.permissions);
  return row.scopes.filter((code) => held.has(code) && !unscopable.has(code));
}

/**
 * Returns the actor that a key makes calls as. Reads the database at each call, so that a revoked key, a blocked owner
 * and a lost role count at once.
 * @throws unauthenticated for an unknown, expired or revoked key and a blocked owner; rateLimited
 */
export async function resolveKey(
  ctx: Pick<Context, 'db' | 'now'>,
  key: string,
  readRules: () => Promise<SessionRules>,
): Promise<Actor> {
  const now = ctx.now();
  const isWellFormed = key.startsWith(keyPrefix) && key.length === keyPrefix.length + tokenLength;
  const row = isWellFormed ? await findKey(ctx.db, hashToken(key), now) : undefined;
  if (!row) throw unauthenticated('接口密钥无效、已过期或已被吊销');
  if (row.is_blocked) throw unauthenticated('这把接口密钥的主人已被停用');
  await countHit(ctx, ctx.db, callLimit, row.id);
  if (!row.last_used_at || now.getTime() - row.last_used_at.getTime() > minTouchIntervalMs)
    await updateLastUsed(ctx.db, row.id, now);
  return {
    kind: 'member',
    memberId: row.member_id,
    sessionId: '0',
    permissions: new Set(effectiveScopes(row, await readRules())),
    vipUntil: null,
    apiKey: { id: row.id, name: row.name },
    ...columnLimit(row),
  };
}
