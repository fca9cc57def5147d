import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  addPlayer,
  addSeason,
  clearContest,
  closeDay,
  closeMarketPortal,
  codes,
  fillAt,
  openMarketPortal,
  type Player,
  sendOrder,
  setClock,
  setQuote,
} from '#testing/contest.ts';
import type { Portal } from '#testing/portal.ts';

/** The public view of players: boards, player pages, trades and follows. */

let portal: Portal;
let seasonId: string;
let players: Player[];

beforeAll(async () => {
  portal = await openMarketPortal();
});
afterAll(() => closeMarketPortal(portal));

/** The first player bought most of what rose, the second less, the third and fourth nothing. */
beforeEach(async () => {
  setClock('2026-11-02T09:31');
  await clearContest(portal);
  seasonId = await addSeason(portal);
  players = [];
  for (let who = 0; who < 4; who += 1) players.push(await addPlayer(portal, seasonId));
  await setQuote(portal, codes.main, 10_000);
  await sendOrder(portal, seasonId, playerAt(0).token, { quantity: 2000 });
  await sendOrder(portal, seasonId, playerAt(1).token, { quantity: 1000 });
  await fillAt(portal, codes.main, 10_000);
});

const playerAt = (who: number): Player => players[who] as Player;
const closeMonday = async () => {
  setClock('2026-11-02T15:10');
  await closeDay(portal, '2026-11-02', { [codes.main]: 10_500, [codes.index]: 3_000_000 });
};
const withToken = (token?: string) => (token === undefined ? {} : { token });
const board = async (query: Record<string, string> = {}, token?: string) =>
  (await portal.call('GET /reception/contest/board', { query: { seasonId, ...query }, ...withToken(token) }))
    .body.data;
const page = async (who: number, token?: string) =>
  (
    await portal.call('GET /reception/contest/player', {
      query: { id: playerAt(who).playerId },
      ...withToken(token),
    })
  ).body.data;
const trades = async (who: number, token?: string, query: Record<string, string> = {}) =>
  (
    await portal.call('GET /reception/contest/playerTrades', {
      query: { id: playerAt(who).playerId, ...query },
      ...withToken(token),
    })
  ).body.data;
const follow = (who: number, playerId: string, path = 'follow') =>
  portal.call(`POST /member/contest/${path}`, { token: playerAt(who).token, body: { playerId } });
const following = async (who: number) =>
  (await portal.call('GET /member/contest/following', { token: playerAt(who).token, query: { seasonId } }))
    .body.data;

describe('a board', () => {
  test('is empty until a day is cleared', async () => {
    expect(await board({}, playerAt(0).token)).toEqual({ records: [], cursor: null, asOf: null, mine: null });
  });

  test('gives equal returns the same place, and its pages have no gaps or repeats', async () => {
    await closeMonday();
    const seen: [number, number][] = [];
    let cursor: string | null = '';
    do {
      const part: { records: { place: number; playerId: string }[]; cursor: string | null } = await board({
        size: '1',
        cursor,
      });
      for (const { place, playerId } of part.records)
        seen.push([place, players.findIndex((player) => player.playerId === playerId)]);
      ({ cursor } = part);
    } while (cursor);
    expect(seen).toEqual([
      [1, 0],
      [2, 1],
      [3, 2],
      [3, 3],
    ]);
    expect((await board()).asOf).toBe('2026-11-02');
  });

  test('shows a player their own line, and a visitor none', async () => {
    await closeMonday();
    expect((await board({ period: 'day' }, playerAt(1).token)).mine).toMatchObject({
      place: 2,
      playerId: playerAt(1).playerId,
      returnPpm: 4_949,
    });
    expect((await board()).mine).toBeNull();
  });
});

