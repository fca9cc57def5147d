import { type RawBuilder, sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';
import { escapeLike } from '#kernel/db/escape-like.ts';
import { type SeasonDetailRow, seasonDetailColumns } from '../seasons/season-queries.ts';

/** The fields of a season that staff can edit. */
export type SeasonFields = Omit<SeasonDetailRow, 'id' | 'cleared_on' | 'players'>;
export type AdminSeasonRow = SeasonDetailRow & { disqualified: number };

const selectSeason = sql`
  select ${seasonDetailColumns},
    (select count(*)::int from contest_players p
      where p.season_id = s.id and p.disqualified_at is not null) disqualified
  from contest_seasons s`;

/** Lists all seasons, closed ones too, latest start date first. A publisher has a few a year, so there is no paging. */
export async function listAdminSeasons(db: Database): Promise<AdminSeasonRow[]> {
  const { rows } =
    await sql<AdminSeasonRow>`${selectSeason} order by s.starts_on desc, s.id desc limit 200`.execute(db);
  return rows;
}

export async function findAdminSeason(db: Database | Trx, id: string): Promise<AdminSeasonRow | undefined> {
  const { rows } = await sql<AdminSeasonRow>`${selectSeason} where s.id = ${id}`.execute(db);
  return rows[0];
}

/** Locks a season against a concurrent save and against enrolments, so that the player count holds until commit. */
export async function lockAdminSeason(trx: Trx, id: string): Promise<AdminSeasonRow | undefined> {
  const { rows } = await sql`select id from contest_seasons where id = ${id} for update`.execute(trx);
  return rows.length > 0 ? findAdminSeason(trx, id) : undefined;
}

export async function insertSeason(trx: Trx, season: SeasonFields): Promise<string> {
  const { id } = await trx
    .insertInto('contest_seasons')
    .values(season)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Updates a season. A changed first or last day clears the recorded begin or end, so that it happens again. */
export async function updateSeason(
  trx: Trx,
  id: string,
  season: SeasonFields,
  { hasNewStart, hasNewEnd }: { hasNewStart: boolean; hasNewEnd: boolean },
): Promise<void> {
  await trx
    .updateTable('contest_seasons')
    .set({ ...season, ...(hasNewStart && { begun_at: null }), ...(hasNewEnd && { ended_at: null }) })
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

export async function listSeasonNamesById(
  db: Database,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db.selectFrom('contest_seasons').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Lists the indexes by code; there are only a few. */
export const listIndexes = (db: Database): Promise<{ code: string; name: string }[]> =>
  db
    .selectFrom('instruments')
    .select(['code', 'name'])
    .where('board', '=', 'index')
    .orderBy('code')
    .limit(200)
    .execute();

export type AdminPlayerRow = {
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

const playerColumns = sql`p.id, m.id member_id, coalesce(m.name, '已离开的选手') name, m.mobile, p.joined_at, r.place, r.return_ppm,
  coalesce(r.assets,
    (select d.cash + d.market_value from contest_days d where d.player_id = p.id order by d.day desc limit 1)) assets,
  (select count(*)::int from contest_orders o where o.player_id = p.id) orders, p.disqualified_at, p.reason`;
const joinMember = sql`left join members m on m.id = p.member_id and m.deleted_at is null`;

/**
 * Lists players of a season before an id, latest enrolment first. Served by contest_players_newest and
 * contest_players_out.
 */
export async function listNewestPlayers(
  db: Database,
  seasonId: string,
  {
    isDisqualified,
    search,
    before,
  }: { isDisqualified: boolean; search: PlayerSearch | undefined; before: string | undefined },
  limit: number,
): Promise<AdminPlayerRow[]> {
  const conditions = [sql`p.season_id = ${seasonId}`];
  if (isDisqualified) conditions.push(sql`p.disqualified_at is not null`);
  if (search) conditions.push(matchesSearch(seasonId, search));
  if (before !== undefined) conditions.push(sql`p.id < ${before}::bigint`);
  const { rows } = await sql<AdminPlayerRow>`
    with page as (
      select p.* from contest_players p where ${sql.join(conditions, sql` and `)}
      order by p.id desc limit ${sql.lit(limit)}
    )
    select ${playerColumns} from page p ${joinMember} left join contest_ranks r on r.player_id = p.id and r.period = 'season'
    order by p.id desc`.execute(db);
  return rows;
}

/** Lists players on a season's board after a place, best place first. Served by contest_ranks_of_season. */
export async function listRankedPlayers(
  db: Database,
  seasonId: string,
  { search, after }: { search: PlayerSearch | undefined; after: { place: number; playerId: string } },
  limit: number,
): Promise<AdminPlayerRow[]> {
  const { rows } = await sql<AdminPlayerRow>`
    with page as (
      select r.* from contest_ranks r join contest_players p on p.id = r.player_id
      where r.season_id = ${seasonId} and r.period = 'season'
        and (r.place, r.player_id) > (${after.place}, ${after.playerId}::bigint)
        ${search ? sql`and ${matchesSearch(seasonId, search)}` : sql``}
      order by r.place, r.player_id limit ${sql.lit(limit)}
    )
    select ${playerColumns} from page r join contest_players p on p.id = r.player_id ${joinMember}
    order by r.place, r.player_id`.execute(db);
  return rows;
}

/** The possible readings of a search keyword. */
export type PlayerSearch = { id?: string; mobile?: string; namePrefix: string };

// One indexed subquery per reading; with `or` the planner would scan all players.
function matchesSearch(seasonId: string, { id, mobile, namePrefix }: PlayerSearch): RawBuilder<unknown> {
  const pattern = `${escapeLike(namePrefix)}%`;
  const idQueries = [
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
  return sql`p.id in (${sql.join(idQueries, sql` union `)})`;
}
