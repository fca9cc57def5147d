import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';
import type { Side } from '../rules/fees.ts';

/** Money in fen; a bigint column arrives as text. */
export type PlayerRow = {
  id: string;
  cash: string;
  frozen_cash: string;
  disqualified_at: Date | null;
  /** Why the player is disqualified; empty otherwise. */
  reason: string;
};

/**
 * Locks players of a season in id order. Every change to what players have takes this lock first. Rows that refer to a
 * player may be added meanwhile: clearing adds them in another order, and each would wait for the other.
 */
export async function lockPlayers(
  trx: Trx,
  seasonId: string,
  ids: readonly string[],
): Promise<Map<string, PlayerRow>> {
  const { rows } = await sql<PlayerRow>`
    select id, cash, frozen_cash, disqualified_at, reason from contest_players
    where season_id = ${seasonId} and id = any(${[...ids]}::bigint[]) order by id for no key update`.execute(
    trx,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Reads a player without locking. */
export async function findPlayer(db: Database, id: string): Promise<PlayerRow | undefined> {
  return db
    .selectFrom('contest_players')
    .select(['id', 'cash', 'frozen_cash', 'disqualified_at', 'reason'])
    .where('id', '=', id)
    .executeTakeFirst();
}

export type HoldingRow = {
  player_id: string;
  code: string;
  name: string;
  quantity: number;
  frozen_quantity: number;
  bought_on: string | null;
  bought_quantity: number;
  cost: string;
  last: number | null;
};

/** Lists the holdings of players with the last price in 厘. */
export async function listHoldings(db: Database | Trx, playerIds: readonly string[]): Promise<HoldingRow[]> {
  const { rows } = await sql<HoldingRow>`
    select h.player_id, h.code, i.name, h.quantity, h.frozen_quantity, h.bought_on::text, h.bought_quantity, h.cost,
      q.last
    from contest_holdings h join instruments i on i.code = h.code left join latest_quotes q on q.code = h.code
    where h.player_id = any(${[...playerIds]}::bigint[]) and h.quantity > 0`.execute(db);
  return rows;
}

/** Sums the cash frozen by open purchases of players, by security. Served by contest_orders_open_of_player. */
export async function listFrozenPurchases(
  db: Database | Trx,
  playerIds: readonly string[],
): Promise<{ player_id: string; code: string; frozen_cash: string }[]> {
  const { rows } = await sql<{ player_id: string; code: string; frozen_cash: string }>`
    select player_id, code, sum(frozen_cash)::bigint frozen_cash from contest_orders
    where player_id = any(${[...playerIds]}::bigint[]) and state = 'open' and side = 'buy'
    group by player_id, code`.execute(db);
  return rows;
}

export type NewOrder = {
  player_id: string;
  code: string;
  day: string;
  side: Side;
  price: number | null;
  quantity: number;
  frozen_cash: number;
  placed_at: Date;
};

/** @returns the orders' ids in the given order, which is also the order of insertion and numbering */
export async function insertOrders(trx: Trx, orders: readonly NewOrder[]): Promise<string[]> {
  const rowsJson = JSON.stringify(orders.map((order, n) => ({ ...order, n })));
  const { rows } = await sql<{ id: string }>`
    with added as (
      insert into contest_orders (player_id, code, day, side, price, quantity, frozen_cash, placed_at)
      select r.player_id, r.code, r.day, r.side, r.price, r.quantity, r.frozen_cash, r.placed_at
      from jsonb_to_recordset(${rowsJson}::jsonb)
        as r(player_id bigint, code text, day date, side text, price int, quantity int, frozen_cash bigint,
          placed_at timestamptz, n int)
      order by r.n returning id
    )
    select id from added order by id`.execute(trx);
  return rows.map(({ id }) => id);
}

export type NewEntry = {
  player_id: string;
  kind: 'start' | 'freeze' | 'release' | 'buy' | 'sell' | 'dividend';
  day: string;
  at: Date;
  order_id?: string;
  code?: string;
  cash?: number;
  frozen_cash?: number;
  quantity?: number;
  frozen_quantity?: number;
  cost?: number;
};

/** Appends to the log; a trigger updates the balances, and check constraints reject overspending. */
export async function insertEntries(trx: Trx, entries: readonly NewEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await sql`
    insert into contest_entries
      (player_id, kind, day, at, order_id, code, cash, frozen_cash, quantity, frozen_quantity, cost)
    select r.player_id, r.kind, r.day, r.at, r.order_id, r.code, coalesce(r.cash, 0), coalesce(r.frozen_cash, 0),
      coalesce(r.quantity, 0), coalesce(r.frozen_quantity, 0), coalesce(r.cost, 0)
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
      as r(player_id bigint, kind text, day date, at timestamptz, order_id bigint, code text, cash bigint,
        frozen_cash bigint, quantity int, frozen_quantity int, cost bigint)`.execute(trx);
}

export type OpenOrderRow = {
  id: string;
  player_id: string;
  season_id: string;
  code: string;
  day: string;
  side: Side;
  price: number | null;
  quantity: number;
  frozen_cash: string;
  placed_at: Date;
};

const selectOpenOrder = sql`
  select o.id, o.player_id, p.season_id, o.code, o.day::text, o.side, o.price, o.quantity, o.frozen_cash, o.placed_at
  from contest_orders o join contest_players p on p.id = o.player_id`;

/**
 * Lists open orders that a quote after their placement could fill by price, by player, after (player, id) `after`. The
 * price filter keeps each run from reading every waiting order; the matching rules decide the rest. Served by
 * contest_orders_open.
 * @param since quotes before it fill nothing
 */
export async function listMatchableOrders(
  db: Database,
  { day, since }: { day: string; since: Date },
  after: { player_id: string; id: string },
  limit: number,
): Promise<OpenOrderRow[]> {
  const { rows } = await sql<OpenOrderRow>`
    ${selectOpenOrder} join latest_quotes q on q.code = o.code and q.at > o.placed_at
    where o.state = 'open' and o.day = ${day} and (o.player_id, o.id) > (${after.player_id}, ${after.id})
      and q.at >= ${since} and not q.is_suspended
      and (o.price is null or case o.side when 'buy' then q.last <= o.price else q.last >= o.price end)
    order by o.player_id, o.id limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

/** Locks those of the orders that are still open. The caller has locked their players. */
export async function lockOpenOrders(trx: Trx, ids: readonly string[]): Promise<OpenOrderRow[]> {
  const { rows } = await sql<OpenOrderRow>`
    ${selectOpenOrder} where o.id = any(${[...ids]}::bigint[]) and o.state = 'open'
    order by o.player_id, o.id for update of o`.execute(trx);
  return rows;
}

/** Lists open orders of days up to this one by player; of all seasons, or of one. */
export async function listOpenOrders(
  db: Database | Trx,
  { day, seasonId }: { day: string; seasonId?: string },
  limit: number,
): Promise<OpenOrderRow[]> {
  const { rows } = await sql<OpenOrderRow>`
    ${selectOpenOrder} where o.state = 'open' and o.day <= ${day}
      ${seasonId === undefined ? sql`` : sql`and p.season_id = ${seasonId}`}
    order by o.player_id, o.id limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

/** Locks a player's open orders. The caller has locked the player. Served by contest_orders_open_of_player. */
export async function lockPlayerOpenOrders(trx: Trx, playerId: string): Promise<OpenOrderRow[]> {
  const { rows } = await sql<OpenOrderRow>`
    ${selectOpenOrder} where o.player_id = ${playerId} and o.state = 'open' order by o.id for update of o`.execute(
    trx,
  );
  return rows;
}

export async function closeOrders(
  trx: Trx,
  ids: readonly string[],
  state: 'filled' | 'cancelled' | 'expired',
  at: Date,
): Promise<void> {
  await sql`update contest_orders set state = ${state}, ended_at = ${at} where id = any(${[...ids]}::bigint[])`.execute(
    trx,
  );
}

export type NewFill = {
  order_id: string;
  player_id: string;
  code: string;
  day: string;
  side: Side;
  price: number;
  quantity: number;
  amount: number;
  commission: number;
  stamp: number;
  transfer: number;
  profit: number | null;
  quote_at: Date;
  filled_at: Date;
};

export async function insertFills(trx: Trx, fills: readonly NewFill[]): Promise<void> {
  await sql`
    insert into contest_fills (order_id, player_id, code, day, side, price, quantity, amount, commission, stamp,
      transfer, profit, quote_at, filled_at)
    select r.* from jsonb_to_recordset(${JSON.stringify(fills)}::jsonb)
      as r(order_id bigint, player_id bigint, code text, day date, side text, price int, quantity int, amount bigint,
        commission int, stamp int, transfer int, profit bigint, quote_at timestamptz, filled_at timestamptz)`.execute(
    trx,
  );
}

/** Finds the player of an order among the member's own orders. */
export async function findOrderOwner(
  db: Database,
  id: string,
  memberId: string,
): Promise<{ player_id: string; season_id: string } | undefined> {
  const { rows } = await sql<{ player_id: string; season_id: string }>`
    select o.player_id, p.season_id from contest_orders o
    join contest_players p on p.id = o.player_id and p.member_id = ${memberId} where o.id = ${id}`.execute(
    db,
  );
  return rows[0];
}
