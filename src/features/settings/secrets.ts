import { randomBytes } from 'node:crypto';
import type { Context, Database } from '#kernel/context.ts';
import { deleteSecretsBetween, findOrInsertSecret } from './queries.ts';

// A secret never changes, so each process asks for it once.
const known = new WeakMap<Database, Map<string, Promise<string>>>();

const daily = new WeakMap<Database, { name: string; secret: Promise<string> }>();

/**
 * A key for one day, the same in every process. What was made by it means nothing to anybody once `forgetDailySecrets`
 * has deleted it; each process keeps the one day's it used last.
 * @param day a Shanghai day, `2026-11-21`
 */
export function dailySecret(
  { db, tenant }: Pick<Context, 'db' | 'tenant'>,
  subject: string,
  day: string,
): Promise<string> {
  const name = `${subject}:${day}`;
  const held = daily.get(tenant.db);
  if (held?.name === name) return held.secret;
  const secret = findOrInsertSecret(db, name, randomBytes(32).toString('base64url'));
  daily.set(tenant.db, { name, secret });
  secret.catch(() => daily.delete(tenant.db));
  return secret;
}

/** Throws away the keys of the days before. May be repeated. */
export const forgetDailySecrets = (
  { db }: Pick<Context, 'db'>,
  subject: string,
  today: string,
): Promise<void> => deleteSecretsBetween(db, `${subject}:`, `${subject}:${today}`);

/** A key of the tenant's own: made at first need, the same in every process, never shown to anybody. */
export function portalSecret({ db, tenant }: Pick<Context, 'db' | 'tenant'>, name: string): Promise<string> {
  const ofTenant = known.get(tenant.db) ?? new Map<string, Promise<string>>();
  known.set(tenant.db, ofTenant);
  const asked = ofTenant.get(name);
  if (asked) return asked;
  const secret = findOrInsertSecret(db, name, randomBytes(32).toString('base64url'));
  ofTenant.set(name, secret);
  secret.catch(() => ofTenant.delete(name));
  return secret;
}
