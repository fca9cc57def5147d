import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  addPlayer,
  addSeason,
  clearContest,
  closeDay,
  closeMarketPortal,
  codes,
  fillAt,
  openMarketPortal,
  sendOrder,
  setClock,
  setQuote,
} from '#testing/contest.ts';
import type { Portal } from '#testing/portal.ts';
import { payDividends } from '../clearing/clear-day.ts';
import { recomputeSeason } from '../clearing/recompute.ts';
import { fillOrders } from './fill-orders.ts';

let portal: Portal;

beforeAll(async () => {
  portal = await openMarketPortal();
});
afterAll(() => closeMarketPortal(portal));
beforeEach(async () => {
  setClock('2026-11-02T09:31');
  await clearContest(portal);
  await sql`truncate dividends`.execute(portal.ctx.db);
});

test('a sale whose fees exceed its proceeds and the cash waits without blocking other orders', async () => {
  const seasonId = await addSeason(portal, { starting_cash: 100_000, position_cap_bp: 10_000 });
  const [poor, rich] = [await addPlayer(portal, seasonId), await addPlayer(portal, seasonId)];
  const send = (token: string, wish: Parameters<typeof sendOrder>[3]) =>
    sendOrder(portal, seasonId, token, wish);
  await setQuote(portal, codes.main, 1_240);
  // 992 yuan and 5.01 of fees leave 2.99.
  await send(poor.token, { price: 1_240, quantity: 800 });
  await send(rich.token, { price: 1_240, quantity: 100 });
  expect(await fillAt(portal, codes.main, 1_240)).toBe(2);
  setClock('2026-11-02T15:10');
  await closeDay(portal, '2026-11-02', { [codes.main]: 1_240 });
  // Pays one bonus share, which may be sold as an odd lot.
  await sql`insert into dividends values (${codes.main}, '2026-11-03', 0, 13)`.execute(portal.ctx.db);
  setClock('2026-11-03T09:31');
  await payDividends(portal.ctx, '2026-11-03');
  await setQuote(portal, codes.main, 1_240);
  expect((await send(poor.token, { side: 'sell', quantity: 1 })).status).toBe(200);
  expect((await send(rich.token, { side: 'sell', quantity: 100 })).status).toBe(200);
  expect(await fillAt(portal, codes.main, 1_240)).toBe(1);
  const { body } = await portal.call('GET /member/contest/account', {
    token: poor.token,
    query: { seasonId },
  });
  expect(body.data).toMatchObject({ cash: 299, frozenCash: 0 });
  expect(body.data.holdings).toMatchObject([{ quantity: 801, frozenQuantity: 1 }]);
  expect((await recomputeSeason(portal.ctx, seasonId)).differences).toEqual([]);
});

test('a price that exceeds what an order froze, on a security without limits, leaves the order waiting', async () => {
  const seasonId = await addSeason(portal);
  const player = await addPlayer(portal, seasonId);
  await sql`update instruments set listed_on = '2026-11-02' where code = ${codes.other}`.execute(
    portal.ctx.db,
  );
  await setQuote(portal, codes.other, 10_000);
  expect((await sendOrder(portal, seasonId, player.token, { code: codes.other })).status).toBe(200);
  // A tenth above the last price is frozen; the fill never costs more.
  expect(await fillAt(portal, codes.other, 11_010, 10_000)).toBe(0);
  expect(await fillAt(portal, codes.other, 11_000, 10_000)).toBe(1);
  await sql`update instruments set listed_on = null where code = ${codes.other}`.execute(portal.ctx.db);
  const { body } = await portal.call('GET /member/contest/account', {
    token: player.token,
    query: { seasonId },
  });
  expect(body.data).toMatchObject({ cash: 10_000_000 - 110_000 - 501, frozenCash: 0 });
});

test('a quote with a timestamp in the future fills no order placed after it arrived', async () => {
  const seasonId = await addSeason(portal);
  const player = await addPlayer(portal, seasonId);
  setClock('2026-11-02T09:31:00');
  await setQuote(portal, codes.main, 9_990, { previous: 10_000, at: new Date(Date.now() + 4000) });
  setClock('2026-11-02T09:31:02');
  expect((await sendOrder(portal, seasonId, player.token, {})).status).toBe(200);
  setClock('2026-11-02T09:31:05');
  expect(await fillOrders(portal.ctx, { freshMs: 60_000 })).toBe(0);
  expect(await fillAt(portal, codes.main, 10_100, 10_000)).toBe(1);
});
