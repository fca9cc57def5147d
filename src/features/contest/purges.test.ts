import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { addPlayer, addSeason, closeDay, codes, openMarketPortal, type Player } from '#testing/contest.ts';
import type { Portal } from '#testing/portal.ts';
import { purgedBy } from '#testing/purges.ts';
import { seasonInput } from './admin/schema.ts';
import { readAdminSeason, removeSeason, saveSeason } from './admin/seasons.ts';
import { days } from './market/import/days.ts';
import { type ImportKind, loadMarketReference } from './market/import/import-kind.ts';
import { instruments } from './market/import/instruments.ts';
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

async function importRows<R>({ write }: ImportKind<R>, ...rows: R[]): Promise<unknown> {
  const reference = await loadMarketReference(ctx, false);
  return inTransaction(ctx, (trx) => write(ctx, trx, rows, reference));
}

test('adding, changing and deleting a season purges the pages that show the contest', async () => {
  const input = {
    ...{ name: '新赛季', startsOn: '2026-11-10', endsOn: '2026-12-31', startingCash: 100_000_000 },
    ...{ boards: ['main'], withSt: false, positionCapBp: 3000, commissionPpm: 250, commissionLeast: 500 },
    ...{ indexCode: codes.index, delayDays: 1, forWhom: 'member', prizes: '', rules: '', isOpen: true },
  };
  let id = '';
  const save = async (changes: object) => {
    ({ id } = await saveSeason(ctx, seasonInput.parse({ ...input, ...changes })));
  };
  expect(await purgedBy(portal, () => save({}))).toEqual(['contest']);
  const { mark } = await readAdminSeason(ctx, id);
  expect(await purgedBy(portal, () => save({ id, mark, prizes: '一年 VIP' }))).toEqual(['contest']);
  expect(await purgedBy(portal, () => removeSeason(ctx, id))).toEqual(['contest']);
});

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
  ['an import of trade days', () => importRows(days, { day: '2026-12-01' })],
  [
    'an import of securities',
    () =>
      importRows(instruments, {
        ...{ code: '991111', name: '新上市', initials: 'XSS', board: 'main', is_st: false },
        ...{ listed_on: null, delisted_on: null },
      }),
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
