import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  addPlayer,
  addSeason,
  clearContest,
  closeDay,
  closeMarketPortal,
  openMarketPortal,
  setClock,
} from '#testing/contest.ts';
import type { Portal } from '#testing/portal.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openMarketPortal();
});
afterAll(() => closeMarketPortal(portal));
beforeEach(async () => {
  await clearContest(portal);
  setClock('2026-11-02T09:31');
});

const front = async () => (await portal.call('GET /reception/contest/front')).body.data;

test('the front page shows the running season with its top five, and only the season before the first clearing', async () => {
  const seasonId = await addSeason(portal);
  for (let who = 0; who < 6; who += 1) await addPlayer(portal, seasonId);
  expect(await front()).toMatchObject({ season: { players: 6, clearedOn: null }, records: [] });
  await closeDay(portal, '2026-11-02', {});
  const { season, records } = await front();
  expect(season).toMatchObject({ endsOn: '2026-11-30', clearedOn: '2026-11-02' });
  expect(records).toHaveLength(5);
  expect(records[0]).toEqual({
    place: 1,
    playerId: expect.any(String),
    name: expect.any(String),
    returnPpm: 0,
  });
});

test('the front page omits a season that is closed, upcoming or ended', async () => {
  const none = { season: null, records: [] };
  expect(await front()).toEqual(none);
  await addSeason(portal, { is_open: false });
  await addSeason(portal, { starts_on: '2026-11-03' });
  await addSeason(portal, { starts_on: '2026-10-01', ends_on: '2026-11-01' });
  expect(await front()).toEqual(none);
});
