import { randomBytes } from 'node:crypto';
import type { Context } from '#kernel/context.ts';
import { perTenant } from '#kernel/per-tenant.ts';
import { deleteSecretsBetween, findOrInsertSecret, findSecret } from './queries.ts';

// A secret never changes, so each process asks for it once.
const known = perTenant(() => new Map<string, Promise<string>>());

const daily = perTenant(() => new Map<string, Promise<string>>());

/**
 * A key for one day, the same in every process. What was made by it means nothing to anybody once `forgetDailySecrets`
 * has deleted it; each process keeps the one day's it used last.
 * @param day a Shanghai day, `2026-11-21`
 */
export function dailySecret(
  ctx: Pick<Context, 'db' | 'tenant'>,
  subject: string,
  day: string,
): Promise<string> {
  const name = `${subject}:${day}`;
  const held = daily(ctx.tenant);
  if (!held.has(name)) held.clear();
  return remember(held, ctx, name);
}

/** Throws away the keys of the days before. May be repeated. */
export const forgetDailySecrets = (
  { db }: Pick<Context, 'db'>,
  subject: string,
  today: string,
): Promise<void> => deleteSecretsBetween(db, `${subject}:`, `${subject}:${today}`);

/** A key of the tenant's own: made at first need, the same in every process, never shown to anybody. */
export const portalSecret = (ctx: Pick<Context, 'db' | 'tenant'>, name: string): Promise<string> =>
  remember(known(ctx.tenant), ctx, name);

/** The secret of that name; null if nobody has asked for it yet. */
export async function readSecret({ db, tenant }: Pick<Context, 'db' | 'tenant'>, name: string) {
  const value = await findSecret(db, name);
  return value === null ? null : tenant.seals.open(value, 'secrets');
}

function remember(
  held: Map<string, Promise<string>>,
  { db, tenant: { seals } }: Pick<Context, 'db' | 'tenant'>,
  name: string,
): Promise<string> {
  const asked = held.get(name);
  if (asked) return asked;
  const fresh = seals.seal(randomBytes(32).toString('base64url'), 'secrets');
  const secret = findOrInsertSecret(db, name, fresh).then((value) => seals.open(value, 'secrets'));
  held.set(name, secret);
  secret.catch(() => held.delete(name));
  return secret;
}
