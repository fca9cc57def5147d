import { sql } from 'kysely';
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
