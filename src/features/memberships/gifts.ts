import { endGrant } from '#features/entitlements/index.ts';
import { portalSecret } from '#features/settings/index.ts';
import type { Context, Database, Trx } from '#kernel/context.ts';
import { endingOf, giftCode, hashCode } from './codes.ts';
import { insertBatch, insertCodes, listGifts, lockGift, updateRevoked } from './redeem-queries.ts';

const keyName = 'gift-codes';

export type Gift = {
  orderId: string;
  /** What it gives, as its receiver reads it. */
  name: string;
  scope: 'vip' | 'column' | 'post';
  targetId: string | null;
  months: number | null;
  days: number | null;
};

/** Makes sure that the portal has its key for gifts: before a transaction, which must not wait for a second connection. */
export const prepareGifts = async (ctx: Context): Promise<void> => void (await portalSecret(ctx, keyName));

/** Makes the code of a gift order that is paid, in its transaction; needs `prepareGifts` once before. */
export async function makeGift(ctx: Context, trx: Trx, gift: Gift): Promise<void> {
  const code = giftCode(await portalSecret({ db: trx, tenant: ctx.tenant }, keyName), gift.orderId);
  const batchId = await insertBatch(trx, {
    // A batch's name is short; characters are not cut in two.
    name: [...gift.name].slice(0, 30).join(''),
    scope: gift.scope,
    target_id: gift.targetId,
    months: gift.months,
    days: gift.days,
    order_id: gift.orderId,
    expires_at: null,
    created_by: null,
  });
  await insertCodes(trx, batchId, [{ hash: hashCode(code), ending: endingOf(code) }]);
}

/** The code of a gift order, for its buyer alone. */
export const readGiftCode = async (ctx: Context, orderId: string): Promise<string> =>
  giftCode(await portalSecret(ctx, keyName), orderId);

/** Of these gift orders those whose code was redeemed. */
export async function findRedeemedGifts(
  db: Database | Trx,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  const rows = await listGifts(db, orderIds);
  return new Map(
    rows.flatMap(({ order_id, redeemed_at }) => (order_id && redeemed_at ? [[order_id, redeemed_at]] : [])),
  );
}

/** The gift was refunded: its code is worth nothing, and what was redeemed with it ends. May be repeated. */
export async function takeBackGift(ctx: Context, trx: Trx, orderId: string): Promise<void> {
  const gift = await lockGift(trx, orderId);
  if (!gift || gift.revoked_at) return;
  await updateRevoked(trx, gift.id, ctx.now());
  if (gift.grant_id) await endGrant(ctx, trx, gift.grant_id);
}
