import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { joinPostgres } from '#kernel/db/embedded/index.ts';

/**
 * A season and a security for one end-to-end journey in the database of the portal under test. The journey controls the
 * prices, and other contest activity there does not affect it.
 */
export type OwnContest = {
  readonly seasonId: string;
  readonly code: string;
  readonly name: string;
  /** The initials of its pinyin, to search for it. */
  readonly initials: string;
  /** Quotes this price now, in 厘. It fills matching orders placed before. */
  quote(last: number): Promise<void>;
  /**
   * Moves everything in the season a day back and closes the security at this price, so that the worker finds a day to
   * clear, as after a night.
   */
  shiftBackOneDay(close: number): Promise<void>;
  /** Returns whether yesterday is cleared. */
  isCleared(): Promise<boolean>;
  /** Adds a player who has gained this much today, in hundredths of a percent, and does not trade. */
  addPlayer(person: { name: string; mobile: string; gainBp: number }): Promise<void>;
  /** Deletes everything of the season. */
  close(): Promise<void>;
};

const startingCash = 100_000_000;
const today = `(now() at time zone 'Asia/Shanghai')::date`;

/**
 * @param dataDir the portal's DATA_DIR
 * @param slot a different number for each concurrent journey
 */
export async function openOwnContest(dataDir: string, slot: number): Promise<OwnContest> {
  const { connectionString, leave } = await joinPostgres({ dataDir });
  // Only a superuser may bypass triggers to move a day; the portal's own role is not a superuser.
  const { user, password } = JSON.parse(readFileSync(join(dataDir, 'postgres/superuser.json'), 'utf8'));
  const address = Object.assign(new URL(connectionString), { username: user, password });
  const client = new pg.Client({ connectionString: address.href, options: '-c search_path=tenant_000000' });
  await client.connect();
  const queryRow = async (text: string, values: unknown[] = []) => (await client.query(text, values)).rows[0];
  const code = String(970_000 + slot);
  const [name, initials] = [`潮声电力${slot}`, `CSDL${slot}`];
  const serial = Date.now() % 100_000;
  let previous = 10_000;
  await queryRow(
    `insert into instruments (code, name, initials, board) values ($1, $2, $3, 'main')
     on conflict (code) do update set name = excluded.name`,
    [code, name, initials],
  );
  // Removes quotes of a previous user of this slot.
  await queryRow('delete from daily_quotes where code = $1', [code]);
  await queryRow('delete from intraday_quotes where code = $1', [code]);
  await queryRow(
    `insert into trade_days (day, is_all_day) values (${today}, true) on conflict (day) do nothing`,
  );
  const { id: seasonId } = await queryRow(
    `insert into contest_seasons (name, starts_on, ends_on, starting_cash, boards, delay_days, prizes, is_open)
     values ($1, ${today}, ${today} + 30, $2, '{main}', 0, '第一名得模拟奖杯', true) returning id`,
    [`第 ${serial}${slot} 届模拟赛`, startingCash],
  );

  async function quote(last: number): Promise<void> {
    await queryRow(
      `insert into latest_quotes (code, at, open, high, low, last, previous_close)
       values ($1, clock_timestamp(), $2, $2, $2, $2, $3)
       on conflict (code) do update set at = excluded.at, open = excluded.open, high = excluded.high,
         low = excluded.low, last = excluded.last, previous_close = excluded.previous_close`,
      [code, last, previous],
    );
    await queryRow(`insert into intraday_quotes (code, at, last) values ($1, clock_timestamp(), $2)`, [
      code,
      last,
    ]);
  }

  async function shiftBackOneDay(close: number): Promise<void> {
    await client.query('begin');
    // The log is append-only for other roles, and its triggers would book moved entries a second time.
    await client.query('set local session_replication_role = replica');
    for (const statement of shiftStatements)
      await client.query(statement, [statement.includes('code = $1') ? code : seasonId]);
    await client.query(
      `insert into daily_quotes (code, day, open, high, low, close, previous_close)
       values ($1, ${today} - 1, $2, $2, $2, $2, $3)`,
      [code, close, previous],
    );
    await client.query(
      `insert into trade_days (day, is_all_day) values (${today} - 1, true) on conflict (day) do nothing`,
    );
    await client.query('commit');
    previous = close;
  }

  async function isCleared(): Promise<boolean> {
    const clearedSql = `select cleared_on = ${today} - 1 "is" from contest_seasons where id = $1`;
    return (await queryRow(clearedSql, [seasonId])).is === true;
  }

  async function addPlayer({ name: playerName, mobile, gainBp }: Parameters<OwnContest['addPlayer']>[0]) {
    const { id } = await queryRow(
      `with person as (
         insert into members (mobile, name, password_hash) values ($2, $3, '') returning id
       )
       insert into contest_players (season_id, member_id, mobile_hash)
       select $1, id, convert_to($2, 'utf8') from person returning id`,
      [seasonId, mobile, playerName],
    );
    const entry = `insert into contest_entries (player_id, kind, day, at, code, cash) values ($1, $2, ${today}, now(), $3, $4)`;
    await queryRow(entry, [id, 'start', null, startingCash]);
    await queryRow(entry, [id, 'dividend', code, (startingCash * gainBp) / 10_000]);
  }

  async function closeSeason(): Promise<void> {
    await queryRow('update contest_seasons set is_open = false where id = $1', [seasonId]);
    await client.end();
    await leave();
  }

  await quote(previous);
  return { seasonId, code, name, initials, quote, shiftBackOneDay, isCleared, addPlayer, close: closeSeason };
}

const own = `player_id in (select id from contest_players where season_id = $1)`;
const oneDay = `interval '1 day'`;

/** Moves everything that records a time in the season back by a day. */
const shiftStatements = [
  `update contest_entries set day = day - 1, at = at - ${oneDay} where ${own}`,
  `update contest_orders set day = day - 1, placed_at = placed_at - ${oneDay}, ended_at = ended_at - ${oneDay} where ${own}`,
  `update contest_fills set day = day - 1, quote_at = quote_at - ${oneDay}, filled_at = filled_at - ${oneDay} where ${own}`,
  `update contest_holdings set bought_on = bought_on - 1 where ${own}`,
  `update contest_days set day = day - 1 where ${own}`,
  `update contest_players set joined_at = joined_at - ${oneDay} where season_id = $1`,
  `update contest_cleared_days set day = day - 1 where season_id = $1`,
  `update contest_seasons set starts_on = starts_on - 1, cleared_on = cleared_on - 1 where id = $1`,
  `update daily_quotes set day = day - 1 where code = $1`,
  `update latest_quotes set at = at - ${oneDay} where code = $1`,
  `update intraday_quotes set at = at - ${oneDay} where code = $1`,
];
