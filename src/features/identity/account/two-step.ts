import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, invalid } from '#kernel/errors.ts';
import type { Origin } from '#kernel/http/calls.ts';
import { maskMobile } from '#shared/mobiles.ts';
import type { IdentityParts } from '../parts.ts';
import { clearAttempts, countNewFactor, countSecondFactor } from '../sign-in/attempts.ts';
import { recordAccountChange } from '../sign-in/security-events.ts';
import { maskEmail } from './reads.ts';
import { consumeReauthentication, reauthenticate, requireOwnMember } from './service.ts';
import { generateRecoveryCodes, generateTotpSecret, totpUri, verifyTotp } from './totp.ts';
import {
  deleteTotp,
  hasAnyRole,
  lockTotp,
  replaceRecoveryCodes,
  updatePendingTotp,
  updateTotpEnabled,
} from './totp-queries.ts';

/**
 * Creates a secret for the member's authenticator. It has no effect until `enableTotp` confirms a code of it; calling
 * again replaces it. @throws invalid for a wrong password or code; conflict when a second factor is enabled
 */
export async function beginTotp(
  ctx: Context,
  { settings }: Pick<IdentityParts, 'settings'>,
  given: { password?: string | undefined; value?: string | undefined },
  origin: Origin,
): Promise<{ secret: string; uri: string }> {
  const member = await requireOwnMember(ctx);
  if (member.totp_enabled_at) throw conflict('两步验证已开启');
  const proof = await reauthenticate(ctx, member, { name: 'password', ...given }, origin);
  const secret = generateTotpSecret();
  const { site } = await settings(ctx);
  await inTransaction(ctx, async (trx) => {
    if ((await lockTotp(trx, member.id))?.totp_enabled_at) throw conflict('两步验证已开启');
    await consumeReauthentication(ctx, trx, proof);
    await updatePendingTotp(trx, member.id, ctx.tenant.seals.seal(secret, 'totp'));
  });
  return {
    secret,
    uri: totpUri(secret, site.name, maskMobile(member.mobile) || maskEmail(member.email ?? '')),
  };
}

/**
 * Enables the second factor, so that log-ins of this member need a code. @returns recovery codes, shown only this once
 * @throws invalid before `beginTotp`, or for a wrong code; rateLimited after ten of them in 15 minutes; conflict when it is
 * already enabled
 */
export async function enableTotp(
  ctx: Context,
  value: string,
  origin: Origin,
): Promise<{ recoveryCodes: string[] }> {
  const { id } = await requireOwnMember(ctx);
  // Outside of the transaction, which a wrong code rolls back.
  const attempt = await countNewFactor(ctx, id);
  return inTransaction(ctx, async (trx) => {
    const totp = await lockTotp(trx, id);
    if (totp?.totp_enabled_at) throw conflict('两步验证已开启');
    if (!totp?.totp_secret) throw invalid('请先获取密钥，再填写动态码', 'value');
    if (!(await verifyTotp(ctx, trx, { id, totp_secret: totp.totp_secret }, value))) throw wrongCode();
    await clearAttempts(trx, attempt);
    const codes = generateRecoveryCodes();
    await updateTotpEnabled(trx, id, ctx.now());
    await replaceRecoveryCodes(trx, id, codes.hashes);
    await recordAccountChange(ctx, trx, origin, id, '开启两步验证');
    return { recoveryCodes: codes.shown };
  });
}

/**
 * Disables the second factor and deletes its secret and recovery codes.
 * @throws invalid for a wrong code, rateLimited after too many; conflict where the operator requires it of staff
 */
export async function disableTotp(
  ctx: Context,
  { settings }: Pick<IdentityParts, 'settings'>,
  value: string,
  origin: Origin,
): Promise<boolean> {
  const member = await requireOwnMember(ctx);
  if (!member.totp_enabled_at) throw conflict('两步验证没有开启');
  if ((await settings(ctx)).staffTotp && (await hasAnyRole(ctx.db, member.id)))
    throw conflict('编辑部账号必须使用两步验证，不能关闭');
  const attempt = await countSecondFactor(ctx, member, value, origin);
  await inTransaction(ctx, async (trx) => {
    if (!(await verifyTotp(ctx, trx, member, value))) throw wrongCode();
    await clearAttempts(trx, attempt);
    await deleteTotp(trx, member.id);
    await recordAccountChange(ctx, trx, origin, member.id, '关闭两步验证');
  });
  return true;
}

const wrongCode = () => invalid('动态码不正确，请输入最新的一个', 'value');
