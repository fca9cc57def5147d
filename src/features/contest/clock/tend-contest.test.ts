import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import {
  addPlayer,
  addSeason,
  clearContest,
  closeMarket,
  codes,
  openMarket,
  sendOrder,
  setClock,
  setQuote,
} from '#testing/contest.ts';
import type { Portal } from '#testing/portal.ts';
import { recomputeSeason } from '../clearing/recompute.ts';
import { forgetOldQuotes, tendContest } from './tend-contest.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openMarket();
});
afterAll(() => closeMarket(portal));
beforeEach(async () => {
  await clearContest(portal);
  await sql`truncate dividends`.execute(portal.ctx.db);
  setClock('2026-11-02T09:31');
});
afterEach(() => vi.restoreAllMocks());

const tend = async () => {
  const rules = await portal.house.market.rulesOf(portal.ctx);
  // As on a portal of two machines.
  await Promise.all([tendContest(portal.ctx, rules), tendContest(portal.ctx, rules)]);
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
  await tend();
  return { seasonId, playerId: player.playerId };
}

const fills = async () => portal.ctx.db.selectFrom('contest_fills').selectAll().execute();

test('orders fill while quotes come, once, and a stale quote fills nothing', async () => {
  await buy();
  expect(await fills()).toMatchObject([{ price: 10_100, quantity: 100 }]);
  const seasonId = await addSeason(portal);
  const player = await addPlayer(portal, seasonId);
  await sendOrder(portal, seasonId, player.token);
  setClock('2026-11-02T09:33');
  await setQuote(portal, codes.main, 10_100, { previous: 10_000 });
  setClock('2026-11-02T09:34:01');
  await tend();
  expect(await fills()).toHaveLength(1);
});

test('a day is cleared when its closes are there, not before, and with the last quotes after half an hour', async () => {
  const { seasonId } = await buy();
  setClock('2026-11-02T14:59:59');
  await tend();
  expect(await clearedOn(seasonId)).toBeNull();
  setClock('2026-11-02T15:29');
  await tend();
  expect(await clearedOn(seasonId)).toBeNull();
  setClock('2026-11-02T15:30');
  await tend();
  expect(await clearedOn(seasonId)).toBe('2026-11-02');
  expect(await portal.ctx.db.selectFrom('daily_quotes').selectAll().execute()).toMatchObject([
    { code: codes.main, close: 10_100 },
  ]);
  setClock('2026-11-03T15:00:30');
  await setQuote(portal, codes.main, 10_300, { previous: 10_100 });
  await close('2026-11-03', 10_300);
  await tend();
  expect(await clearedOn(seasonId)).toBe('2026-11-03');
});

test('days that were missed are cleared first, the oldest first, and what was held is counted on each', async () => {
  const { seasonId, playerId } = await buy();
  await close('2026-11-02', 10_100);
  await close('2026-11-03', 10_500);
  await close('2026-11-04', 10_900);
  setClock('2026-11-09T09:31');
  await tend();
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

test('a dividend is paid when its day begins, once, also on a day that was missed', async () => {
  const { seasonId, playerId } = await buy();
  await close('2026-11-02', 10_100);
  await sql`insert into dividends values (${codes.main}, '2026-11-03', 5000, 2000)`.execute(portal.ctx.db);
  setClock('2026-11-09T00:00:02');
  await tend();
  await tend();
  const paid = await portal.ctx.db
    .selectFrom('contest_entries')
    .select(['cash', 'quantity', 'kind'])
    .where('player_id', '=', playerId)
    .where('kind', '=', 'dividend')
    .execute();
  expect(paid).toEqual([{ kind: 'dividend', cash: '5000', quantity: 20 }]);
  expect(await clearedOn(seasonId)).toBe('2026-11-04');
});

test('a day that cannot be cleared is said, and nobody trades on the next until it is', async () => {
  const { seasonId } = await buy();
  const said = vi.spyOn(portal.ctx.log, 'error').mockImplementation(() => undefined);
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
  await tend();
  expect(said).toHaveBeenCalledWith(expect.anything(), 'a trade day could not be cleared');
  expect(await fills()).toHaveLength(1);
  await sql`drop trigger refuse_days on contest_days`.execute(portal.ctx.db);
  await sql`drop function refuse_days`.execute(portal.ctx.db);
  await tend();
  expect(await clearedOn(seasonId)).toBe('2026-11-02');
  expect(await fills()).toHaveLength(2);
});

test('quotes within days are forgotten after a month, the days stay', async () => {
  await sql`insert into intraday_quotes (code, at, last) values
    (${codes.main}, '2026-10-02T10:00:00+08:00', 10000), (${codes.main}, '2026-10-04T10:00:00+08:00', 10000)`.execute(
    portal.ctx.db,
  );
  setClock('2026-11-03T09:31');
  await forgetOldQuotes(portal.ctx);
  expect(await portal.ctx.db.selectFrom('intraday_quotes').select('at').execute()).toEqual([
    { at: new Date('2026-10-04T10:00:00+08:00') },
  ]);
});
