import { sql } from 'kysely';
import type { Database } from '#kernel/context.ts';

/** Something for sale, since when, and how often it is bought in relation to others. */
export type DemoThing = { thing: string; since: Date; weight: number };

/** Lists plans, of which cheap ones are bought more often, and posts for sale. */
export async function listDemoThings(db: Database): Promise<DemoThing[]> {
  const { rows } = await sql<DemoThing>`
    select 'plan:' || id thing, 'epoch'::timestamptz since, (20000 / (price + 6000)::float) weight, 1 part, id
    from plans where is_active
    union all
    select 'post:' || id, published_at, 1.5, 2, id from posts where state = 'published' and access = 'paid'
    order by part, id`.execute(db);
  return rows;
}

export async function countOrders(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int count from orders`.execute(db);
  return rows[0]?.count ?? 0;
}

/** A paid trade as its gateway knows it, with the refund of it, if any. */
export type DemoTrade = {
  number: string;
  gatewayNumber: string;
  title: string;
  amount: number;
  expiresAt: Date;
  paidAt: Date;
  refundNumber: string | null;
  refundGatewayNumber: string | null;
  refundAmount: number | null;
  refundedAt: Date | null;
};

export async function listDemoTrades(db: Database): Promise<DemoTrade[]> {
  const { rows } = await sql<DemoTrade>`
    select p.trade_number number, p.gateway_number "gatewayNumber", o.title, p.amount, p.expires_at "expiresAt",
      p.succeeded_at "paidAt", r.number "refundNumber", r.gateway_number "refundGatewayNumber",
      r.amount "refundAmount", r.finished_at "refundedAt"
    from payments p join orders o on o.id = p.order_id
      left join refunds r on r.payment_id = p.id and r.state = 'succeeded'
    where p.gateway = 'sandbox' and p.state = 'succeeded' order by p.id`.execute(db);
  return rows;
}
