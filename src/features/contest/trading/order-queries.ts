import { sql } from 'kysely';
import type { Database } from '#kernel/context.ts';

export type OrderView = OrderRow & { name: string; frozen_cash: string };

/** An order with its fill. */
export type OrderRow = {
  id: string;
  code: string;
  side: string;
  price: number | null;
  quantity: number;
  state: string;
  placed_at: Date;
  fill_price: number | null;
  amount: string | null;
  fees: number | null;
  profit: string | null;
  filled_at: Date | null;
};

/** The columns of `contest_orders o left join contest_fills f`. */
export const orderColumns = sql`o.id, o.code, o.side, o.price, o.quantity, o.state, o.placed_at, f.price fill_price,
  f.amount, f.commission + f.stamp + f.transfer fees, f.profit, f.filled_at`;

/** Lists a player's orders with their fills, newest first, before an id. Served by contest_orders_of_player. */
export async function listOrderViews(
  db: Database,
  playerId: string,
  { state, before }: { state: 'open' | 'filled' | undefined; before: string | undefined },
  limit: number,
): Promise<OrderView[]> {
  const { rows } = await sql<OrderView>`
    select ${orderColumns}, i.name, o.frozen_cash
    from contest_orders o join instruments i on i.code = o.code left join contest_fills f on f.order_id = o.id
    where o.player_id = ${playerId} ${state ? sql`and o.state = ${sql.lit(state)}` : sql``}
      ${before === undefined ? sql`` : sql`and o.id < ${before}`}
    order by o.id desc limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

/** Lists a player's fills up to a day, newest first, before an order id. Served by contest_fills_of_player. */
export async function listTradeViews(
  db: Database,
  playerId: string,
  { until, before }: { until: string; before: string | undefined },
  limit: number,
): Promise<Pick<OrderView, 'id' | 'code' | 'name' | 'side' | 'quantity' | 'filled_at' | 'fill_price'>[]> {
  const { rows } = await sql<
    Pick<OrderView, 'id' | 'code' | 'name' | 'side' | 'quantity' | 'filled_at' | 'fill_price'>
  >`
    select f.order_id id, f.code, i.name, f.side, f.quantity, f.filled_at, f.price fill_price
    from contest_fills f join instruments i on i.code = f.code
    where f.player_id = ${playerId} and f.day <= ${until}::date
      ${before === undefined ? sql`` : sql`and f.order_id < ${before}`}
    order by f.order_id desc limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

/** Sums all fees a player paid, in fen. Served by contest_fills_of_player. */
export async function sumFees(db: Database, playerId: string): Promise<string> {
  const { rows } = await sql<{ fees: string }>`
    select coalesce(sum(commission + stamp + transfer), 0)::bigint fees from contest_fills
    where player_id = ${playerId}`.execute(db);
  return rows[0]?.fees ?? '0';
}

/** Returns the day of a player's nth newest order; undefined if there are fewer. */
export async function findNthNewestOrderDay(
  db: Database,
  playerId: string,
  count: number,
): Promise<string | undefined> {
  const { rows } = await sql<{ day: string }>`
    select day::text from contest_orders where player_id = ${playerId}
    order by id desc offset ${sql.lit(count - 1)} limit 1`.execute(db);
  return rows[0]?.day;
}
