import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';
import { hasDueRows } from '#kernel/db/queue.ts';

/** What a season is played by. */
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

const playedBy = sql`s.id, s.name, s.starts_on::text, s.ends_on::text, s.starting_cash, s.boards, s.with_st,
  s.position_cap_bp, s.commission_ppm, s.commission_least, s.index_code, s.delay_days, s.for_whom, s.is_open,
  s.cleared_on::text`;
const season = sql`select ${playedBy} from contest_seasons s`;

export async function findSeason(db: Database | Trx, id: string): Promise<SeasonRow | undefined> {
  const { rows } = await sql<SeasonRow>`${season} where s.id = ${id}`.execute(db);
  return rows[0];
}

/** A season that nobody clears or changes until the transaction is over; many may hold it at once. */
export async function holdSeason(trx: Trx, id: string): Promise<SeasonRow | undefined> {
  const { rows } = await sql<SeasonRow>`${season} where s.id = ${id} for share`.execute(trx);
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

/** The entry of a member, and whether it is out; undefined for who has none. */
export async function findEntryOf(
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

/** Whether a number plays in a season. Served by contest_players_once. */
export async function isMobileIn(db: Database, seasonId: string, hash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('contest_players')
    .select('id')
    .where('season_id', '=', seasonId)
    .where('mobile_hash', '=', hash)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whose season it is, and whether they are out; undefined for nobody. */
export async function findStanding(
  trx: Trx,
  playerId: string,
): Promise<{ season_id: string; disqualified_at: Date | null; reason: string } | undefined> {
  return trx
    .selectFrom('contest_players')
    .select(['season_id', 'disqualified_at', 'reason'])
    .where('id', '=', playerId)
    .executeTakeFirst();
}

/** `at` null lets a player back in. */
export async function updateStanding(
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

/** And what it tells people. */
export type ToldSeason = SeasonRow & { prizes: string; rules: string; players: number };

/** The columns of a told season, of `contest_seasons s`. */
export const toldColumns = sql`${playedBy}, s.prizes, s.rules,
  (select count(*)::int from contest_players p where p.season_id = s.id) players`;

export type SeasonView = ToldSeason & { index_name: string | null };

const seasonView = sql`
  select ${toldColumns}, i.name index_name
  from contest_seasons s left join instruments i on i.code = s.index_code`;

/** Open seasons, the last to begin first; a publisher has a few a year. */
export async function listSeasonViews(db: Database): Promise<SeasonView[]> {
  const { rows } =
    await sql<SeasonView>`${seasonView} where s.is_open order by s.starts_on desc, s.id desc limit 100`.execute(
      db,
    );
  return rows;
}

/** The one that runs on a day, else the last to begin; undefined where none is open. */
export async function findCurrentView(db: Database, day: string): Promise<SeasonView | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from contest_seasons where is_open
    order by ${day}::date between starts_on and ends_on desc, starts_on desc, id desc limit 1`.execute(db);
  return rows[0] && findSeasonView(db, rows[0].id);
}

export async function findSeasonView(db: Database, id: string): Promise<SeasonView | undefined> {
  const { rows } = await sql<SeasonView>`${seasonView} where s.id = ${id} and s.is_open`.execute(db);
  return rows[0];
}

/** Whether an open season may begin or end on a day. */
export const mayTurn = (db: Database, day: string): Promise<boolean> =>
  hasDueRows(db, {
    table: 'contest_seasons',
    isDue: sql`is_open and ended_at is null and starts_on <= ${day}::date
      and (begun_at is null or cleared_on >= ends_on or ends_on < ${day}::date)`,
  });

/** Notes the beginning of open seasons that run on a day and have not begun. @returns their ids */
export async function beginSeasons(trx: Trx, day: string, at: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update contest_seasons set begun_at = ${at}
    where is_open and ended_at is null and begun_at is null and ${day}::date between starts_on and ends_on
    returning id`.execute(trx);
  return rows.map(({ id }) => id);
}

/**
 * Notes the end of open seasons: their last day is cleared, or it is over and no trade day of theirs waits to be cleared.
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
