import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { runFanouts } from '#features/notifications/index.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import {
  addMarketData,
  addPlayer,
  addSeason,
  advanceSecond,
  closeDay,
  codes,
  fillAt,
  type Player,
  sendOrder,
  setClock,
  setQuote,
} from '#testing/contest.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { logIn } from '#testing/posts-and-members.ts';
import { updateSeasonStates } from '../index.ts';

let portal: Portal;
let seasonId: string;
let players: Player[];

beforeAll(async () => {
  portal = await openPortal();
  await addMarketData(portal);
});
afterAll(() => portal.close());
beforeEach(async () => {
  await sql`update contest_seasons set is_open = false`.execute(portal.ctx.db);
  await sql`truncate daily_quotes, latest_quotes`.execute(portal.ctx.db);
  setClock('2026-11-01T20:00');
  seasonId = await addSeason(portal, { ends_on: '2026-11-04' });
  players = [await addPlayer(portal, seasonId), await addPlayer(portal, seasonId)];
  setClock('2026-11-02T09:31');
});
afterEach(() => {
  vi.useRealTimers();
});

const player = (at: number): Player => {
  const one = players[at];
  if (!one) throw new Error(`no player ${at}`);
  return one;
};

type NoticeRecord = { kind: string; title: string; body: string; link: string };
/** A member's notices, oldest first. */
const listNotices = async ({ token }: { token: string }): Promise<NoticeRecord[]> =>
  (await portal.call('GET /member/notices', { token, query: { size: '50' } })).body.data.records.reverse();
const titles = async (who: { token: string }) => (await listNotices(who)).map(({ title }) => title);
const seasonName = async () =>
  (
    await portal.ctx.db
      .selectFrom('contest_seasons')
      .select('name')
      .where('id', '=', seasonId)
      .executeTakeFirstOrThrow()
  ).name;
const refuse = (token: string, kind: string) =>
  portal.call('POST /member/saveNoticeSettings', { token, body: { kind, isOn: false } });

/** Makes the first player gain on a day; the second holds only cash. */
async function gainFirst(day: string): Promise<void> {
  await setQuote(portal, codes.main, 10_000);
  advanceSecond();
  await sendOrder(portal, seasonId, player(0).token, { quantity: 300 });
  await fillAt(portal, codes.main, 10_000);
  await closeDay(portal, day, { [codes.main]: 10_900 });
}

test('notifies players once that their season begins, but not later ones or those who turned it off', async () => {
  await refuse(player(1).token, 'contest');
  await updateSeasonStates(portal.ctx);
  await updateSeasonStates(portal.ctx);
  await runFanouts(portal.ctx, portal.app.extensions);
  await runFanouts(portal.ctx, portal.app.extensions);
  const late = await addPlayer(portal, seasonId);
  await updateSeasonStates(portal.ctx);
  await runFanouts(portal.ctx, portal.app.extensions);
  expect(await listNotices(player(0))).toMatchObject([
    {
      kind: 'contest',
      title: `模拟大赛“${await seasonName()}”开赛了`,
      body: '你的 100,000.00 元模拟资金已到账，开市时段就可以下单。',
      link: `/gszb/trade?season=${seasonId}`,
    },
  ]);
  expect(await titles(player(1))).toEqual([]);
  expect(await titles(late)).toEqual([]);
});

test('notifies no one of a season that has not begun', async () => {
  setClock('2026-11-01T23:59');
  await updateSeasonStates(portal.ctx);
  await runFanouts(portal.ctx, portal.app.extensions);
  expect(await titles(player(0))).toEqual([]);
});

