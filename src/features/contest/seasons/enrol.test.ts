import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '#kernel/db/transaction.ts';
import {
  addPlayer,
  addSeason,
  clearContest,
  closeDay,
  closeMarketPortal,
  codes,
  openMarketPortal,
  setClock,
  setQuote,
} from '#testing/contest.ts';
import type { Portal } from '#testing/portal.ts';
import { logIn } from '#testing/posts-and-members.ts';
import { recomputeSeason } from '../clearing/recompute.ts';

let portal: Portal;
let seasonId: string;

beforeAll(async () => {
  portal = await openMarketPortal({ DATABASE_POOL: '8' });
});
afterAll(() => closeMarketPortal(portal));
beforeEach(async () => {
  setClock('2026-11-02T09:31');
  await clearContest(portal);
  await setQuote(portal, codes.main, 10_000);
  seasonId = await addSeason(portal);
});

const enrol = (token: string, season = seasonId) =>
  portal.call('POST /member/contest/enrol', { token, body: { seasonId: season } });
const setMobile = (memberId: string, mobile: string) =>
  portal.ctx.db.updateTable('members').set({ mobile }).where('id', '=', memberId).execute();
const mobileOf = async (memberId: string) =>
  (
    await portal.ctx.db
      .selectFrom('members')
      .select('mobile')
      .where('id', '=', memberId)
      .executeTakeFirstOrThrow()
  ).mobile;
const players = () =>
  portal.ctx.db.selectFrom('contest_players').selectAll().where('season_id', '=', seasonId).execute();
const startEntriesOf = async (playerId: string) =>
  (
    await portal.ctx.db
      .selectFrom('contest_entries')
      .select(['day', 'cash'])
      .where('player_id', '=', playerId)
      .where('kind', '=', 'start')
      .execute()
  ).map(({ day, cash }) => [day, Number(cash)]);

