import { sql } from 'kysely';
import type { Database } from '#kernel/context.ts';

export type OrderView = OrderRow & { name: string; frozen_cash: string };

/** An order with what became of it. */
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

/** Its columns, of `contest_orders o left join contest_fills f`. */
export const orderColumns = sql`o.id, o.code, o.side, o.price, o.quantity, o.state, o.placed_at, f.price fill_price,
  f.amount, f.commission + f.stamp + f.transfer fees, f.profit, f.filled_at`;

/** A player's orders with what became of them, newest first, before one id. Served by contest_orders_of_player. */
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

/** A player's fills up to a day, newest first, before one order's id. Served by contest_fills_of_player. */
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

/** What a player paid for trading altogether, in fen. Served by contest_fills_of_player. */
export async function sumFees(db: Database, playerId: string): Promise<string> {
  const { rows } = await sql<{ fees: string }>`
    select coalesce(sum(commission + stamp + transfer), 0)::bigint fees from contest_fills
    where player_id = ${playerId}`.execute(db);
  return rows[0]?.fees ?? '0';
}

/** The day of the order that so many newer ones of a player came after; undefined where there are not so many. */
export async function findNthNewestDay(
  db: Database,
  playerId: string,
  count: number,
): Promise<string | undefined> {
  const { rows } = await sql<{ day: string }>`
    select day::text from contest_orders where player_id = ${playerId}
    order by id desc offset ${sql.lit(count - 1)} limit 1`.execute(db);
  return rows[0]?.day;
}
