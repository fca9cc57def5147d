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

/** What is kept among the portal's secrets until there is an administrator. */
const secretName = 'set-up';
/**
 * Wrong keys of all callers together, since one may use many addresses. The key has 256 bits and cannot be guessed; the
 * limit bounds the password hashes that guesses cost.
 */
const wrongKeys = failureLimit('set-up', 20);

/** The key with which the first administrator sets the portal up; null once anybody is of its staff. */
export async function setupKey(ctx: Context): Promise<string | null> {
  return (await hasStaff(ctx.db)) ? null : portalSecret(ctx, secretName);
}

/** Whether the portal still waits for its first administrator. */
export const awaitsSetup = async ({ db }: Context): Promise<boolean> => !(await hasStaff(db));

/**
 * Makes the first administrator and names the site. The key is dead afterwards. Of two who come at once the second is
 * told that there is one. @throws conflict once anybody is staff, or for a number that is taken; forbidden for a wrong
 * key, rateLimited after too many
 */
export async function setUp(
  ctx: Context,
  { nameSite }: Pick<IdentityParts, 'nameSite'>,
  { key, siteName, mobile, name, password }: z.output<typeof setupInput>,
): Promise<boolean> {
  // Read before looking for staff: the first administrator deletes the key, and a late caller must not be told it is wrong.
  const expected = await readSecret(ctx, secretName);
  if (await hasStaff(ctx.db)) throw isSetUp();
  if (expected === null || !isSame(key, expected)) {
    await countHit(ctx, ctx.db, wrongKeys, 'all');
    throw forbidden('设置地址不正确，请用启动门户时打印的那一个');
  }
  const password_hash = await hashNewPassword(ctx.tenant, password, { mobile, name, site: siteName });
  await inTransaction(ctx, async (trx) => {
    await lockStaff(trx);
    if (await hasStaff(trx)) throw isSetUp();
    const id = await insertFirstMember(trx, { mobile, name, password_hash });
    if (id === null) throw conflict('这个手机号（mobile）已经注册过会员，请换一个');
    await insertMemberRole(trx, id, 'admin');
    const self: Context = {
      ...ctx,
      actor: { kind: 'member', memberId: id, sessionId: '0', permissions: new Set(['*']), vipUntil: null },
    };
    await recordAction(self, trx, { action: 'staff.setUp', target: `member:${id}`, after: { name } });
    await nameSite(self, trx, siteName);
    await dropSecret(trx, secretName);
  });
  return true;
}

const isSetUp = () => conflict('门户已经设置过了，请直接登录');

const digest = (text: string) => createHash('sha256').update(text).digest();
const isSame = (one: string, two: string): boolean => timingSafeEqual(digest(one), digest(two));
