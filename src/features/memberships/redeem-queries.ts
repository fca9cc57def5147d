import { sql } from 'kysely';
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
  'b.created_by',
] as const;

/** Returns and locks a code by its hash, with its benefit, so that it is redeemed once in concurrent calls. */
export function lockCode(trx: Trx, hash: Buffer) {
  return trx
    .selectFrom('redeem_codes as c')
    .innerJoin('redeem_batches as b', 'b.id', 'c.batch_id')
    .select(codeFields)
    .where('c.code_hash', '=', hash)
    .forUpdate('c')
    .executeTakeFirst();
}

/** Returns and locks the code of a gift order. */
export function lockGift(trx: Trx, orderId: string) {
  return trx
    .selectFrom('redeem_codes as c')
    .innerJoin('redeem_batches as b', 'b.id', 'c.batch_id')
    .select(codeFields)
    .where('b.order_id', '=', orderId)
    .forUpdate('c')
    .executeTakeFirst();
}

/** Lists the codes of these gift orders with the time of redemption. */
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

export async function updateCodeRedeemed(
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

export async function updateCodeRevoked(trx: Trx, id: string, now: Date): Promise<void> {
  await trx.updateTable('redeem_codes').set({ revoked_at: now }).where('id', '=', id).execute();
}

export type BatchRow = {
  id: string;
  name: string;
  scope: string;
  target_id: string | null;
  target_name: string | null;
  /** Of the post that the codes open. */
  post_state: string | null;
  months: number | null;
  days: number | null;
  expires_at: Date | null;
  created_at: Date;
  order_id: string | null;
  codes: number;
  redeemed: number;
  revoked: number;
};

/** Lists batches, newest first, before the one with id `before`, with the numbers of redeemed and revoked codes. */
export async function listBatches(
  db: Database,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<BatchRow[]> {
  const { rows } = await sql<BatchRow>`
    with page as (
      select * from redeem_batches ${before === undefined ? sql`` : sql`where id < ${before}`}
      order by id desc limit ${sql.lit(limit)}
    )
    select b.id, b.name, b.scope, b.target_id, b.months, b.days, b.expires_at, b.created_at, b.order_id,
      case b.scope when 'post' then (select title from posts where id = b.target_id)
        when 'column' then (select name from columns where id = b.target_id) end target_name,
      case b.scope when 'post' then (select state from posts where id = b.target_id) end post_state,
      count(c.id)::int codes, count(c.redeemed_at)::int redeemed, count(c.revoked_at)::int revoked
    from page b left join redeem_codes c on c.batch_id = b.id
    group by b.id, b.name, b.scope, b.target_id, b.months, b.days, b.expires_at, b.created_at, b.order_id
    order by b.id desc`.execute(db);
  return rows;
}

export type CodeRow = {
  id: string;
  ending: string;
  redeemed_by: string | null;
  member_name: string | null;
  redeemed_at: Date | null;
  revoked_at: Date | null;
  expires_at: Date | null;
};

/** Lists the codes of a batch by id, after the one with id `after`. */
export function listCodes(
  db: Database,
  batchId: string,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<CodeRow[]> {
  return db
    .selectFrom('redeem_codes as c')
    .innerJoin('redeem_batches as b', 'b.id', 'c.batch_id')
    .leftJoin('members as m', 'm.id', 'c.redeemed_by')
    .select([
      'c.id',
      'c.ending',
      'c.redeemed_by',
      'm.name as member_name',
      'c.redeemed_at',
      'c.revoked_at',
      'b.expires_at',
    ])
    .where('c.batch_id', '=', batchId)
    .$if(after !== undefined, (rows) => rows.where('c.id', '>', after ?? ''))
    .orderBy('c.id')
    .limit(limit)
    .execute();
}

export function findBatch(
  db: Database | Trx,
  id: string,
): Promise<{ id: string; name: string; order_id: string | null } | undefined> {
  return db
    .selectFrom('redeem_batches')
    .select(['id', 'name', 'order_id'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Revokes the unredeemed codes of a batch, or one of them. @returns the number of revoked codes */
export async function revokeCodes(
  trx: Trx,
  batchId: string,
  codeId: string | undefined,
  now: Date,
): Promise<number> {
  const rows = await trx
    .updateTable('redeem_codes')
    .set({ revoked_at: now })
    .where('batch_id', '=', batchId)
    .$if(codeId !== undefined, (codes) => codes.where('id', '=', codeId ?? ''))
    .where('redeemed_at', 'is', null)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute();
  return rows.length;
}

/** Whether a post is published or will be, so that a coupon or code for it can be used. */
export async function isPostOffered(db: Database | Trx, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('posts')
    .select('id')
    .where('id', '=', id)
    .where('state', 'in', ['published', 'scheduled'])
    .executeTakeFirst();
  return row !== undefined;
}
