import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';

/** Creates the demo season, once. @returns its id */
export async function upsertDemoSeason(
  trx: Trx,
  season: {
    name: string;
    prizes: string;
    rules: string;
    starts_on: string;
    ends_on: string;
    index_code: string;
  },
): Promise<string> {
  await trx
    .insertInto('contest_seasons')
    .values({
      ...season,
      starting_cash: 100_000_000,
      boards: ['main', 'chinext', 'star', 'bse'],
      is_open: true,
    })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const { id } = await trx
    .selectFrom('contest_seasons')
    .select('id')
    .where('name', '=', season.name)
    .executeTakeFirstOrThrow();
  return id;
}

export type DemoPlayerRow = { id: string; mobile: string; cash: string; free: string };

/** Lists the invented players of open seasons by season, recognised by their unassignable mobile numbers. */
export async function listDemoPlayers(db: Database | Trx, season: string): Promise<DemoPlayerRow[]> {
  const { rows } = await sql<DemoPlayerRow>`
    select p.id, m.mobile, p.cash, p.cash - p.frozen_cash free
    from contest_seasons s join contest_players p on p.season_id = s.id and p.disqualified_at is null
      join members m on m.id = p.member_id and m.mobile like '12%'
    where s.name = ${season} and s.is_open order by p.id`.execute(db);
  return rows;
}

/** Finds the demo season if it runs on a day. */
export async function findDemoSeason(
  db: Database | Trx,
  name: string,
  day: string,
): Promise<{ id: string } | undefined> {
  return db
    .selectFrom('contest_seasons')
    .select('id')
    .where('name', '=', name)
    .where('is_open', '=', true)
    .where('starts_on', '<=', day)
    .where('ends_on', '>=', day)
    .executeTakeFirst();
}

/** Lists a season's uncleared trade days before a day, oldest first. */
export async function listUnplayedDays(db: Database, seasonId: string, today: string): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select t.day::text from contest_seasons s join trade_days t on t.day >= s.starts_on and t.day < ${today}::date
      and (s.cleared_on is null or t.day > s.cleared_on)
    where s.id = ${seasonId} order by t.day`.execute(db);
  return rows.map(({ day }) => day);
}

export async function hasOrders(db: Database, seasonId: string, day: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (
      select from contest_orders o join contest_players p on p.id = o.player_id
      where p.season_id = ${seasonId} and o.day = ${day}::date) has`.execute(db);
  return rows[0]?.has === true;
}