describe('a player page', () => {
  test('shows the places, and the curve beside the index', async () => {
    await closeMonday();
    const data = await page(0);
    expect(data).toMatchObject({
      id: playerAt(0).playerId,
      seasonId,
      isMe: false,
      isFollowed: false,
      isDisqualified: false,
      // The index on the evening before, taken from its quote of the first day.
      indexBase: 3_000_000,
      curve: [{ day: '2026-11-02', assets: 10_099_480, index: 3_000_000 }],
    });
    expect(
      data.places.map(({ period, place }: { period: string; place: number }) => [period, place]).toSorted(),
    ).toEqual([
      ['day', 1],
      ['month', 1],
      ['season', 1],
      ['week', 1],
    ]);
    expect((await page(0, playerAt(0).token)).isMe).toBe(true);
  });

  test('exposes neither a mobile number nor a member id', async () => {
    const text = JSON.stringify(await page(0));
    const { mobile } = await portal.ctx.db
      .selectFrom('members')
      .select('mobile')
      .where('id', '=', playerAt(0).memberId)
      .executeTakeFirstOrThrow();
    expect(text).not.toContain(mobile);
    expect(text).not.toContain('memberId');
  });

  test('returns 404 once staff close the season', async () => {
    await portal.ctx.db.updateTable('contest_seasons').set({ is_open: false }).execute();
    const query = { id: playerAt(0).playerId };
    for (const key of ['player', 'playerTrades'])
      expect((await portal.call(`GET /reception/contest/${key}`, { query })).status).toBe(404);
    expect((await follow(1, playerAt(0).playerId)).status).toBe(404);
  });
});

describe('the trades of a player', () => {
  test('are visible to the player at once, to others a trade day later', async () => {
    expect((await trades(0, playerAt(0).token)).records).toMatchObject([
      { code: codes.main, name: '禾垣电力', side: 'buy', price: 10_000, quantity: 2000 },
    ]);
    expect((await trades(0)).records).toEqual([]);
    expect((await trades(0, playerAt(1).token)).records).toEqual([]);
    setClock('2026-11-03T00:01');
    expect((await trades(0)).records).toHaveLength(1);
  });

  test('are delayed by the trade days that the season sets, weekends excluded', async () => {
    await portal.ctx.db.updateTable('contest_seasons').set({ delay_days: 3 }).execute();
    for (const [at, count] of [
      ['2026-11-04T10:00', 0],
      ['2026-11-08T10:00', 0],
      ['2026-11-09T10:00', 1],
    ] as const) {
      setClock(at);
      expect((await trades(0)).records, at).toHaveLength(count);
    }
  });

  test('are paged', async () => {
    await sendOrder(portal, seasonId, playerAt(0).token, { quantity: 100 });
    await fillAt(portal, codes.main, 10_000);
    const first = await trades(0, playerAt(0).token, { size: '1' });
    expect(first.records).toMatchObject([{ quantity: 100 }]);
    const second = await trades(0, playerAt(0).token, { size: '1', cursor: first.cursor });
    expect(second).toMatchObject({ records: [{ quantity: 2000 }], cursor: null });
  });
});

describe('following a player', () => {
  test('and unfollowing are idempotent, and the list is sorted by place', async () => {
    for (const who of [1, 0, 0]) expect((await follow(3, playerAt(who).playerId)).status).toBe(200);
    expect(await following(3)).toMatchObject([{ place: null }, { place: null }]);
    await closeMonday();
    expect(await following(3)).toMatchObject([
      { place: 1, playerId: playerAt(0).playerId },
      { place: 2, playerId: playerAt(1).playerId },
    ]);
    expect((await page(0, playerAt(3).token)).isFollowed).toBe(true);
    expect(await following(2)).toEqual([]);
    for (let times = 0; times < 2; times += 1)
      expect((await follow(3, playerAt(0).playerId, 'unfollow')).status).toBe(200);
    expect(await following(3)).toMatchObject([{ playerId: playerAt(1).playerId }]);
  });

  test('rejects the caller’s own player and more than the follow limit', async () => {
    expect(await follow(0, playerAt(0).playerId)).toMatchObject({
      status: 409,
      body: { msg: '不能关注自己' },
    });
    await sql`
      with many as (
        insert into contest_players (season_id, mobile_hash)
        select ${seasonId}, n::text::bytea from generate_series(1, 199) n returning id
      )
      insert into contest_follows (member_id, player_id) select ${playerAt(0).memberId}, id from many`.execute(
      portal.ctx.db,
    );
    expect((await follow(0, playerAt(1).playerId)).status).toBe(200);
    expect(await follow(0, playerAt(2).playerId)).toMatchObject({
      status: 409,
      body: { msg: '每个赛季最多关注 200 名选手，请先取消关注一些' },
    });
    expect((await follow(0, playerAt(1).playerId)).status).toBe(200);
  });
});
