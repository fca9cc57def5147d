import type { Database, Trx } from '#kernel/context.ts';

export type NewBatch = {
  name: string;
  scope: string;
  target_id: string | null;
  months: number | null;
  days: number | null;
  order_id: string | null;
  expires_at: Date | null;
  created_by: string | null;
};

export async function insertBatch(trx: Trx, batch: NewBatch): Promise<string> {
  const { id } = await trx
    .insertInto('redeem_batches')
    .values(batch)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function insertCodes(
  trx: Trx,
  batchId: string,
  codes: readonly { hash: Buffer; ending: string }[],
): Promise<void> {
  await trx
    .insertInto('redeem_codes')
    .values(codes.map(({ hash, ending }) => ({ batch_id: batchId, code_hash: hash, ending })))
    .execute();
}

const codeFields = [
  'c.id',
  'c.batch_id',
  'c.redeemed_by',
  'c.redeemed_at',
  'c.revoked_at',
  'c.grant_id',
  'b.name',
  'b.scope',
  'b.target_id',
  'b.months',
  'b.days',
  'b.expires_at',
] as const;

/** A code by its hash with what it gives, locked: it is redeemed once, however many type it at once. */
export function lockCode(trx: Trx, hash: Buffer) {
  return trx
    .selectFrom('redeem_codes as c')
    .innerJoin('redeem_batches as b', 'b.id', 'c.batch_id')
    .select(codeFields)
    .where('c.code_hash', '=', hash)
    .forUpdate('c')
    .executeTakeFirst();
}

/** The one code of a gift order, locked. */
export function lockGift(trx: Trx, orderId: string) {
  return trx
    .selectFrom('redeem_codes as c')
    .innerJoin('redeem_batches as b', 'b.id', 'c.batch_id')
    .select(codeFields)
    .where('b.order_id', '=', orderId)
    .forUpdate('c')
    .executeTakeFirst();
}

/** Which of these gift orders' codes were redeemed, and when. */
export function listGifts(
  db: Database | Trx,
  orderIds: readonly string[],
): Promise<{ order_id: string | null; redeemed_at: Date | null; revoked_at: Date | null }[]> {
  if (orderIds.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('redeem_codes as c')
    .innerJoin('redeem_batches as b', 'b.id', 'c.batch_id')
    .select(['b.order_id', 'c.redeemed_at', 'c.revoked_at'])
    .where('b.order_id', 'in', orderIds)
    .execute();
}

export async function updateRedeemed(
  trx: Trx,
  id: string,
  { memberId, grantId, now }: { memberId: string; grantId: string; now: Date },
): Promise<void> {
  await trx
    .updateTable('redeem_codes')
    .set({ redeemed_by: memberId, redeemed_at: now, grant_id: grantId })
    .where('id', '=', id)
    .execute();
}

export async function updateRevoked(trx: Trx, id: string, now: Date): Promise<void> {
  await trx.updateTable('redeem_codes').set({ revoked_at: now }).where('id', '=', id).execute();
}
