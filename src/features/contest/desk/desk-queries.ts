import { type RawBuilder, sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';
import { type ToldSeason, toldColumns } from '../seasons/season-queries.ts';

/** What the desk decides about a season. */
export type SeasonFields = Omit<ToldSeason, 'id' | 'cleared_on' | 'players'>;
export type DeskSeasonRow = ToldSeason & { disqualified: number };

const seasonRow = sql`
  select ${toldColumns},
    (select count(*)::int from contest_players p
      where p.season_id = s.id and p.disqualified_at is not null) disqualified
  from contest_seasons s`;

/** All seasons, also those that are not open, the last to begin first; a publisher has a few a year. */
export async function listDeskSeasons(db: Database): Promise<DeskSeasonRow[]> {
  const { rows } =
    await sql<DeskSeasonRow>`${seasonRow} order by s.starts_on desc, s.id desc limit 200`.execute(db);
  return rows;
}

export async function findDeskSeason(db: Database | Trx, id: string): Promise<DeskSeasonRow | undefined> {
  const { rows } = await sql<DeskSeasonRow>`${seasonRow} where s.id = ${id}`.execute(db);
  return rows[0];
}

/** Holds a season against another save and against enrolments; who plays is counted under the lock. */
export async function lockDeskSeason(trx: Trx, id: string): Promise<DeskSeasonRow | undefined> {
  const { rows } = await sql`select id from contest_seasons where id = ${id} for update`.execute(trx);
  return rows.length > 0 ? findDeskSeason(trx, id) : undefined;
}

export async function insertSeason(trx: Trx, season: SeasonFields): Promise<string> {
  const { id } = await trx
    .insertInto('contest_seasons')
    .values(season)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** With another first or last day it begins or ends anew. */
export async function updateSeason(
  trx: Trx,
  id: string,
  season: SeasonFields,
  { beginsAnew, endsAnew }: { beginsAnew: boolean; endsAnew: boolean },
): Promise<void> {
  await trx
    .updateTable('contest_seasons')
    .set({ ...season, ...(beginsAnew && { begun_at: null }), ...(endsAnew && { ended_at: null }) })
    .where('id', '=', id)
    .execute();
}

export async function deleteSeason(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('contest_seasons').where('id', '=', id).execute();
}

export async function isIndex(db: Database | Trx, code: string): Promise<boolean> {
  const row = await db
    .selectFrom('instruments')
    .select('code')
    .where('code', '=', code)
    .where('board', '=', 'index')
    .executeTakeFirst();
  return row !== undefined;
}

/** Names of seasons by id. */
export async function findSeasonNames(db: Database, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.selectFrom('contest_seasons').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Indexes by code; there are few. */
export const listIndexes = (db: Database): Promise<{ code: string; name: string }[]> =>
  db
    .selectFrom('instruments')
    .select(['code', 'name'])
    .where('board', '=', 'index')
    .orderBy('code')
    .limit(200)
    .execute();

export type DeskPlayerRow = {
  id: string;
  member_id: string | null;
  name: string;
  mobile: string | null;
  joined_at: Date;
  place: number | null;
  return_ppm: number | null;
  assets: string | null;
  orders: number;
  disqualified_at: Date | null;
  reason: string;
};

const shown = sql`p.id, m.id member_id, coalesce(m.name, '已离开的选手') name, m.mobile, p.joined_at, r.place, r.return_ppm,
  coalesce(r.assets,
    (select d.cash + d.market_value from contest_days d where d.player_id = p.id order by d.day desc limit 1)) assets,
  (select count(*)::int from contest_orders o where o.player_id = p.id) orders, p.disqualified_at, p.reason`;
const member = sql`left join members m on m.id = p.member_id and m.deleted_at is null`;

/** Players of a season before one id, the last to enrol first. Served by contest_players_newest and contest_players_out. */
export async function listNewestPlayers(
  db: Database,
  seasonId: string,
  { isOut, found, before }: { isOut: boolean; found: Found | undefined; before: string | undefined },
  limit: number,
): Promise<DeskPlayerRow[]> {
  const parts = [sql`p.season_id = ${seasonId}`];
  if (isOut) parts.push(sql`p.disqualified_at is not null`);
  if (found) parts.push(finding(seasonId, found));
  if (before !== undefined) parts.push(sql`p.id < ${before}::bigint`);
  const { rows } = await sql<DeskPlayerRow>`
    with page as (
      select p.* from contest_players p where ${sql.join(parts, sql` and `)}
      order by p.id desc limit ${sql.lit(limit)}
    )
    select ${shown} from page p ${member} left join contest_ranks r on r.player_id = p.id and r.period = 'season'
    order by p.id desc`.execute(db);
  return rows;
}

/** Players on a season's board after one place, from the top. Served by contest_ranks_of_season. */
export async function listRankedPlayers(
  db: Database,
  seasonId: string,
  { found, after }: { found: Found | undefined; after: { place: number; playerId: string } },
  limit: number,
): Promise<DeskPlayerRow[]> {
  const { rows } = await sql<DeskPlayerRow>`
    with page as (
      select r.* from contest_ranks r join contest_players p on p.id = r.player_id
      where r.season_id = ${seasonId} and r.period = 'season'
        and (r.place, r.player_id) > (${after.place}, ${after.playerId}::bigint)
        ${found ? sql`and ${finding(seasonId, found)}` : sql``}
      order by r.place, r.player_id limit ${sql.lit(limit)}
    )
    select ${shown} from page r join contest_players p on p.id = r.player_id ${member}
    order by r.place, r.player_id`.execute(db);
  return rows;
}

/** What was typed, as it may be meant. */
export type Found = { id?: string; mobile?: string; namePrefix: string };

// Each way has an index and finds few; by `or` the planner would rather read all players.
function finding(seasonId: string, { id, mobile, namePrefix }: Found): RawBuilder<unknown> {
  const pattern = `${namePrefix.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
  const ways = [
    sql`select f.id from members n join contest_players f on f.season_id = ${seasonId} and f.member_id = n.id
      where n.name like ${pattern} and n.deleted_at is null`,
    ...(mobile
      ? [
          sql`select f.id from members n join contest_players f on f.season_id = ${seasonId} and f.member_id = n.id
            where n.mobile = ${mobile} and n.deleted_at is null`,
        ]
      : []),
    ...(id ? [sql`select ${id}::bigint`] : []),
  ];
  return sql`p.id in (${sql.join(ways, sql` union `)})`;
}