describe('enrolling', () => {
  test('credits the starting cash once, however often it is repeated', async () => {
    const { token } = await logIn(portal);
    const answers = await Promise.all([enrol(token), enrol(token), enrol(token), enrol(token)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const ids = new Set(answers.map(({ body }) => body.data.id));
    expect(ids.size).toBe(1);
    const [id] = ids;
    expect(await startEntriesOf(id)).toEqual([['2026-11-02', 10_000_000]]);
    expect(await players()).toMatchObject([{ cash: '10000000', frozen_cash: '0' }]);
  });

  test('before the season starts counts from its first day', async () => {
    const later = await addSeason(portal, { starts_on: '2026-11-04', ends_on: '2026-11-09' });
    const { token } = await logIn(portal);
    const { body } = await enrol(token, later);
    expect(await startEntriesOf(body.data.id)).toEqual([['2026-11-04', 10_000_000]]);
    const refused = await portal.call('POST /member/contest/order', {
      token,
      body: { seasonId: later, code: codes.main, side: 'buy', price: 10_000, quantity: 100 },
    });
    expect(refused).toMatchObject({ status: 409, body: { msg: '赛季 2026-11-04 开始，到时再来下单' } });
  });

  test('after today was cleared counts from tomorrow, and the log agrees', async () => {
    await addPlayer(portal, seasonId);
    setClock('2026-11-02T15:10');
    await closeDay(portal, '2026-11-02', { [codes.main]: 10_000 });
    const late = await addPlayer(portal, seasonId);
    expect(await startEntriesOf(late.playerId)).toEqual([['2026-11-03', 10_000_000]]);
    setClock('2026-11-03T15:10');
    await closeDay(portal, '2026-11-03', { [codes.main]: 10_000 });
    expect((await recomputeSeason(portal.ctx, seasonId)).differences).toEqual([]);
    const { body } = await portal.call('GET /reception/contest/player', { query: { id: late.playerId } });
    expect(body.data.curve.map(({ day }: { day: string }) => day)).toEqual(['2026-11-03']);
  });

  test('while a day is being cleared leaves no day without the player', async () => {
    await addPlayer(portal, seasonId);
    const members = await Promise.all([1, 2, 3, 4].map(() => logIn(portal)));
    setClock('2026-11-02T15:10');
    const [, ...answers] = await Promise.all([
      closeDay(portal, '2026-11-02', { [codes.main]: 10_000 }),
      ...members.map(({ token }) => enrol(token)),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    setClock('2026-11-03T15:10');
    await closeDay(portal, '2026-11-03', { [codes.main]: 10_000 });
    expect((await recomputeSeason(portal.ctx, seasonId)).differences).toEqual([]);
  });

  test('is refused after the season, and once its last day is cleared', async () => {
    const short = await addSeason(portal, { ends_on: '2026-11-02' });
    setClock('2026-11-02T15:10');
    await closeDay(portal, '2026-11-02', {});
    const { token } = await logIn(portal);
    const seasonOver = { status: 403, body: { msg: '这个赛季已经结束，不能再报名' } };
    expect(await enrol(token, short)).toMatchObject(seasonOver);
    const gone = await addSeason(portal, { starts_on: '2026-10-01', ends_on: '2026-10-31' });
    expect(await enrol(token, gone)).toMatchObject(seasonOver);
    const { data } = (await portal.call('GET /reception/contest/season', { token, query: { id: short } }))
      .body;
    expect(data.state).toBe('ended');
    expect(data.me).toMatchObject({ playerId: null, canEnrol: false, why: '这个赛季已经结束，不能再报名' });
  });

  test('needs a mobile number', async () => {
    const { token, memberId } = await logIn(portal);
    await setMobile(memberId, 'wx-0123456789');
    expect(await enrol(token)).toMatchObject({
      status: 403,
      body: { msg: '请先在“个人中心 › 我的资料”绑定手机号再报名' },
    });
    expect(await players()).toEqual([]);
  });

  test('in a season for VIPs needs VIP', async () => {
    const forVip = await addSeason(portal, { for_whom: 'vip' });
    const { token } = await logIn(portal);
    expect(await enrol(token, forVip)).toMatchObject({
      status: 403,
      body: { msg: '这个赛季只限 VIP 会员报名，请先开通 VIP' },
    });
    const vip = await logIn(portal, { vipDays: 30 });
    expect((await enrol(vip.token, forVip)).status).toBe(200);
  });
});

describe('a mobile number', () => {
  const mobileTaken = { status: 409, body: { msg: '这个手机号已经报过名，每个手机号限报一次' } };

  test('enrols once, also after its member deleted the account and came back', async () => {
    const first = await addPlayer(portal, seasonId);
    const mobile = await mobileOf(first.memberId);
    await inTransaction(portal.ctx, async (trx) => {
      await portal.ctx.events.emit(portal.ctx, trx, 'member.deleted', { memberId: first.memberId });
    });
    await setMobile(first.memberId, `deleted-${first.memberId}`);
    const again = await logIn(portal);
    await setMobile(again.memberId, mobile);
    const { data } = (
      await portal.call('GET /reception/contest/season', { token: again.token, query: { id: seasonId } })
    ).body;
    expect(data.me).toMatchObject({ playerId: null, canEnrol: false, why: mobileTaken.body.msg });
    expect(await enrol(again.token)).toMatchObject(mobileTaken);
    expect(await players()).toMatchObject([{ id: first.playerId, member_id: null, cash: '10000000' }]);
  });

  test('enrols once, also after it passed to another member', async () => {
    const first = await addPlayer(portal, seasonId);
    const mobile = await mobileOf(first.memberId);
    await setMobile(first.memberId, '13700000001');
    const second = await logIn(portal);
    await setMobile(second.memberId, mobile);
    const other = await addSeason(portal);
    expect(await enrol(second.token)).toMatchObject(mobileTaken);
    expect((await enrol(second.token, other)).status).toBe(200);
  });

  test('is stored only as a hash that differs between seasons', async () => {
    const first = await addPlayer(portal, seasonId);
    const other = await addSeason(portal);
    await enrol(first.token, other);
    const rows = await portal.ctx.db
      .selectFrom('contest_players')
      .select('mobile_hash')
      .where('member_id', '=', first.memberId)
      .execute();
    const hashes = rows.map(({ mobile_hash }) => Buffer.from(mobile_hash).toString('hex'));
    expect(new Set(hashes).size).toBe(2);
    expect(hashes[0]).toMatch(/^[0-9a-f]{64}$/);
  });
});
