import { revokeGrant } from '#features/entitlements/index.ts';
import { portalSecret } from '#features/settings/index.ts';
import type { Context, Database, Trx } from '#kernel/context.ts';
import { deriveGiftCode, hashCode, lastFourOf } from './redeem-codes.ts';
import { insertBatch, insertCodes, listGifts, lockGift, updateCodeRevoked } from './redeem-queries.ts';

const keyName = 'gift-codes';

export type Gift = {
  orderId: string;
  /** What it gives, as shown to its receiver. */
  name: string;
  scope: 'vip' | 'column' | 'post';
  targetId: string | null;
  months: number | null;
  days: number | null;
};

/** Creates the key for gifts if needed: before the transaction, which must not wait for a second connection. */
export const ensureGiftKey = async (ctx: Context): Promise<void> => void (await portalSecret(ctx, keyName));

/** Creates the code of a paid gift order, in the order's transaction. `ensureGiftKey` must have been called before. */
export async function createGiftCode(ctx: Context, trx: Trx, gift: Gift): Promise<void> {
  const code = deriveGiftCode(await portalSecret({ db: trx, tenant: ctx.tenant }, keyName), gift.orderId);
  const batchId = await insertBatch(trx, {
    // The name of a batch has at most 30 characters; the spread does not split surrogate pairs.
    name: [...gift.name].slice(0, 30).join(''),
    scope: gift.scope,
    target_id: gift.targetId,
    months: gift.months,
    days: gift.days,
    order_id: gift.orderId,
    expires_at: null,
    created_by: null,
  });
  await insertCodes(trx, batchId, [{ hash: hashCode(code), ending: lastFourOf(code) }]);
}

/** Returns the code of a gift order. The caller must show it to the buyer only. */
export const readGiftCode = async (ctx: Context, orderId: string): Promise<string> =>
  deriveGiftCode(await portalSecret(ctx, keyName), orderId);

/** Returns the redeemed ones among these gift orders, with the time. */
export async function findRedeemedGifts(
  db: Database | Trx,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  const rows = await listGifts(db, orderIds);
  return new Map(
    rows.flatMap(({ order_id, redeemed_at }) => (order_id && redeemed_at ? [[order_id, redeemed_at]] : [])),
  );
}

/** Revokes a refunded gift: its code becomes invalid, and what was redeemed with it ends. May be repeated. */
export async function revokeGift(ctx: Context, trx: Trx, orderId: string): Promise<void> {
  const gift = await lockGift(trx, orderId);
  if (!gift || gift.revoked_at) return;
  await updateCodeRevoked(trx, gift.id, ctx.now());
  if (gift.grant_id) await revokeGrant(ctx, trx, gift.grant_id);
}
