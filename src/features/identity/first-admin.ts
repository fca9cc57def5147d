import { createHash, timingSafeEqual } from 'node:crypto';
import type { z } from 'zod';
import { recordAction } from '#features/audit/index.ts';
import { dropSecret, portalSecret, readSecret } from '#features/settings/index.ts';
import type { Context } from '#kernel/context.ts';
import { countHit } from '#kernel/db/rate-limits.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, forbidden } from '#kernel/errors.ts';
import type { IdentityParts } from './parts.ts';
import { hashNewPassword } from './passwords.ts';
import { hasStaff, insertFirstMember, insertMemberRole } from './queries.ts';
import type { setupInput } from './schema.ts';
import { failureLimit } from './sign-in/attempts.ts';
import { lockStaff } from './staff/staff-queries.ts';

/** Name of the secret that exists until there is an administrator. */
const secretName = 'set-up';
/**
 * Counts the wrong keys of all callers together, since one caller may use many addresses. The key has 256 bits and
 * cannot be guessed; the limit bounds the work that guesses cause.
 */
const wrongKeyLimit = failureLimit('set-up', 20);

/** Returns the key with which the first administrator sets up the portal; null once the portal has staff. */
export async function setupKey(ctx: Context): Promise<string | null> {
  return (await hasStaff(ctx.db)) ? null : portalSecret(ctx, secretName);
}

/** Returns whether the portal still waits for its first administrator. */
export const isSetupPending = async ({ db }: Context): Promise<boolean> => !(await hasStaff(db));

/**
 * Creates the first administrator, names the site and deletes the key. Of two concurrent calls the second gets a
 * conflict. @throws conflict once the portal has staff, or for a number that is taken; forbidden for a wrong key,
 * rateLimited after too many
 */
export async function setUp(
  ctx: Context,
  { nameSite }: Pick<IdentityParts, 'nameSite'>,
  { key, siteName, mobile, name, password }: z.output<typeof setupInput>,
): Promise<boolean> {
  // Read before the check for staff: the first administrator deletes the key, and a late caller must get the conflict
  // and not the message that the key is wrong.
  const expected = await readSecret(ctx, secretName);
  if (await hasStaff(ctx.db)) throw alreadySetUp();
  if (expected === null || !isSameKey(key, expected)) {
    await countHit(ctx, ctx.db, wrongKeyLimit, 'all');
    throw forbidden('设置地址不正确，请用启动门户时打印的那一个');
  }
  const password_hash = await hashNewPassword(ctx.tenant, password, { mobile, name, site: siteName });
  await inTransaction(ctx, async (trx) => {
    await lockStaff(trx);
    if (await hasStaff(trx)) throw alreadySetUp();
    const id = await insertFirstMember(trx, { mobile, name, password_hash });
    if (id === null) throw conflict('这个手机号已经注册过会员，请换一个', 'mobile');
    await insertMemberRole(trx, id, 'admin');
    const adminContext: Context = {
      ...ctx,
      actor: { kind: 'member', memberId: id, sessionId: '0', permissions: new Set(['*']), vipUntil: null },
    };
    await recordAction(adminContext, trx, { action: 'staff.setUp', target: `member:${id}`, after: { name } });
    await nameSite(adminContext, trx, siteName);
    await dropSecret(trx, secretName);
  });
  return true;
}

const alreadySetUp = () => conflict('门户已经设置过了，请直接登录');

const digest = (text: string) => createHash('sha256').update(text).digest();
const isSameKey = (given: string, expectedKey: string): boolean =>
  timingSafeEqual(digest(given), digest(expectedKey));
