import { sql } from 'kysely';
import type { Database } from '#kernel/context.ts';

export type OrderView = {
  id: string;
  code: string;
  name: string;
  side: string;
  price: number | null;
  quantity: number;
  state: string;
  frozen_cash: string;
  placed_at: Date;
  fill_price: number | null;
  amount: string | null;
  fees: number | null;
  profit: string | null;
  filled_at: Date | null;
};

/** A player's orders with what became of them, newest first, before one id. Served by contest_orders_of_player. */
export async function listOrderViews(
  db: Database,
  playerId: string,
  { isOpen, before }: { isOpen: boolean; before: string | undefined },
  limit: number,
): Promise<OrderView[]> {
  const { rows } = await sql<OrderView>`
    select o.id, o.code, i.name, o.side, o.price, o.quantity, o.state, o.frozen_cash, o.placed_at,
      f.price fill_price, f.amount, f.commission + f.stamp + f.transfer fees, f.profit, f.filled_at
    from contest_orders o join instruments i on i.code = o.code left join contest_fills f on f.order_id = o.id
    where o.player_id = ${playerId} ${isOpen ? sql`and o.state = 'open'` : sql``}
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

/** A player's cash, and whether they are out. */
export async function findPlayerCash(
  db: Database,
  id: string,
): Promise<{ cash: string; frozen_cash: string; disqualified_at: Date | null; reason: string } | undefined> {
  return db
    .selectFrom('contest_players')
    .select(['cash', 'frozen_cash', 'disqualified_at', 'reason'])
    .where('id', '=', id)
    .executeTakeFirst();
}
