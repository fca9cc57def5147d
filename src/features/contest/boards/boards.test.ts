import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  addPlayer,
  addSeason,
  clearContest,
  closeDay,
  closeMarket,
  codes,
  fillAt,
  openMarket,
  type Player,
  sendOrder,
  setClock,
  setQuote,
} from '#testing/contest.ts';
import type { Portal } from '#testing/portal.ts';

/** What everybody sees of players: boards, pages, trades; and whom one follows. */

let portal: Portal;
let seasonId: string;
let players: Player[];

beforeAll(async () => {
  portal = await openMarket();
});
afterAll(() => closeMarket(portal));

/** The first bought most of what rose, the second less, the third and fourth nothing. */
beforeEach(async () => {
  setClock('2026-11-02T09:31');
  await clearContest(portal);
  seasonId = await addSeason(portal);
  players = [];
  for (let who = 0; who < 4; who += 1) players.push(await addPlayer(portal, seasonId));
  await setQuote(portal, codes.main, 10_000);
  await sendOrder(portal, seasonId, of(0).token, { quantity: 2000 });
  await sendOrder(portal, seasonId, of(1).token, { quantity: 1000 });
  await fillAt(portal, codes.main, 10_000);
});

const of = (who: number): Player => players[who] as Player;
const endMonday = async () => {
  setClock('2026-11-02T15:10');
  await closeDay(portal, '2026-11-02', { [codes.main]: 10_500, [codes.index]: 3_000_000 });
};
const by = (token?: string) => (token === undefined ? {} : { token });
const board = async (query: Record<string, string> = {}, token?: string) =>
  (await portal.ask('GET /reception/contest/board', { query: { seasonId, ...query }, ...by(token) })).body
    .data;
const page = async (who: number, token?: string) =>
  (
    await portal.ask('GET /reception/contest/player', {
      query: { id: of(who).playerId },
      ...by(token),
    })
  ).body.data;
const trades = async (who: number, token?: string, query: Record<string, string> = {}) =>
  (
    await portal.ask('GET /reception/contest/playerTrades', {
      query: { id: of(who).playerId, ...query },
      ...by(token),
    })
  ).body.data;
const follow = (who: number, playerId: string, path = 'follow') =>
  portal.ask(`POST /member/contest/${path}`, { token: of(who).token, body: { playerId } });
const following = async (who: number) =>
  (await portal.ask('GET /member/contest/following', { token: of(who).token, query: { seasonId } })).body
    .data;

describe('a board', () => {
  test('is empty until a day is cleared', async () => {
    expect(await board({}, of(0).token)).toEqual({ records: [], cursor: null, asOf: null, mine: null });
  });

  test('has equal returns share a place, in pages without a gap or a repeat', async () => {
    await endMonday();
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

  test('shows the caller their own line, and a visitor none', async () => {
    await endMonday();
    expect((await board({ period: 'day' }, of(1).token)).mine).toMatchObject({
      place: 2,
      playerId: of(1).playerId,
      returnPpm: 4_949,
    });
    expect((await board()).mine).toBeNull();
  });
});

describe('a player’s page', () => {
  test('has places, and the curve beside the index', async () => {
    await endMonday();
    const data = await page(0);
    expect(data).toMatchObject({
      id: of(0).playerId,
      seasonId,
      isMe: false,
      isFollowed: false,
      isDisqualified: false,
      // Where the index stood the evening before, as its quote of the first day says.
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
    expect((await page(0, of(0).token)).isMe).toBe(true);
  });

  test('names nobody’s number and no member', async () => {
    const text = JSON.stringify(await page(0));
    const { mobile } = await portal.ctx.db
      .selectFrom('members')
      .select('mobile')
      .where('id', '=', of(0).memberId)
      .executeTakeFirstOrThrow();
    expect(text).not.toContain(mobile);
    expect(text).not.toContain('memberId');
  });

  test('is gone with the season that staff close', async () => {
    await portal.ctx.db.updateTable('contest_seasons').set({ is_open: false }).execute();
    const query = { id: of(0).playerId };
    for (const key of ['player', 'playerTrades'])
      expect((await portal.ask(`GET /reception/contest/${key}`, { query })).status).toBe(404);
    expect((await follow(1, of(0).playerId)).status).toBe(404);
  });
});

describe('a player’s trades', () => {
  test('are theirs at once, and others’ a trade day later', async () => {
    expect((await trades(0, of(0).token)).records).toMatchObject([
      { code: codes.main, name: '禾垣电力', side: 'buy', price: 10_000, quantity: 2000 },
    ]);
    expect((await trades(0)).records).toEqual([]);
    expect((await trades(0, of(1).token)).records).toEqual([]);
    setClock('2026-11-03T00:01');
    expect((await trades(0)).records).toHaveLength(1);
  });

  test('wait for as many trade days as the season says, weekends not counted', async () => {
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

  test('come in pages', async () => {
    await sendOrder(portal, seasonId, of(0).token, { quantity: 100 });
    await fillAt(portal, codes.main, 10_000);
    const first = await trades(0, of(0).token, { size: '1' });
    expect(first.records).toMatchObject([{ quantity: 100 }]);
    const second = await trades(0, of(0).token, { size: '1', cursor: first.cursor });
    expect(second).toMatchObject({ records: [{ quantity: 2000 }], cursor: null });
  });
});

describe('following', () => {
  test('may be repeated both ways, and shows the followed by place', async () => {
    for (const who of [1, 0, 0]) expect((await follow(3, of(who).playerId)).status).toBe(200);
    expect(await following(3)).toMatchObject([{ place: null }, { place: null }]);
    await endMonday();
    expect(await following(3)).toMatchObject([
      { place: 1, playerId: of(0).playerId },
      { place: 2, playerId: of(1).playerId },
    ]);
    expect((await page(0, of(3).token)).isFollowed).toBe(true);
    expect(await following(2)).toEqual([]);
    for (let times = 0; times < 2; times += 1)
      expect((await follow(3, of(0).playerId, 'unfollow')).status).toBe(200);
    expect(await following(3)).toMatchObject([{ playerId: of(1).playerId }]);
  });

  test('is of others, and of no more than one can look at', async () => {
    expect(await follow(0, of(0).playerId)).toMatchObject({ status: 409, body: { msg: '不能关注自己' } });
    await sql`
      with many as (
        insert into contest_players (season_id, mobile_hash)
        select ${seasonId}, n::text::bytea from generate_series(1, 199) n returning id
      )
      insert into contest_follows (member_id, player_id) select ${of(0).memberId}, id from many`.execute(
      portal.ctx.db,
    );
    expect((await follow(0, of(1).playerId)).status).toBe(200);
    expect(await follow(0, of(2).playerId)).toMatchObject({
      status: 409,
      body: { msg: '每个赛季最多关注 200 名选手，请先取消关注一些' },
    });
    expect((await follow(0, of(1).playerId)).status).toBe(200);
  });
});
