import { sql } from 'kysely';
import type { Database } from '#kernel/context.ts';

/**
 * What pieces were sold, without what went back, and what that has brought their author, less what was taken back of it.
 * Served by orders_of_post and ledger_transactions_of_order.
 */
export async function sumPieceSales(
  db: Database,
  postIds: readonly string[],
): Promise<{ post_id: string; sales: number; income: string }[]> {
  if (postIds.length === 0) return [];
  const { rows } = await sql<{ post_id: string; sales: number; income: string }>`
    select o.post_id, count(*) filter (where o.state in ('paid', 'refunding'))::int sales,
      coalesce(-sum((select sum(e.amount) from ledger_transactions t
        join ledger_entries e on e.transaction_id = t.id and e.account = 'author:' || o.author_id::text
        where t.order_id = o.id and t.kind in ('sale', 'refund'))), 0)::bigint income
    from orders o
    where o.post_id = any(${postIds}::bigint[]) and o.state in ('paid', 'refunding', 'refunded')
    group by o.post_id`.execute(db);
  return rows;
}

/** Who bought a piece and when, in order, after the order with id `after`; served by orders_of_post. */
export function listPieceOrders(db: Database, postId: string, after: string, limit: number) {
  return db
    .selectFrom('orders')
    .select(['id', 'number', 'member_id', 'amount', 'refunded_amount', 'state', 'is_gift', 'paid_at'])
    .where('post_id', '=', postId)
    .where('state', 'in', ['paid', 'refunding', 'refunded'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}
