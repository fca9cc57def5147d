import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';

export type SeasonRow = {
  id: string;
  name: string;
  starts_on: string;
  ends_on: string;
  starting_cash: string;
  boards: string[];
  with_st: boolean;
  position_cap_bp: number;
  commission_ppm: number;
  commission_least: number;
  index_code: string | null;
  delay_days: number;
  for_whom: string;
  is_open: boolean;
  cleared_on: string | null;
};

const season = sql`
  select id, name, starts_on::text, ends_on::text, starting_cash, boards, with_st, position_cap_bp, commission_ppm,
    commission_least, index_code, delay_days, for_whom, is_open, cleared_on::text
  from contest_seasons`;

export async function findSeason(db: Database | Trx, id: string): Promise<SeasonRow | undefined> {
  const { rows } = await sql<SeasonRow>`${season} where id = ${id}`.execute(db);
  return rows[0];
}

/** @returns the player's id; undefined where this person, or this mobile, plays already */
export async function insertPlayer(
  trx: Trx,
  player: { season_id: string; member_id: string; mobile_hash: Buffer; joined_at: Date },
): Promise<string | undefined> {
  const row = await trx
    .insertInto('contest_players')
    .values(player)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export async function findPlayerOf(
  db: Database | Trx,
  seasonId: string,
  memberId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('contest_players')
    .select('id')
    .where('season_id', '=', seasonId)
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  return row?.id;
}

/** A member's mobile number, whole; undefined for who is gone. */
export async function findMobile(db: Database, memberId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('members')
    .select('mobile')
    .where('id', '=', memberId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.mobile;
}

export async function insertFollow(db: Database, memberId: string, playerId: string): Promise<void> {
  await db
    .insertInto('contest_follows')
    .values({ member_id: memberId, player_id: playerId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteFollow(db: Database, memberId: string, playerId: string): Promise<void> {
  await db
    .deleteFrom('contest_follows')
    .where('member_id', '=', memberId)
    .where('player_id', '=', playerId)
    .execute();
}
