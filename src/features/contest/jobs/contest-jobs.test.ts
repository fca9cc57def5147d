import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import {
  addPlayer,
  addSeason,
  clearContest,
  closeMarketPortal,
  codes,
  openMarketPortal,
  sendOrder,
  setClock,
  setQuote,
} from '#testing/contest.ts';
import type { Portal } from '#testing/portal.ts';
import { recomputeSeason } from '../clearing/recompute.ts';
import { advanceContest, deleteOldIntradayQuotes } from './contest-jobs.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openMarketPortal();
});
afterAll(() => closeMarketPortal(portal));
beforeEach(async () => {
  await clearContest(portal);
  await sql`truncate dividends`.execute(portal.ctx.db);
  setClock('2026-11-02T09:31');
});
afterEach(() => vi.restoreAllMocks());

const advanceTwice = async () => {
  const rules = await portal.app.market.rulesOf(portal.ctx);
  // Two concurrent calls, as on a portal with two machines.
  await Promise.all([advanceContest(portal.ctx, rules), advanceContest(portal.ctx, rules)]);
};
const clearedOn = async (id: string) =>
  (
    await sql<{
      day: string | null;
    }>`select cleared_on::text as day from contest_seasons where id = ${id}`.execute(portal.ctx.db)
  ).rows[0]?.day;
const close = (day: string, price: number, code: string = codes.main) =>
  sql`insert into daily_quotes (code, day, open, high, low, close, previous_close)
    values (${code}, ${day}, ${price}, ${price}, ${price}, ${price}, ${price})`.execute(portal.ctx.db);

async function buy(): Promise<{ seasonId: string; playerId: string }> {
  const seasonId = await addSeason(portal);
  const player = await addPlayer(portal, seasonId);
  await setQuote(portal, codes.main, 10_000);
  await sendOrder(portal, seasonId, player.token);
  setClock('2026-11-02T09:32');
  await setQuote(portal, codes.main, 10_100, { previous: 10_000 });
  await advanceTwice();
  return { seasonId, playerId: player.playerId };
}

const fills = async () => portal.ctx.db.selectFrom('contest_fills').selectAll().execute();

test('orders fill once when quotes arrive, and a stale quote fills nothing', async () => {
  await buy();
  expect(await fills()).toMatchObject([{ price: 10_100, quantity: 100 }]);
  const seasonId = await addSeason(portal);
  const player = await addPlayer(portal, seasonId);
  await sendOrder(portal, seasonId, player.token);
  setClock('2026-11-02T09:33');
  await setQuote(portal, codes.main, 10_100, { previous: 10_000 });
  setClock('2026-11-02T09:34:01');
  await advanceTwice();
  expect(await fills()).toHaveLength(1);
});

test('a day is cleared once its closes have arrived, or after half an hour with the last quotes', async () => {
  const { seasonId } = await buy();
  setClock('2026-11-02T14:59:59');
  await advanceTwice();
  expect(await clearedOn(seasonId)).toBeNull();
  setClock('2026-11-02T15:29');
  await advanceTwice();
  expect(await clearedOn(seasonId)).toBeNull();
  setClock('2026-11-02T15:30');
  await advanceTwice();
  expect(await clearedOn(seasonId)).toBe('2026-11-02');
  expect(await portal.ctx.db.selectFrom('daily_quotes').selectAll().execute()).toMatchObject([
    { code: codes.main, close: 10_100 },
  ]);
  setClock('2026-11-03T15:00:30');
  await setQuote(portal, codes.main, 10_300, { previous: 10_100 });
  await close('2026-11-03', 10_300);
  await advanceTwice();
  expect(await clearedOn(seasonId)).toBe('2026-11-03');
});

test('missed days are cleared first, oldest first, and the holdings of each day are counted', async () => {
  const { seasonId, playerId } = await buy();
  await close('2026-11-02', 10_100);
  await close('2026-11-03', 10_500);
  await close('2026-11-04', 10_900);
  setClock('2026-11-09T09:31');
  await advanceTwice();
  expect(await clearedOn(seasonId)).toBe('2026-11-04');
  const days = await portal.ctx.db
    .selectFrom('contest_days')
    .select('market_value')
    .where('player_id', '=', playerId)
    .orderBy('day')
    .execute();
  expect(days.map(({ market_value }) => Number(market_value))).toEqual([101_000, 105_000, 109_000]);
  expect((await recomputeSeason(portal.ctx, seasonId)).differences).toEqual([]);
});

test('a dividend is paid once when its day begins, also for a missed day', async () => {
  const { seasonId, playerId } = await buy();
  await close('2026-11-02', 10_100);
  await sql`insert into dividends values (${codes.main}, '2026-11-03', 5000, 2000)`.execute(portal.ctx.db);
  setClock('2026-11-09T00:00:02');
  await advanceTwice();
  await advanceTwice();
  const paid = await portal.ctx.db
    .selectFrom('contest_entries')
    .select(['cash', 'quantity', 'kind'])
    .where('player_id', '=', playerId)
    .where('kind', '=', 'dividend')
    .execute();
  expect(paid).toEqual([{ kind: 'dividend', cash: '5000', quantity: 20 }]);
  expect(await clearedOn(seasonId)).toBe('2026-11-04');
});

test('a failed clearing is logged, and orders of the next day wait until it succeeds', async () => {
  const { seasonId } = await buy();
  const logError = vi.spyOn(portal.ctx.log, 'error').mockImplementation(() => undefined);
  await close('2026-11-02', 10_100);
  await sql`create function refuse_days() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`.execute(
    portal.ctx.db,
  );
  await sql`create trigger refuse_days before insert on contest_days execute function refuse_days()`.execute(
    portal.ctx.db,
  );
  setClock('2026-11-03T09:31');
  const player = await addPlayer(portal, seasonId);
  await setQuote(portal, codes.main, 10_100);
  await sendOrder(portal, seasonId, player.token);
  setClock('2026-11-03T09:31:03');
  await setQuote(portal, codes.main, 10_200, { previous: 10_100 });
  await advanceTwice();
  expect(logError).toHaveBeenCalledWith(expect.anything(), 'a trade day could not be cleared');
  expect(await fills()).toHaveLength(1);
  await sql`drop trigger refuse_days on contest_days`.execute(portal.ctx.db);
  await sql`drop function refuse_days`.execute(portal.ctx.db);
  await advanceTwice();
  expect(await clearedOn(seasonId)).toBe('2026-11-02');
  expect(await fills()).toHaveLength(2);
});

test('intraday quotes are deleted after a month, daily quotes stay', async () => {
  await sql`insert into intraday_quotes (code, at, last) values
    (${codes.main}, '2026-10-02T10:00:00+08:00', 10000), (${codes.main}, '2026-10-04T10:00:00+08:00', 10000)`.execute(
    portal.ctx.db,
  );
  setClock('2026-11-03T09:31');
  await deleteOldIntradayQuotes(portal.ctx);
  expect(await portal.ctx.db.selectFrom('intraday_quotes').select('at').execute()).toEqual([
    { at: new Date('2026-10-04T10:00:00+08:00') },
  ]);
});