test('notifies ranked players of their final place once the last day is cleared', async () => {
  await updateSeasonStates(portal.ctx);
  await gainFirst('2026-11-02');
  await updateSeasonStates(portal.ctx);
  await closeDay(portal, '2026-11-03', {});
  setClock('2026-11-04T15:30');
  await updateSeasonStates(portal.ctx);
  expect(await ended()).toBe(false);
  await closeDay(portal, '2026-11-04', {});
  await updateSeasonStates(portal.ctx);
  await updateSeasonStates(portal.ctx);
  await runFanouts(portal.ctx, portal.app.extensions);
  const [end, ...more] = (await listNotices(player(0))).filter(({ title }) => title.includes('已结束'));
  expect(more).toEqual([]);
  expect(end).toMatchObject({
    kind: 'contest',
    title: `模拟大赛“${await seasonName()}”已结束，你是第 1 名`,
    link: `/gszb/player?id=${player(0).playerId}`,
  });
  expect(end?.body).toMatch(/^最终收益率 \+0\.2\d%，模拟总资产 100,2\d\d\.\d\d 元。$/);
  expect((await titles(player(1))).at(-1)).toMatch(/你是第 2 名$/);
});

test('ends a season whose last days are no trade days when they are over', async () => {
  await sql`update contest_seasons set ends_on = '2026-11-08' where id = ${seasonId}`.execute(portal.ctx.db);
  for (const day of ['2026-11-02', '2026-11-03', '2026-11-04']) await closeDay(portal, day, {});
  setClock('2026-11-08T23:00');
  await updateSeasonStates(portal.ctx);
  expect(await ended()).toBe(false);
  setClock('2026-11-09T00:01');
  await updateSeasonStates(portal.ctx);
  expect(await ended()).toBe(true);
});

const ended = async (): Promise<boolean> => {
  const { ended_at } = await portal.ctx.db
    .selectFrom('contest_seasons')
    .select('ended_at')
    .where('id', '=', seasonId)
    .executeTakeFirstOrThrow();
  return ended_at !== null;
};

test('sends a player one notice for simultaneous fills, and none if they turned fills off', async () => {
  await refuse(player(1).token, 'fill');
  await setQuote(portal, codes.main, 10_000);
  await setQuote(portal, codes.other, 20_000);
  advanceSecond();
  const buy = (at: number, code: string) => sendOrder(portal, seasonId, player(at).token, { code });
  await buy(0, codes.main);
  await buy(1, codes.main);
  await fillAt(portal, codes.main, 10_050, 10_000);
  await buy(0, codes.main);
  await buy(0, codes.other);
  advanceSecond();
  await setQuote(portal, codes.other, 20_100, { previous: 20_000 });
  await fillAt(portal, codes.main, 10_060, 10_000);
  const name = await seasonName();
  expect(await listNotices(player(0))).toMatchObject([
    {
      kind: 'fill',
      title: '模拟成交：买入 禾垣电力 100 股，成交价 10.05 元',
      body: `“${name}”`,
      link: `/gszb/trade?season=${seasonId}`,
    },
    {
      kind: 'fill',
      title: '模拟成交 2 笔',
      body: `“${name}”买入 禾垣电力 100 股，成交价 10.06 元；买入 岬浦航运 100 股，成交价 20.10 元。`,
    },
  ]);
  expect(await titles(player(1))).toEqual([]);
});

test('notifies no one of a fill that was rolled back', async () => {
  await setQuote(portal, codes.main, 10_000);
  advanceSecond();
  await sendOrder(portal, seasonId, player(0).token, { price: 9_500 });
  await fillAt(portal, codes.main, 9_900, 10_000);
  expect(await titles(player(0))).toEqual([]);
});

