import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { joinPostgres } from '#kernel/db/embedded/index.ts';

/**
 * A season and a security of a journey's own, in the database of the portal under test: prices are what the journey says,
 * and what else happens in the contest there disturbs nothing.
 */
export type OwnContest = {
  readonly seasonId: string;
  readonly code: string;
  readonly name: string;
  /** What somebody types to find it: the first letters of its pinyin. */
  readonly initials: string;
  /** A quote comes now, in 厘. Orders placed before it fill by it. */
  quote(last: number): Promise<void>;
  /**
   * All that happened in the season happened a day earlier, and the security closed at this price: the worker finds a day
   * to clear, as after a night.
   */
  moveNight(close: number): Promise<void>;
  /** Whether yesterday is cleared. */
  isCleared(): Promise<boolean>;
  /** Somebody who has gained so much today, in hundredths of a percent, and trades nothing. */
  addRival(person: { name: string; mobile: string; gainBp: number }): Promise<void>;
  /** Everything of the season is away again. */
  close(): Promise<void>;
};

const startingCash = 100_000_000;
const today = `(now() at time zone 'Asia/Shanghai')::date`;

/**
 * @param dataDir of the portal
 * @param place another one for each of the journeys that run at the same time
 */
export async function openOwnContest(dataDir: string, place: number): Promise<OwnContest> {
  const { connectionString, leave } = await joinPostgres({ dataDir });
  // To move a night past triggers takes the superuser, which the portal's own role is not.
  const { user, password } = JSON.parse(readFileSync(join(dataDir, 'postgres/superuser.json'), 'utf8'));
  const address = Object.assign(new URL(connectionString), { username: user, password });
  const client = new pg.Client({ connectionString: address.href, options: '-c search_path=tenant_000000' });
  await client.connect();
  const one = async (text: string, values: unknown[] = []) => (await client.query(text, values)).rows[0];
  const code = String(970_000 + place);
  const [name, initials] = [`潮声电力${place}`, `CSDL${place}`];
  const serial = Date.now() % 100_000;
  let previous = 10_000;
  await one(
    `insert into instruments (code, name, initials, board) values ($1, $2, $3, 'main')
     on conflict (code) do update set name = excluded.name`,
    [code, name, initials],
  );
  // Whoever had its place before.
  await one('delete from daily_quotes where code = $1', [code]);
  await one('delete from intraday_quotes where code = $1', [code]);
  await one(`insert into trade_days (day, is_all_day) values (${today}, true) on conflict (day) do nothing`);
  const { id: seasonId } = await one(
    `insert into contest_seasons (name, starts_on, ends_on, starting_cash, boards, delay_days, prizes, is_open)
     values ($1, ${today}, ${today} + 30, $2, '{main}', 0, '第一名得模拟奖杯', true) returning id`,
    [`第 ${serial}${place} 届模拟赛`, startingCash],
  );

  async function quote(last: number): Promise<void> {
    await one(
      `insert into latest_quotes (code, at, open, high, low, last, previous_close)
       values ($1, clock_timestamp(), $2, $2, $2, $2, $3)
       on conflict (code) do update set at = excluded.at, open = excluded.open, high = excluded.high,
         low = excluded.low, last = excluded.last, previous_close = excluded.previous_close`,
      [code, last, previous],
    );
    await one(`insert into intraday_quotes (code, at, last) values ($1, clock_timestamp(), $2)`, [
      code,
      last,
    ]);
  }

  async function moveNight(close: number): Promise<void> {
    await client.query('begin');
    // The log is append-only for everybody else, and its triggers would book what moves a second time.
    await client.query('set local session_replication_role = replica');
    for (const move of moves) await client.query(move, [move.includes('code = $1') ? code : seasonId]);
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
    const cleared = `select cleared_on = ${today} - 1 "is" from contest_seasons where id = $1`;
    return (await one(cleared, [seasonId])).is === true;
  }

  async function addRival({ name: rival, mobile, gainBp }: Parameters<OwnContest['addRival']>[0]) {
    const { id } = await one(
      `with person as (
         insert into members (mobile, name, password_hash) values ($2, $3, '') returning id
       )
       insert into contest_players (season_id, member_id, mobile_hash)
       select $1, id, convert_to($2, 'utf8') from person returning id`,
      [seasonId, mobile, rival],
    );
    const entry = `insert into contest_entries (player_id, kind, day, at, code, cash) values ($1, $2, ${today}, now(), $3, $4)`;
    await one(entry, [id, 'start', null, startingCash]);
    await one(entry, [id, 'dividend', code, (startingCash * gainBp) / 10_000]);
  }

  async function closeSeason(): Promise<void> {
    await one('update contest_seasons set is_open = false where id = $1', [seasonId]);
    await client.end();
    await leave();
  }

  await quote(previous);
  return { seasonId, code, name, initials, quote, moveNight, isCleared, addRival, close: closeSeason };
}

const own = `player_id in (select id from contest_players where season_id = $1)`;
const night = `interval '1 day'`;

/** All that tells when something of a season happened, a day earlier. */
const moves = [
  `update contest_entries set day = day - 1, at = at - ${night} where ${own}`,
  `update contest_orders set day = day - 1, placed_at = placed_at - ${night}, ended_at = ended_at - ${night} where ${own}`,
  `update contest_fills set day = day - 1, quote_at = quote_at - ${night}, filled_at = filled_at - ${night} where ${own}`,
  `update contest_holdings set bought_on = bought_on - 1 where ${own}`,
  `update contest_days set day = day - 1 where ${own}`,
  `update contest_players set joined_at = joined_at - ${night} where season_id = $1`,
  `update contest_cleared_days set day = day - 1 where season_id = $1`,
  `update contest_seasons set starts_on = starts_on - 1, cleared_on = cleared_on - 1 where id = $1`,
  `update daily_quotes set day = day - 1 where code = $1`,
  `update latest_quotes set at = at - ${night} where code = $1`,
  `update intraday_quotes set at = at - ${night} where code = $1`,
];
