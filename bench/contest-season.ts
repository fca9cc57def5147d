import { sql } from 'kysely';
import { readAccount, readBoard, readPlayer, recomputeSeason } from '#features/contest/index.ts';
import type { Context } from '#kernel/context.ts';
import { infoLine, type Line } from './report.ts';
import { quantile } from './rounds.ts';

const startingCash = 100_000_000;
const periods = ['day', 'week', 'month', 'season'] as const;
/** Number of reads of each kind. */
const readCount = 200;

/** Opens a season on all boards and enrols this many players. @returns its id */
export async function createSeason(
  { db, now }: Context,
  { players, from, until }: { players: number; from: string; until: string },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into contest_seasons (name, starts_on, ends_on, starting_cash, boards, is_open)
    values (${`测速 ${Date.now()}`}, ${from}::date, ${until}::date, ${startingCash},
      '{main,chinext,star,bse}', true) returning id`.execute(db);
  const id = rows[0]?.id ?? '';
  await sql`
    with people as (
      insert into members (mobile, name, password_hash)
      select '12' || lpad((${Number(id)} * 100000 + n)::text, 9, '0'), '选手 ' || n, ''
      from generate_series(1, ${players}::int) n
      returning id, mobile
    )
    insert into contest_players (season_id, member_id, mobile_hash)
    select ${id}, id, convert_to(mobile, 'utf8') from people`.execute(db);
  await sql`
    insert into contest_entries (player_id, kind, day, at, cash)
    select id, 'start', ${from}::date, ${now()}, ${startingCash}
    from contest_players where season_id = ${id} order by id`.execute(db);
  return id;
}

/** Measures the response times of boards and players' accounts through the calls' own handlers. */
export async function measureReads(
  ctx: Context,
  seasonId: string,
  log: (line: string) => void,
): Promise<Line[]> {
  log('  reading boards and accounts …');
  const { rows: people } = await sql<{ id: string; member_id: string }>`
    select id, member_id from contest_players where season_id = ${seasonId} order by md5(id::text) limit ${readCount}`.execute(
    ctx.db,
  );
  const { rows: lastLines } = await sql<{ place: number; player_id: string }>`
    select place, player_id from contest_ranks where season_id = ${seasonId} and period = 'season'
    order by place desc, player_id desc offset 200 limit 1`.execute(ctx.db);
  const cursor = `${lastLines[0]?.place}-${lastLines[0]?.player_id}`;
  const asMember = (memberId: string): Context => ({
    ...ctx,
    actor: { kind: 'member', memberId, sessionId: '', permissions: new Set(), vipUntil: null },
  });
  const board = (period: (typeof periods)[number], more: { cursor?: string }) =>
    readBoard(ctx, { seasonId, period, size: 20, cursor: undefined, ...more });
  const lines: [string, (turn: number, person: (typeof people)[number]) => Promise<unknown>][] = [
    ['a board’s first page', (turn) => board(periods[turn % 4] ?? 'day', {})],
    ['a board 200 places from its end', () => board('season', { cursor })],
    ['a player’s own account', (_turn, { member_id }) => readAccount(asMember(member_id), seasonId)],
    ['a player’s page', (_turn, { id }) => readPlayer(ctx, id)],
  ];
  const found: Line[] = [];
  for (const [what, read] of lines) found.push(await measureRead(what, people, read));
  return found;
}

async function measureRead<T>(
  what: string,
  people: readonly T[],
  read: (turn: number, person: T) => Promise<unknown>,
): Promise<Line> {
  const times: number[] = [];
  for (const [turn, person] of people.entries()) {
    const began = performance.now();
    await read(turn, person);
    times.push(performance.now() - began);
  }
  return infoLine(
    `contest: ${what}`,
    `${quantile(times, 0.5).toFixed(2)} ms median, ${quantile(times, 0.95).toFixed(2)} ms p95`,
  );
}

/** Recomputes the season from its log without a difference; with one falsified holding, expects exactly that one. */
export async function checkRecompute(
  ctx: Context,
  seasonId: string,
  log: (line: string) => void,
): Promise<Line[]> {
  log('  recomputing the season from its log …');
  const memory = watchMemory();
  const began = performance.now();
  const { players, entries, differences } = await recomputeSeason(ctx, seasonId);
  const seconds = (performance.now() - began) / 1000;
  const { before, peak } = memory.stop();
  log('  and again with a holding falsified …');
  const { rows } = await sql<{ player_id: string; code: string }>`
    select h.player_id, h.code from contest_holdings h join contest_players p on p.id = h.player_id
    where p.season_id = ${seasonId} and h.quantity > 0 order by h.player_id desc, h.code limit 1`.execute(
    ctx.db,
  );
  const [{ player_id: playerId, code } = { player_id: '', code: '' }] = rows;
  const changeHolding = (by: number) =>
    sql`update contest_holdings set quantity = quantity + ${by} where player_id = ${playerId} and code = ${code}`.execute(
      ctx.db,
    );
  await changeHolding(100);
  const found = (await recomputeSeason(ctx, seasonId)).differences;
  await changeHolding(-100);
  const isFoundAlone =
    found.length === 1 && found[0]?.playerId === playerId && found[0].what === `持仓 ${code} 数量`;
  return [
    {
      what: 'contest: recomputed from the log',
      result: `${differences.length} differences in ${entries} entries of ${players} players, ${seconds.toFixed(1)} s`,
      target: '0 differences',
      isMet: differences.length === 0,
    },
    infoLine('contest: memory while recomputing', `${peak} MiB resident at most, ${before} MiB before`),
    {
      what: 'contest: one holding falsified',
      result: found.map(({ playerId: whose, what }) => `player ${whose}: ${what}`).join('; ') || 'not found',
      target: 'named, alone',
      isMet: isFoundAlone,
    },
  ];
}

/** Samples the resident memory of this process, in MiB. */
function watchMemory(): { stop(): { before: number; peak: number } } {
  const resident = () => Math.round(process.memoryUsage.rss() / 2 ** 20);
  const before = resident();
  let peak = before;
  const timer = setInterval(() => {
    peak = Math.max(peak, resident());
  }, 50);
  return {
    stop() {
      clearInterval(timer);
      return { before, peak };
    },
  };
}
