import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';
import { type OrderRow, orderColumns } from '../trading/order-queries.ts';

/**
 * Detaches a member's entries from the account. The mobile hash stays, so that the number cannot enrol twice. @returns
 * how many
 */
export async function detachPlayers(trx: Trx, memberId: string): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('contest_players')
    .set({ member_id: null })
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

export async function deleteFollows(trx: Trx, memberId: string): Promise<void> {
  await trx.deleteFrom('contest_follows').where('member_id', '=', memberId).execute();
}

export type ExportedEntry = {
  id: string;
  season: string;
  joined_at: Date;
  cash: string;
  frozen_cash: string;
  disqualified_at: Date | null;
  reason: string;
  holdings: { code: string; quantity: number; cost: number }[];
};

/** Lists a member's entries with their holdings, in batches after an id. */
export async function exportEntries(
  db: Database,
  memberId: string,
  after: string,
  limit: number,
): Promise<ExportedEntry[]> {
  const { rows } = await sql<ExportedEntry>`
    select p.id, s.name season, p.joined_at, p.cash, p.frozen_cash, p.disqualified_at, p.reason, coalesce((
      select jsonb_agg(jsonb_build_object('code', h.code, 'quantity', h.quantity, 'cost', h.cost) order by h.code)
      from contest_holdings h where h.player_id = p.id and h.quantity > 0), '[]') holdings
    from contest_players p join contest_seasons s on s.id = p.season_id
    where p.member_id = ${memberId} and p.id > ${after} order by p.id limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

export type ExportedOrder = OrderRow & { season: string };

/** Lists a member's orders with their outcome, in batches after an id. Served by contest_orders_of_player. */
export async function exportOrders(
  db: Database,
  memberId: string,
  after: string,
  limit: number,
): Promise<ExportedOrder[]> {
  const { rows } = await sql<ExportedOrder>`
    select ${orderColumns}, s.name season
    from contest_players p join contest_seasons s on s.id = p.season_id
      join contest_orders o on o.player_id = p.id left join contest_fills f on f.order_id = o.id
    where p.member_id = ${memberId} and o.id > ${after} order by o.id limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

export type ExportedFollow = { player_id: string; season: string; created_at: Date };

/** Lists the ids of the players a member follows, in batches after an id; names are other people's data. */
export async function exportFollows(
  db: Database,
  memberId: string,
  after: string,
  limit: number,
): Promise<ExportedFollow[]> {
  const { rows } = await sql<ExportedFollow>`
    select w.player_id, s.name season, w.created_at
    from contest_follows w join contest_players p on p.id = w.player_id join contest_seasons s on s.id = p.season_id
    where w.member_id = ${memberId} and w.player_id > ${after} order by w.player_id limit ${sql.lit(limit)}`.execute(
    db,
  );
  return rows;
}
