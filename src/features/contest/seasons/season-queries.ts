import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';
import { hasDueRows } from '#kernel/db/queue.ts';

/** The rules of a season. */
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

const seasonColumns = sql`s.id, s.name, s.starts_on::text, s.ends_on::text, s.starting_cash, s.boards, s.with_st,
  s.position_cap_bp, s.commission_ppm, s.commission_least, s.index_code, s.delay_days, s.for_whom, s.is_open,
  s.cleared_on::text`;
const selectSeason = sql`select ${seasonColumns} from contest_seasons s`;

export async function findSeason(db: Database | Trx, id: string): Promise<SeasonRow | undefined> {
  const { rows } = await sql<SeasonRow>`${selectSeason} where s.id = ${id}`.execute(db);
  return rows[0];
}

/**
 * Locks a season in share mode until the end of the transaction: it cannot be cleared or changed, but others can share
 * the lock.
 */
export async function lockSeasonShared(trx: Trx, id: string): Promise<SeasonRow | undefined> {
  const { rows } = await sql<SeasonRow>`${selectSeason} where s.id = ${id} for share`.execute(trx);
  return rows[0];
}

/** @returns the player's id; undefined if the member or the mobile number has enrolled already */
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

export async function findPlayerId(
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

/** Finds a member's entry and its disqualification; undefined without an entry. */
export async function findOwnEntry(
  db: Database,
  seasonId: string,
  memberId: string,
): Promise<{ id: string; disqualified_at: Date | null; reason: string } | undefined> {
  return db
    .selectFrom('contest_players')
    .select(['id', 'disqualified_at', 'reason'])
    .where('season_id', '=', seasonId)
    .where('member_id', '=', memberId)
    .executeTakeFirst();
}

/** Whether a number has enrolled in a season. Served by contest_players_once. */
export async function isMobileEnrolled(db: Database, seasonId: string, hash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('contest_players')
    .select('id')
    .where('season_id', '=', seasonId)
    .where('mobile_hash', '=', hash)
    .executeTakeFirst();
  return row !== undefined;
}

/** Finds a player's season and disqualification; undefined for an unknown player. */
export async function findDisqualification(
  trx: Trx,
  playerId: string,
): Promise<{ season_id: string; disqualified_at: Date | null; reason: string } | undefined> {
  return trx
    .selectFrom('contest_players')
    .select(['season_id', 'disqualified_at', 'reason'])
    .where('id', '=', playerId)
    .executeTakeFirst();
}

/** Null for `at` reinstates a player. */
export async function updateDisqualification(
  trx: Trx,
  playerId: string,
  { at, reason }: { at: Date | null; reason: string },
): Promise<void> {
  await trx
    .updateTable('contest_players')
    .set({ disqualified_at: at, reason })
    .where('id', '=', playerId)
    .execute();
}

/** Returns a member's full mobile number; undefined for a deleted member. */
export async function findMobile(db: Database, memberId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('members')
    .select('mobile')
    .where('id', '=', memberId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.mobile;
}

/** With the texts shown to readers. */
export type SeasonDetailRow = SeasonRow & { prizes: string; rules: string; players: number };

/** The columns of a season with its texts, from `contest_seasons s`. */
export const seasonDetailColumns = sql`${seasonColumns}, s.prizes, s.rules,
  (select count(*)::int from contest_players p where p.season_id = s.id) players`;

export type SeasonView = SeasonDetailRow & { index_name: string | null };

const selectSeasonView = sql`
  select ${seasonDetailColumns}, i.name index_name
  from contest_seasons s left join instruments i on i.code = s.index_code`;

/** Lists open seasons, latest start date first; a publisher has a few a year. */
export async function listSeasonViews(db: Database): Promise<SeasonView[]> {
  const { rows } =
    await sql<SeasonView>`${selectSeasonView} where s.is_open order by s.starts_on desc, s.id desc limit 100`.execute(
      db,
    );
  return rows;
}

/** Finds the season that runs on a day, else the one that starts last; undefined if none is open. */
export async function findCurrentSeasonView(db: Database, day: string): Promise<SeasonView | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from contest_seasons where is_open
    order by ${day}::date between starts_on and ends_on desc, starts_on desc, id desc limit 1`.execute(db);
  return rows[0] && findSeasonView(db, rows[0].id);
}

export async function findSeasonView(db: Database, id: string): Promise<SeasonView | undefined> {
  const { rows } = await sql<SeasonView>`${selectSeasonView} where s.id = ${id} and s.is_open`.execute(db);
  return rows[0];
}

/** Whether an open season may have to begin or end on a day. */
export const hasDueSeasons = (db: Database, day: string): Promise<boolean> =>
  hasDueRows(db, {
    table: 'contest_seasons',
    isDue: sql`is_open and ended_at is null and starts_on <= ${day}::date
      and (begun_at is null or cleared_on >= ends_on or ends_on < ${day}::date)`,
  });

/** Marks open seasons that run on a day as begun. @returns their ids */
export async function beginSeasons(trx: Trx, day: string, at: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update contest_seasons set begun_at = ${at}
    where is_open and ended_at is null and begun_at is null and ${day}::date between starts_on and ends_on
    returning id`.execute(trx);
  return rows.map(({ id }) => id);
}

/**
 * Marks open seasons as ended once their last day is cleared, or is past with no trade day left to clear.
 * @returns their ids
 */
export async function endSeasons(trx: Trx, day: string, at: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update contest_seasons s set ended_at = ${at}
    where s.is_open and s.ended_at is null and s.starts_on <= ${day}::date and s.cleared_on is not null
      and (s.cleared_on >= s.ends_on or (
        s.ends_on < ${day}::date
        and not exists (select from trade_days t where t.day > s.cleared_on and t.day <= s.ends_on)))
    returning s.id`.execute(trx);
  return rows.map(({ id }) => id);
}
