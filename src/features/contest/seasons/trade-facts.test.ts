import { afterAll, beforeAll, expect, test } from 'vitest';
import { addSeason, closeMarketPortal, openMarketPortal } from '#testing/contest.ts';
import type { Portal } from '#testing/portal.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openMarketPortal();
});
afterAll(() => closeMarketPortal(portal));

const readFacts = async (seasonId: string) =>
  (await portal.call('GET /reception/contest/tradeFacts', { query: { seasonId } })).body.data;

test('lists the lots, limits and fees of a season’s boards in the usual order', async () => {
  const id = await addSeason(portal, { boards: ['star', 'main', 'bse'], with_st: true });
  expect(await readFacts(id)).toEqual({
    boards: [
      { name: '主板', lotLeast: 100, lotStep: 100, limitBp: 1000, stLimitBp: 500, freeDays: 5, tick: 10 },
      { name: '科创板', lotLeast: 200, lotStep: 1, limitBp: 2000, stLimitBp: 2000, freeDays: 5, tick: 10 },
      { name: '北交所', lotLeast: 100, lotStep: 1, limitBp: 3000, stLimitBp: 3000, freeDays: 1, tick: 10 },
    ],
    stampPpm: 500,
    transferPpm: 10,
    asOf: '2026-11-02',
  });
});

test('omits the risk-warning limit if the season has none, and keeps the rules of the last day after the season', async () => {
  const id = await addSeason(portal, { starts_on: '2023-08-01', ends_on: '2023-08-25' });
  const { boards, stampPpm, asOf } = await readFacts(id);
  expect(boards).toMatchObject([{ name: '主板', stLimitBp: null }]);
  expect({ stampPpm, asOf }).toEqual({ stampPpm: 1000, asOf: '2023-08-25' });
});

test('returns 404 for a closed or unknown season', async () => {
  const id = await addSeason(portal, { is_open: false });
  for (const seasonId of [id, '999999'])
    expect((await portal.call('GET /reception/contest/tradeFacts', { query: { seasonId } })).status).toBe(
      404,
    );
  const { status, body } = await portal.call('GET /reception/contest/tradeFacts', { query: {} });
  expect([status, body.msg]).toEqual([400, expect.stringContaining('赛季编号')]);
});
