import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '#kernel/context.ts';

export type SeasonToTell = { id: string; name: string; starting_cash: string };

/** A season as its players are told of it; undefined when it is not open any more. */
export async function findSeasonToTell(trx: Trx, id: string): Promise<SeasonToTell | undefined> {
  const { rows } = await sql<SeasonToTell>`
    select id, name, starting_cash from contest_seasons where id = ${id} and is_open`.execute(trx);
  return rows[0];
}

export type PlayerToTell = {
  id: string;
  member_id: string;
  place: number | null;
  return_ppm: number | null;
  assets: string | null;
};

/** The next players of a season who are still in it, with their final place where they have one. */
export async function listPlayersToTell(
  trx: Trx,
  seasonId: string,
  after: string,
  limit: number,
): Promise<PlayerToTell[]> {
  const { rows } = await sql<PlayerToTell>`
    select p.id, p.member_id, r.place, r.return_ppm, r.assets
    from contest_players p left join contest_ranks r on r.player_id = p.id and r.period = 'season'
    where p.season_id = ${seasonId} and p.member_id > ${after} and p.disqualified_at is null
    order by p.member_id limit ${sql.lit(limit)}`.execute(trx);
  return rows;
}

export type NamedPlayer = { id: string; member_id: string; name: string; season_id: string; season: string };

/** Who these players are; who left the portal is not told of. */
export async function listNamedPlayers(trx: Trx, ids: readonly string[]): Promise<NamedPlayer[]> {
  const { rows } = await sql<NamedPlayer>`
    select p.id, p.member_id, m.name, p.season_id, s.name season
    from contest_players p join members m on m.id = p.member_id and m.deleted_at is null
      join contest_seasons s on s.id = p.season_id
    where p.id = any(${[...ids]}::bigint[])`.execute(trx);
  return rows;
}

/** Securities by code. */
export async function listSecurityNames(trx: Trx, codes: readonly string[]): Promise<Map<string, string>> {
  const rows = await trx
    .selectFrom('instruments')
    .select(['code', 'name'])
    .where('code', 'in', codes)
    .execute();
  return new Map(rows.map(({ code, name }) => [code, name]));
}

/** One notice for each follower of each of these players, as rows for `insertNotices`; served by contest_follows_of_player. */
export const followersOf = (
  players: readonly { id: string; title: string; body: string; link: string; sourceKey: string }[],
): RawBuilder<unknown> => sql`
  select f.member_id, t.title, t.body, t.link, t."sourceKey" source_key
  from jsonb_to_recordset(${JSON.stringify(players)}::jsonb)
    as t(id bigint, title text, body text, link text, "sourceKey" text)
    join contest_follows f on f.player_id = t.id`;
