import type { z } from 'zod';
import { recordAction } from '#features/audit/index.ts';
import { type Grant, giveGrant, type Period } from '#features/entitlements/index.ts';
import { memberOf } from '#kernel/actor.ts';
import type { Context } from '#kernel/context.ts';
import { countHit, type RateLimit, takeBackHit } from '#kernel/db/rate-limits.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, DomainError, invalid, notFound, rateLimited } from '#kernel/errors.ts';
import { toIso } from '#shared/dates.ts';
import { endingOf, freshCode, hashCode, normalCode } from './codes.ts';
import { isThere } from './coupons.ts';
import {
  findBatch,
  insertBatch,
  insertCodes,
  lockCode,
  revokeCodes,
  updateRedeemed,
} from './redeem-queries.ts';
import type { batchInput, Redeemed } from './schema.ts';

type Code = NonNullable<Awaited<ReturnType<typeof lockCode>>>;

/**
 * Gives the caller what a code stands for, once, however many type it at the same time.
 * @throws invalid for a code that is none; conflict for one that was redeemed, revoked or has expired; rateLimited after
 * ten wrong ones in a quarter of an hour
 */
export async function redeemCode(ctx: Context, typed: string): Promise<Redeemed> {
  const memberId = memberOf(ctx);
  if (normalCode(typed) === '') throw invalid('请填写兑换码（code）');
  return limitTries(ctx, memberId, () => redeem(ctx, memberId, typed));
}

/** Makes a batch of codes. They are answered this once and kept hashed. @throws invalid naming the field */
export async function createBatch(
  ctx: Context,
  input: z.output<typeof batchInput>,
): Promise<{ id: string; codes: string[] }> {
  if (!(await isThere(ctx, ctx.db, input))) throw invalid('兑换对象（targetId）不存在');
  if (input.expiresAt !== null && input.expiresAt <= ctx.now())
    throw invalid('有效期（expiresAt）已经过去，请选一个将来的时间');
  const codes = Array.from({ length: input.count }, freshCode);
  return inTransaction(ctx, async (trx) => {
    const id = await insertBatch(trx, {
      name: input.name,
      scope: input.scope,
      target_id: input.targetId,
      months: input.months,
      days: input.days,
      order_id: null,
      expires_at: input.expiresAt,
      created_by: memberOf(ctx),
    });
    await insertCodes(
      trx,
      id,
      codes.map((code) => ({ hash: hashCode(code), ending: endingOf(code) })),
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
 * Makes codes worth nothing: one of a batch, or all that nobody has redeemed. What was redeemed stays given.
 * @throws notFound; conflict for one that was redeemed or revoked, and for a gift, which is its buyer's
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
    if (!code) throw invalid('兑换码（code）不正确，请检查后重试');
    checkCode(code, memberId, ctx.now());
    const { grantId, endsAt } = await giveGrant(ctx, trx, grantOf(code, memberId));
    await updateRedeemed(trx, code.id, { memberId, grantId, now: ctx.now() });
    return {
      scope: code.scope as Redeemed['scope'],
      targetId: code.target_id,
      name: code.name,
      endsAt: endsAt && toIso(endsAt),
    };
  });

function checkCode(code: Code, memberId: string, now: Date): void {
  if (code.redeemed_at !== null)
    throw conflict(code.redeemed_by === memberId ? '您已经用过这个兑换码' : '兑换码已被使用');
  if (code.revoked_at !== null) throw conflict('兑换码已作废');
  if (code.expires_at !== null && code.expires_at <= now) throw conflict('兑换码已过期');
}

function grantOf({ id, scope, target_id, months, days }: Code, memberId: string): Grant {
  const source = `redeem:${id}`;
  if (scope === 'post') return { memberId, source, scope, postId: target_id ?? '' };
  const period: Period = months === null ? { days: days ?? 0 } : { months };
  return scope === 'vip'
    ? { memberId, source, scope, period }
    : { memberId, source, scope: 'column', columnId: target_id ?? '', period };
}

/** Redeem codes and coupons together. */
const wrongCodes: RateLimit = {
  name: 'memberships.wrong-code',
  max: 10,
  windowMs: 15 * 60_000,
  refuse: (wait) => rateLimited(`输错次数过多，请 ${Math.ceil(wait / 60)} 分钟后再试`, wait),
};

/**
 * Looks at a code that a member typed. It counts as wrong until it proves right, so that of many at once no more than
 * the limit are looked at; wrong is what `work` refuses as invalid, and only that.
 * @throws rateLimited after ten wrong ones in a quarter of an hour, and whatever `work` throws
 */
export async function limitTries<T>(ctx: Context, memberId: string, work: () => Promise<T>): Promise<T> {
  const hit = await countHit(ctx, ctx.db, wrongCodes, memberId);
  try {
    const answer = await work();
    await takeBackHit(ctx.db, hit);
    return answer;
  } catch (error) {
    const isWrong = error instanceof DomainError && error.kind === 'invalid';
    // Where the database is gone, what went wrong first is what is told.
    if (!isWrong) await takeBackHit(ctx.db, hit).catch(() => undefined);
    throw error;
  }
}
