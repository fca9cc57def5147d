import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { purgeChannel } from '#kernel/cache/purge.ts';
import { openListener } from '#kernel/db/listener.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { addPlayer, addSeason, closeDay, codes, openMarket, type Player } from '#testing/contest.ts';
import type { Portal } from '#testing/portal.ts';
import { setDisqualified } from './seasons/disqualify.ts';

/** What is kept of the contest for readers ends with the change it shows. */

let portal: Portal;
/** One player for each test; `banned` is disqualified from the start. */
let players: Record<'allowed' | 'banned' | 'leaving', Player>;
let listener: { stop(): Promise<void> };
let heard: string[] = [];

beforeAll(async () => {
  portal = await openMarket(undefined, '2026-11-02T15:10');
  const seasonId = await addSeason(portal);
  const [allowed, banned, leaving] = [
    await addPlayer(portal, seasonId),
    await addPlayer(portal, seasonId),
    await addPlayer(portal, seasonId),
  ];
  players = { allowed, banned, leaving };
  await disqualify(banned, '对倒');
  // Listens only now: the set-up above purges too.
  listener = await openListener({
    connectionString: portal.house.connectionString,
    log: portal.house.log,
    channels: { [purgeChannel]: (payload) => heard.push(payload) },
    onChange: () => undefined,
  });
});
afterAll(async () => {
  vi.useRealTimers();
  await listener.stop();
  await portal.close();
});

const disqualify = ({ playerId }: Player, reason: string | null) =>
  inTransaction(portal.ctx, (trx) => setDisqualified(portal.ctx, trx, playerId, reason));

test.each<[string, () => Promise<unknown>]>([
  ['a day that is cleared', () => closeDay(portal, '2026-11-02', { [codes.main]: 10_000 })],
  ['a player who is put out', () => disqualify(players.allowed, '对倒')],
  ['a player who is let back in', () => disqualify(players.banned, null)],
  [
    'a player who deletes their account',
    () =>
      inTransaction(portal.ctx, (trx) =>
        portal.ctx.events.emit(portal.ctx, trx, 'member.deleted', { memberId: players.leaving.memberId }),
      ),
  ],
])('%s purges what shows the contest', async (_name, change) => {
  heard = [];
  await change();
  const mine = JSON.stringify([portal.ctx.tenant.id, 'contest']);
  await vi.waitFor(() => expect(heard).toContain(mine));
});
