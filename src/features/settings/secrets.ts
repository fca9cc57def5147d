import { randomBytes } from 'node:crypto';
import type { Context, Database } from '#kernel/context.ts';
import { findOrInsertSecret } from './queries.ts';

// A secret never changes, so each process asks for it once.
const known = new WeakMap<Database, Map<string, Promise<string>>>();

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