test('notifies the leader, and followers of players who entered the top ten', async () => {
  const fan = await logIn(portal);
  const deaf = await logIn(portal);
  await refuse(deaf.token, 'contest');
  for (const { token } of [fan, deaf])
    await portal.call('POST /member/contest/follow', { token, body: { playerId: player(0).playerId } });
  await gainFirst('2026-11-02');
  await closeDay(portal, '2026-11-03', {});
  const news = (await listNotices(player(0))).filter(({ kind }) => kind === 'contest');
  expect(news).toMatchObject([
    {
      title: '你登上了模拟大赛总榜第一名',
      body: `“${await seasonName()}”2026-11-02 收盘清算后的榜单。`,
      link: `/gszb/player?id=${player(0).playerId}`,
    },
  ]);
  expect(await titles(player(1))).toEqual(['你进入模拟大赛总榜前十，现在第 2 名']);
  expect(await listNotices(fan)).toMatchObject([
    {
      kind: 'contest',
      title: expect.stringMatching(/^你关注的选手 .+ 进入模拟大赛总榜前十$/),
      body: expect.stringContaining('现在第 1 名。'),
      link: `/gszb/player?id=${player(0).playerId}`,
    },
  ]);
  expect(await titles(deaf)).toEqual([]);
  await inTransaction(portal.ctx, (trx) =>
    portal.ctx.events.emit(portal.ctx, trx, 'member.deleted', { memberId: player(0).memberId }),
  );
  expect(await titles(fan)).toEqual(['你关注的选手 已注销用户 进入模拟大赛总榜前十']);
});

test('notifies players pushed out of the top ten, but of no place shared by hundreds', async () => {
  const others = Array.from({ length: 9 }, () => addPlayer(portal, seasonId));
  players.push(...(await Promise.all(others)));
  await closeDay(portal, '2026-11-02', {});
  // Eleven players share the first place.
  expect(await titles(player(0))).toEqual([]);
  await sql`
    insert into contest_entries (player_id, kind, day, at, cash)
    select p.id, 'dividend', '2026-11-03', now(), -n * 1000
    from unnest(${players.map(({ playerId }) => playerId)}::bigint[]) with ordinality p(id, n)`.execute(
    portal.ctx.db,
  );
  await closeDay(portal, '2026-11-03', {});
  expect(await titles(player(0))).toEqual(['你登上了模拟大赛总榜第一名']);
  expect(await titles(player(9))).toEqual(['你进入模拟大赛总榜前十，现在第 10 名']);
  expect(await titles(player(10))).toEqual([]);
  await sql`
    insert into contest_entries (player_id, kind, day, at, cash)
    values (${player(10).playerId}, 'dividend', '2026-11-04', now(), 50000)`.execute(portal.ctx.db);
  await closeDay(portal, '2026-11-04', {});
  expect((await titles(player(9))).at(-1)).toBe('你掉出了模拟大赛总榜前十名');
  expect((await titles(player(0))).length).toBe(1);
  expect(await titles(player(10))).toEqual(['你登上了模拟大赛总榜第一名']);
});

test('notifies a disqualified player of the reason even if they turned everything off, and of the reinstatement', async () => {
  await refuse(player(0).token, 'contest');
  const operator = await logIn(portal, { role: 'operator' });
  const body = { playerId: player(0).playerId, reason: '多个账号一致行动' };
  await portal.call('POST /admin/contest/disqualify', { token: operator.token, body });
  advanceSecond();
  await portal.call('POST /admin/contest/reinstate', {
    token: operator.token,
    body: { ...body, reason: '申诉成立' },
  });
  const name = await seasonName();
  expect(await listNotices(player(0))).toMatchObject([
    {
      kind: 'system',
      title: `你在模拟大赛“${name}”的参赛资格被取消`,
      body: '原因：多个账号一致行动',
    },
    {
      kind: 'system',
      title: `你在模拟大赛“${name}”的参赛资格已恢复`,
      body: '名次已重新计算，可以继续下单。',
    },
  ]);
});

test('notifies thousands of players in batches of one statement each', async () => {
  await sql`
    with m as (
      insert into members (mobile, name, password_hash)
      select '168' || lpad(n::text, 8, '0'), '选手 ' || n, '' from generate_series(1, 2500) n returning id
    )
    insert into contest_players (season_id, member_id, mobile_hash)
    select ${seasonId}, id, int8send(id) from m`.execute(portal.ctx.db);
  await updateSeasonStates(portal.ctx);
  await runFanouts(portal.ctx, portal.app.extensions);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int count from notices where source_key = ${`season:${seasonId}:begun`}`.execute(
    portal.ctx.db,
  );
  expect(rows[0]?.count).toBe(2502);
});
