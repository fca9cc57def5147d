import { randomBytes } from 'node:crypto';
import type { Context } from '#kernel/context.ts';
import { perTenant } from '#kernel/per-tenant.ts';
import { deleteSecretsBetween, findOrInsertSecret, findSecret } from './queries.ts';

// A secret never changes, so each process reads it once.
const secretCache = perTenant(() => new Map<string, Promise<string>>());

const dailySecretCache = perTenant(() => new Map<string, Promise<string>>());

/**
 * Returns a key for one day, the same in every process. Once `deletePastDailySecrets` has deleted it, hashes made with
 * it cannot be attributed any more; each process caches only the day it used last.
 * @param day a Shanghai day, `2026-11-21`
 */
export function dailySecret(
  ctx: Pick<Context, 'db' | 'tenant'>,
  subject: string,
  day: string,
): Promise<string> {
  const name = `${subject}:${day}`;
  const cache = dailySecretCache(ctx.tenant);
  if (!cache.has(name)) cache.clear();
  return findOrCreateSecret(cache, ctx, name);
}

/** Deletes the keys of past days. Idempotent. */
export const deletePastDailySecrets = (
  { db }: Pick<Context, 'db'>,
  subject: string,
  today: string,
): Promise<void> => deleteSecretsBetween(db, `${subject}:`, `${subject}:${today}`);

/**
 * Returns a secret key of the tenant, created on first use and the same in every process. It is never returned to a
 * client.
 */
export const portalSecret = (ctx: Pick<Context, 'db' | 'tenant'>, name: string): Promise<string> =>
  findOrCreateSecret(secretCache(ctx.tenant), ctx, name);

/** Returns the secret with this name; null if it does not exist. */
export async function readSecret({ db, tenant }: Pick<Context, 'db' | 'tenant'>, name: string) {
  const value = await findSecret(db, name);
  return value === null ? null : tenant.seals.open(value, 'secrets');
}

function findOrCreateSecret(
  cache: Map<string, Promise<string>>,
  { db, tenant: { seals } }: Pick<Context, 'db' | 'tenant'>,
  name: string,
): Promise<string> {
  const cached = cache.get(name);
  if (cached) return cached;
  const fresh = seals.seal(randomBytes(32).toString('base64url'), 'secrets');
  const secret = findOrInsertSecret(db, name, fresh).then((value) => seals.open(value, 'secrets'));
  cache.set(name, secret);
  secret.catch(() => cache.delete(name));
  return secret;
}
