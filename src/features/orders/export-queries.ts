import type { Database } from '#kernel/context.ts';

/** Lists a member's orders by id, after the one with id `after`; uses the index orders_of_member. */
export function exportOrders(db: Database, memberId: string, after: string, limit: number) {
  return db
    .selectFrom('orders')
    .select([
      'id',
      'number',
      'title',
      'is_gift',
      'amount',
      'refunded_amount',
      'state',
      'created_at',
      'paid_at',
    ])
    .where('member_id', '=', memberId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Lists a member's invoice requests in the same way as `exportOrders`. */
export function exportInvoices(db: Database, memberId: string, after: string, limit: number) {
  return db
    .selectFrom('invoice_requests as i')
    .innerJoin('orders as o', 'o.id', 'i.order_id')
    .select([
      'i.id',
      'o.number as order_number',
      'i.title',
      'i.tax_number',
      'i.email',
      'i.state',
      'i.number',
      'i.created_at',
    ])
    .where('i.member_id', '=', memberId)
    .where('i.id', '>', after)
    .orderBy('i.id')
    .limit(limit)
    .execute();
}
