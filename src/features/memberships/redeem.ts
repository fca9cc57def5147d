import type { z } from 'zod';
import { recordAction } from '#features/audit/index.ts';
import { type Grant, giveGrant, type Period } from '#features/entitlements/index.ts';
import { requireMemberId } from '#kernel/actor.ts';
import type { Context } from '#kernel/context.ts';
import { countHit, type RateLimit, undoHit } from '#kernel/db/rate-limits.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, DomainError, invalid, notFound, rateLimited } from '#kernel/errors.ts';
import { toIso } from '#shared/dates.ts';
import { isTargetPresent } from './coupons.ts';
import { generateCode, hashCode, lastFourOf, normaliseCode } from './redeem-codes.ts';
import {
  findBatch,
  insertBatch,
  insertCodes,
  lockCode,
  revokeCodes,
  updateCodeRedeemed,
} from './redeem-queries.ts';
import type { batchInput, Redeemed } from './schema.ts';

type LockedCode = NonNullable<Awaited<ReturnType<typeof lockCode>>>;

/**
 * Gives the caller the benefit of a code, once, also in concurrent calls. @throws invalid for an unknown code; conflict
 * for a redeemed, revoked or expired one and for one of the caller's own batches; rateLimited after ten wrong codes in 15 minutes
 */
export async function redeemCode(ctx: Context, typed: string): Promise<Redeemed> {
  const memberId = requireMemberId(ctx);
  if (normaliseCode(typed) === '') throw invalid('请填写兑换码', 'code');
  return limitWrongCodes(ctx, memberId, () => redeem(ctx, memberId, typed));
}

/** Creates a batch of codes, returned only this once and stored as hashes. @throws invalid naming the field */
export async function createBatch(
  ctx: Context,
  input: z.output<typeof batchInput>,
): Promise<{ id: string; codes: string[] }> {
  if (!(await isTargetPresent(ctx, ctx.db, input))) throw invalid('兑换对象不存在，或还没有发布', 'targetId');
  if (input.expiresAt !== null && input.expiresAt <= ctx.now())
    throw invalid('有效期已经过去，请选一个将来的时间', 'expiresAt');
  const codes = Array.from({ length: input.count }, generateCode);
  return inTransaction(ctx, async (trx) => {
    const id = await insertBatch(trx, {
      name: input.name,
      scope: input.scope,
      target_id: input.targetId,
      months: input.months,
      days: input.days,
      order_id: null,
      expires_at: input.expiresAt,
      created_by: requireMemberId(ctx),
    });
    await insertCodes(
      trx,
      id,
      codes.map((code) => ({ hash: hashCode(code), ending: lastFourOf(code) })),
    );
    await recordAction(ctx, trx, {
      action: 'redeem.create',
      target: `redeem:${id}`,
      after: {
        name: input.name,
        scope: input.scope,
        targetId: input.targetId,
        months: input.months,
        days: input.days,
        count: input.count,
        expiresAt: input.expiresAt && toIso(input.expiresAt),
      },
    });
    return { id, codes };
  });
}

/**
 * Revokes one code of a batch or all that are not redeemed. Redeemed codes keep their effect.
 * @throws notFound; conflict for a redeemed or revoked code, and for a gift, which belongs to its buyer
 */
export async function revokeBatch(
  ctx: Context,
  { batchId, codeId }: { batchId: string; codeId?: string | undefined },
): Promise<{ revoked: number }> {
  return inTransaction(ctx, async (trx) => {
    const batch = await findBatch(trx, batchId);
    if (!batch) throw notFound('兑换码批次不存在');
    if (batch.order_id !== null) throw conflict('这是会员购买的礼物，不能作废；如需收回请为订单退款');
    const revoked = await revokeCodes(trx, batchId, codeId, ctx.now());
    if (codeId !== undefined && revoked === 0) throw conflict('这个兑换码已被使用或作废');
    await recordAction(ctx, trx, {
      action: 'redeem.revoke',
      target: `redeem:${batchId}`,
      after: { revoked, ...(codeId ? { codeId } : {}) },
    });
    return { revoked };
  });
}

const redeem = (ctx: Context, memberId: string, typed: string): Promise<Redeemed> =>
  inTransaction(ctx, async (trx) => {
    const code = await lockCode(trx, hashCode(typed));
    if (!code) throw invalid('兑换码不正确，请检查后重试', 'code');
    checkCode(code, memberId, ctx.now());
    const { grantId, endsAt } = await giveGrant(ctx, trx, grantOf(code, memberId));
    await updateCodeRedeemed(trx, code.id, { memberId, grantId, now: ctx.now() });
    return {
      scope: code.scope as Redeemed['scope'],
      targetId: code.target_id,
      name: code.name,
      endsAt: endsAt && toIso(endsAt),
    };
  });

function checkCode(code: LockedCode, memberId: string, now: Date): void {
  if (code.redeemed_at !== null)
    throw conflict(code.redeemed_by === memberId ? '你已经用过这个兑换码' : '兑换码已被使用');
  if (code.revoked_at !== null) throw conflict('兑换码已作废');
  if (code.expires_at !== null && code.expires_at <= now) throw conflict('兑换码已过期');
  // Whoever made the batch has seen its codes; a gift was paid for and has no such member.
  if (code.created_by === memberId) throw conflict('这是你自己生成的兑换码，不能给自己用；请把它交给读者');
}

function grantOf({ id, scope, target_id, months, days }: LockedCode, memberId: string): Grant {
  const source = `redeem:${id}`;
  if (scope === 'post') return { memberId, source, scope, postId: target_id ?? '' };
  const period: Period = months === null ? { days: days ?? 0 } : { months };
  return scope === 'vip'
    ? { memberId, source, scope, period }
    : { memberId, source, scope: 'column', columnId: target_id ?? '', period };
}

/** Counts wrong redeem codes and coupon codes together. */
const wrongCodeLimit: RateLimit = {
  name: 'memberships.wrong-code',
  max: 10,
  windowMs: 15 * 60_000,
  refuse: (wait) => rateLimited(`输错次数过多，请 ${Math.ceil(wait / 60)} 分钟后再试`, wait),
};

/**
 * Runs `work` with a code that a member typed. The try counts as wrong until `work` succeeds, so of concurrent tries no
 * more than the limit are checked. Only an `invalid` error of `work` counts as wrong.
 * @throws rateLimited after ten wrong codes in 15 minutes, and whatever `work` throws
 */
export async function limitWrongCodes<T>(ctx: Context, memberId: string, work: () => Promise<T>): Promise<T> {
  const hit = await countHit(ctx, ctx.db, wrongCodeLimit, memberId);
  try {
    const answer = await work();
    await undoHit(ctx.db, hit);
    return answer;
  } catch (error) {
    const isWrong = error instanceof DomainError && error.kind === 'invalid';
    // If the database has failed, the first error is the one to report.
    if (!isWrong) await undoHit(ctx.db, hit).catch(() => undefined);
    throw error;
  }
}
