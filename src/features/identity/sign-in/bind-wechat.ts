import type { z } from 'zod';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, unauthenticated } from '#kernel/errors.ts';
import type { Origin } from '#kernel/http/calls.ts';
import type { IdentityParts } from '../parts.ts';
import type { wechatReturn } from '../schema.ts';
import { readScan } from './by-wechat.ts';
import { deleteWechat, findMemberByWechat, insertWechat } from './wechat-queries.ts';

/**
 * Binds the WeChat person of a scan to the caller; of two members who bind one person at once the constraint
 * lets one. May be repeated. @throws conflict when either is bound otherwise
 */
export async function bindWechat(
  ctx: Context,
  parts: IdentityParts,
  { code, state }: z.output<typeof wechatReturn>,
  origin: Origin,
): Promise<boolean> {
  const { actor } = ctx;
  if (actor.kind !== 'member') throw unauthenticated();
  const person = await readScan(ctx, parts, { code, state, purpose: 'bind' }, origin);
  await inTransaction(ctx, async (trx) => {
    if (await insertWechat(trx, actor.memberId, person)) return;
    const isOthers = (await findMemberByWechat(trx, person.unionId)) !== undefined;
    throw conflict(
      isOthers ? '这个微信已绑定其他账号，请先在那里解除绑定' : '您的账号已绑定微信，请先解除绑定再换',
    );
  });
  return true;
}

/** Unbinds the caller's WeChat; harmless without one. The mobile number still opens the account. */
export async function unbindWechat({ actor, db }: Context): Promise<boolean> {
  if (actor.kind !== 'member') throw unauthenticated();
  await deleteWechat(db, actor.memberId);
  return true;
}
