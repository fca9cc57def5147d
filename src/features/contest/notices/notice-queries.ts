import { type RawBuilder, sql } from 'kysely';
import type { NewNotice } from '#features/notifications/index.ts';
import type { Trx } from '#kernel/context.ts';

export type SeasonNoticeRow = { id: string; name: string; starting_cash: string };

/** Finds the season for a notice; undefined if it is no longer open. */
export async function findOpenSeason(trx: Trx, id: string): Promise<SeasonNoticeRow | undefined> {
  const { rows } = await sql<SeasonNoticeRow>`
    select id, name, starting_cash from contest_seasons where id = ${id} and is_open`.execute(trx);
  return rows[0];
}

export type SeasonPlayerRow = {
  id: string;
  member_id: string;
  place: number | null;
  return_ppm: number | null;
  assets: string | null;
};

/** Lists the next players of a season who are not disqualified, with their final place if they have one. */
export async function listSeasonPlayers(
  trx: Trx,
  seasonId: string,
  after: string,
  limit: number,
): Promise<SeasonPlayerRow[]> {
  const { rows } = await sql<SeasonPlayerRow>`
    select p.id, p.member_id, r.place, r.return_ppm, r.assets
    from contest_players p left join contest_ranks r on r.player_id = p.id and r.period = 'season'
    where p.season_id = ${seasonId} and p.member_id > ${after} and p.disqualified_at is null
    order by p.member_id limit ${sql.lit(limit)}`.execute(trx);
  return rows;
}

export type NamedPlayer = { id: string; member_id: string; name: string; season_id: string; season: string };

/** Returns the members behind players; deleted members are left out. */
export async function listNamedPlayers(trx: Trx, ids: readonly string[]): Promise<NamedPlayer[]> {
  const { rows } = await sql<NamedPlayer>`
    select p.id, p.member_id, m.name, p.season_id, s.name season
    from contest_players p join members m on m.id = p.member_id and m.deleted_at is null
      join contest_seasons s on s.id = p.season_id
    where p.id = any(${[...ids]}::bigint[])`.execute(trx);
  return rows;
}

export async function listSecurityNames(trx: Trx, codes: readonly string[]): Promise<Map<string, string>> {
  const rows = await trx
    .selectFrom('instruments')
    .select(['code', 'name'])
    .where('code', 'in', codes)
    .execute();
  return new Map(rows.map(({ code, name }) => [code, name]));
}

/** Selects a notice per follower of each player, for `insertNotices`; served by contest_follows_of_player. */
export const followerNoticeRows = (
  players: readonly (Omit<NewNotice, 'kind'> & { id: string })[],
): RawBuilder<unknown> => sql`
  select f.member_id, t.title, t.body, t.link, t."sourceKey" source_key, t.people
  from jsonb_to_recordset(${JSON.stringify(players)}::jsonb)
    as t(id bigint, title text, body text, link text, "sourceKey" text, people jsonb)
    join contest_follows f on f.player_id = t.id`;
