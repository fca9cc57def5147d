import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { addPlayer, addSeason, closeDay, codes, openMarketPortal, type Player } from '#testing/contest.ts';
import type { Portal } from '#testing/portal.ts';
import { purgedBy } from '#testing/purges.ts';
import { setDisqualified } from './seasons/disqualify.ts';
import { updateSeasonStates } from './seasons/seasons.ts';

/** Changes that readers see purge the cached contest pages. */

let portal: Portal;
/** On the first day of the season: listening to purges sets the portal's own clock. */
let ctx: Context;
/** One player per test; `banned` is disqualified from the start. */
let players: Record<'allowed' | 'banned' | 'leaving', Player>;

beforeAll(async () => {
  portal = await openMarketPortal(undefined, '2026-11-02T15:10');
  const seasonId = await addSeason(portal);
  const [allowed, banned, leaving] = [
    await addPlayer(portal, seasonId),
    await addPlayer(portal, seasonId),
    await addPlayer(portal, seasonId),
  ];
  players = { allowed, banned, leaving };
  await disqualify(banned, '对倒');
  ctx = { ...portal.ctx, now: () => new Date() };
  await updateSeasonStates(ctx);
});
afterAll(async () => {
  vi.useRealTimers();
  await portal.close();
});

const disqualify = ({ playerId }: Player, reason: string | null) =>
  inTransaction(portal.ctx, (trx) => setDisqualified(portal.ctx, trx, playerId, reason));

test('a tick on which no season begins or ends purges nothing', async () => {
  expect(await purgedBy(portal, () => updateSeasonStates(ctx))).toEqual([]);
});

test.each<[string, () => Promise<unknown>]>([
  [
    'the begin of a season',
    async () => {
      await addSeason(portal, { starts_on: '2026-11-02' });
      await updateSeasonStates(ctx);
    },
  ],
  [
    'the end of a season',
    async () => {
      const id = await addSeason(portal, { starts_on: '2026-10-01', ends_on: '2026-10-30' });
      const cleared = portal.ctx.db.updateTable('contest_seasons').set({ cleared_on: '2026-10-30' });
      await cleared.where('id', '=', id).execute();
      await updateSeasonStates(ctx);
    },
  ],
  ['clearing a day', () => closeDay(portal, '2026-11-02', { [codes.main]: 10_000 })],
  ['disqualifying a player', () => disqualify(players.allowed, '对倒')],
  ['reinstating a player', () => disqualify(players.banned, null)],
  [
    'deleting a player’s account',
    () =>
      inTransaction(portal.ctx, (trx) =>
        portal.ctx.events.emit(portal.ctx, trx, 'member.deleted', { memberId: players.leaving.memberId }),
      ),
  ],
])('%s purges the pages that show the contest', async (_name, change) => {
  expect(await purgedBy(portal, change)).toContain('contest');
});
