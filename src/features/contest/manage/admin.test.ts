import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  addPlayer,
  addSeason,
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
import { logIn } from '#testing/posts-and-members.ts';
import { purgedBy } from '#testing/purges.ts';
import { clearDay } from '../clearing/clear-day.ts';
import { updateSeasonStates } from '../seasons/seasons.ts';
import { claimRecompute } from './recompute-job-queries.ts';
import { runNextRecompute } from './recomputes.ts';
import type { AdminPlayer, AdminSeason } from './schema.ts';

let portal: Portal;
let operator: { token: string; memberId: string };
let reader: string;

beforeAll(async () => {
  portal = await openMarketPortal();
  operator = await logIn(portal, { role: 'operator' });
  reader = (await logIn(portal)).token;
});
afterAll(() => closeMarketPortal(portal));
beforeEach(() => setClock('2026-11-02T09:31'));

const get = async (path: string, query: Record<string, string> = {}) =>
  (await portal.call(`GET /admin/contest/${path}`, { query, token: operator.token })).body;
const post = async (path: string, body: object) =>
  (await portal.call(`POST /admin/contest/${path}`, { body, token: operator.token })).body;
const read = async (id: string): Promise<AdminSeason> => (await get('season', { id })).data;
const newestAuditEntries = (count: number) =>
  portal.ctx.db.selectFrom('audit_entries').selectAll().orderBy('id', 'desc').limit(count).execute();

let serial = 0;
const seasonBody = (changes: object = {}) => {
  serial += 1;
  return {
    name: `新赛季 ${serial}`,
    startsOn: '2026-11-10',
    endsOn: '2026-12-31',
    startingCash: 100_000_000,
    boards: ['main', 'star'],
    withSt: false,
    positionCapBp: 3000,
    commissionPpm: 250,
    commissionLeast: 500,
    indexCode: codes.index,
    delayDays: 1,
    forWhom: 'member',
    prizes: '冠军：一年 VIP',
    rules: '<p>模拟比赛，不涉及真实资金。</p>',
    isOpen: true,
    ...changes,
  };
};
const fieldsOf = (season: AdminSeason) => {
  const { state, players, disqualified, clearedOn, ...fields } = season;
  return fields;
};

describe('season administration', () => {
  test('lists a new season, and shows it to readers once it is open', async () => {
    const { data } = await post('season', seasonBody({ name: '冬季赛', isOpen: false }));
    expect(await read(data.id)).toMatchObject({
      name: '冬季赛',
      state: 'upcoming',
      startingCash: 100_000_000,
      boards: ['main', 'star'],
      players: 0,
      isOpen: false,
    });
    const seen = async () =>
      (await portal.call('GET /reception/contest/seasons')).body.data.map(({ id }: { id: string }) => id);
    expect(await seen()).not.toContain(data.id);
    expect((await get('seasons')).data.map(({ id }: { id: string }) => id)).toContain(data.id);
    const opened = { ...fieldsOf(await read(data.id)), isOpen: true };
    expect(await post('season', opened)).toMatchObject({ code: 200, data: { id: data.id } });
    expect(await seen()).toContain(data.id);
    expect(await newestAuditEntries(2)).toMatchObject([
      {
        action: 'contest.save',
        target: `contest-season:${data.id}`,
        member_id: operator.memberId,
        before: { isPublic: false },
        after: { isPublic: true },
      },
      {
        action: 'contest.create',
        after: { name: '冬季赛', startingCash: 100_000_000, boards: '主板、科创板' },
      },
    ]);
  });

  test('sanitises the rules before saving them', async () => {
    const { data } = await post(
      'season',
      seasonBody({
        rules: '<p onclick="x()">好</p><script>alert(1)</script><a href="javascript:x()">链</a>',
      }),
    );
    const { rules } = await read(data.id);
    expect(rules).toContain('好');
    expect(rules).not.toMatch(/script|onclick/);
  });

  test('forgets the cached contest pages when a season is added, changed, deleted, begins or ends', async () => {
    let id = '';
    const add = async () => {
      id = (await post('season', seasonBody({ startsOn: '2026-11-10', endsOn: '2026-11-11' }))).data.id;
    };
    const change = async () => post('season', { ...fieldsOf(await read(id)), prizes: '加奖' });
    const update = () => updateSeasonStates(portal.ctx);
    await update();
    for (const work of [add, change]) expect(await purgedBy(portal, work)).toEqual(['contest']);
    expect(await purgedBy(portal, update), 'before its first day').toEqual([]);
    expect(await purgedBy(portal, () => post('deleteSeason', { id }))).toEqual(['contest']);
    await add();
    setClock('2026-11-10T00:00');
    expect(await purgedBy(portal, update), 'on its first day').toEqual(['contest']);
    expect(await purgedBy(portal, update), 'once it has begun').toEqual([]);
  });

  test('rejects the second of two concurrent saves with 409 and keeps the first', async () => {
    const { data } = await post('season', seasonBody());
    const opened = fieldsOf(await read(data.id));
    const answers = await Promise.all([
      post('season', { ...opened, prizes: '甲写的' }),
      post('season', { ...opened, prizes: '乙写的' }),
    ]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
    expect(answers.find(({ code }) => code === 409).msg).toContain('刚被别人改过');
    expect((await read(data.id)).prizes).toBe(answers[0].code === 200 ? '甲写的' : '乙写的');
    expect(await post('season', { ...opened, mark: undefined })).toMatchObject({ code: 409 });
  });

  test('keeps season names unique, also when two seasons are created at once', async () => {
    const name = '同名赛季';
    const answers = await Promise.all([
      post('season', seasonBody({ name })),
      post('season', seasonBody({ name })),
    ]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
    expect(answers.find(({ code }) => code === 409).field).toBe('name');
  });

  test.each([
    [{ name: ' ' }, '赛季名称'],
    [{ name: '长'.repeat(31) }, '名称'],
    [{ startsOn: '2026-02-30' }, '开始日期'],
    [{ startsOn: '2026-11-01' }, '不能早于今天'],
    [{ endsOn: '2026-11-09' }, '结束日期'],
    [{ startingCash: 99_999 }, '起始资金'],
    [{ startingCash: 1e12 }, '起始资金'],
    [{ startingCash: 100_000.5 }, '起始资金'],
    [{ boards: [] }, '可买板块'],
    [{ boards: ['index'] }, '可买板块'],
    [{ positionCapBp: 99 }, '单只持仓上限'],
    [{ positionCapBp: 10_001 }, '单只持仓上限'],
    [{ commissionPpm: 3001 }, '佣金费率'],
    [{ commissionLeast: -1 }, '最低佣金'],
    [{ indexCode: '999999' }, '对比指数不存在'],
    [{ indexCode: codes.main }, '对比指数不存在'],
    [{ delayDays: 31 }, '他人交易延后'],
    [{ forWhom: 'all' }, '谁可以报名'],
    [{ prizes: '奖'.repeat(501) }, '奖品'],
    [{ rules: 5 }, '规则'],
    [{ isOpen: 'yes' }, '对读者公开'],
    [{ withSt: null }, '可买 ST'],
  ])('rejects %j, names the field and creates nothing', async (changes, message) => {
    const before = (await get('seasons')).data.length;
    expect(await post('season', seasonBody(changes))).toMatchObject({
      code: 400,
      msg: expect.stringContaining(message),
    });
    expect((await get('seasons')).data).toHaveLength(before);
  });

  test('locks the rules of the game once a player has enrolled, but still accepts descriptive changes', async () => {
    const id = await addSeason(portal);
    await addPlayer(portal, id);
    const opened = fieldsOf(await read(id));
    for (const changes of [
      { startsOn: '2026-11-03' },
      { startingCash: 20_000_000 },
      { boards: ['main', 'star'] },
      { withSt: true },
      { positionCapBp: 5000 },
      { commissionPpm: 300 },
      { commissionLeast: 0 },
    ]) {
      const [field = ''] = Object.keys(changes);
      const answer = await post('season', { ...opened, ...changes });
      expect(answer).toMatchObject({ code: 409, field });
    }
    expect(fieldsOf(await read(id))).toEqual(opened);
    const edited = { name: '改名以后', prizes: '加奖', endsOn: '2026-12-15', rules: '<p>补充</p>' };
    expect(await post('season', { ...opened, ...edited })).toMatchObject({ code: 200 });
    expect(await read(id)).toMatchObject(edited);
  });

  test('allows only a longer trade delay once a player has enrolled', async () => {
    const id = await addSeason(portal, { delay_days: 2 });
    await addPlayer(portal, id);
    const opened = fieldsOf(await read(id));
    expect(await post('season', { ...opened, delayDays: 1 })).toMatchObject({
      code: 409,
      msg: expect.stringContaining('只能改长'),
    });
    expect((await read(id)).delayDays).toBe(2);
    expect(await post('season', { ...opened, delayDays: 3 })).toMatchObject({ code: 200 });
  });

  test('gives every player the final starting cash when it is changed during enrolment', async () => {
    for (let round = 0; round < 8; round += 1) {
      const id = await addSeason(portal);
      const opened = fieldsOf(await read(id));
      const [saved, player] = await Promise.all([
        post('season', { ...opened, startingCash: 20_000_000 }),
        addPlayer(portal, id),
      ]);
      const { startingCash } = await read(id);
      expect(startingCash).toBe(saved.code === 200 ? 20_000_000 : 10_000_000);
      const { cash } = await portal.ctx.db
        .selectFrom('contest_players')
        .select('cash')
        .where('id', '=', player.playerId)
        .executeTakeFirstOrThrow();
      expect(Number(cash)).toBe(startingCash);
    }
  });

  test('lets a running season end today at the earliest, and never reopens an ended season', async () => {
    const id = await addSeason(portal);
    await addPlayer(portal, id);
    setClock('2026-11-04T09:31');
    const opened = fieldsOf(await read(id));
    expect(await post('season', { ...opened, endsOn: '2026-11-03' })).toMatchObject({
      code: 400,
      msg: expect.stringContaining('结束日期不能早于今天'),
    });
    expect(await post('season', { ...opened, endsOn: '2026-11-04' })).toMatchObject({ code: 200 });
    setClock('2026-11-05T09:31');
    const ended = fieldsOf(await read(id));
    expect(await post('season', { ...ended, endsOn: '2026-11-20' })).toMatchObject({
      code: 409,
      msg: expect.stringContaining('已经结束'),
    });
    expect(await post('season', { ...ended, prizes: '已发放' })).toMatchObject({ code: 200 });
  });

  test('treats a season as ended once its last day is cleared, even on that day', async () => {
    const id = await addSeason(portal, { ends_on: '2026-11-02' });
    await addPlayer(portal, id);
    await closeDay(portal, '2026-11-02', {});
    setClock('2026-11-02T15:40');
    const opened = fieldsOf(await read(id));
    expect(await post('season', { ...opened, endsOn: '2026-11-20' })).toMatchObject({
      code: 409,
      msg: expect.stringContaining('已经结束'),
    });
  });

  test('lets an ended season without players be postponed, and begins and ends it again', async () => {
    const id = await addSeason(portal, { ends_on: '2026-11-03' });
    await updateSeasonStates(portal.ctx);
    setClock('2026-11-05T09:31');
    await clearDay(portal.ctx, '2026-11-02');
    await clearDay(portal.ctx, '2026-11-03');
    await updateSeasonStates(portal.ctx);
    const readSeasonTimes = () =>
      portal.ctx.db
        .selectFrom('contest_seasons')
        .select(['begun_at', 'ended_at'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
    expect(await readSeasonTimes()).toEqual({ begun_at: expect.any(Date), ended_at: expect.any(Date) });
    const postponed = { ...fieldsOf(await read(id)), startsOn: '2026-11-09', endsOn: '2026-11-20' };
    expect(await post('season', postponed)).toMatchObject({ code: 200 });
    expect((await read(id)).state).toBe('upcoming');
    await updateSeasonStates(portal.ctx);
    expect(await readSeasonTimes()).toEqual({ begun_at: null, ended_at: null });
    setClock('2026-11-09T09:31');
    await updateSeasonStates(portal.ctx);
    expect(await readSeasonTimes()).toEqual({ begun_at: expect.any(Date), ended_at: null });
  });

  test('lists every known index for comparison', async () => {
    expect((await get('indexes')).data).toEqual([{ code: codes.index, name: '观澜模拟指数' }]);
  });

  test('deletes a season without players, and refuses once a player has enrolled', async () => {
    const { data } = await post('season', seasonBody({ startsOn: '2026-11-02' }));
    expect(await post('deleteSeason', { id: data.id })).toMatchObject({ code: 200, data: true });
    expect(await get('season', { id: data.id })).toMatchObject({ code: 404 });
    const id = await addSeason(portal);
    await addPlayer(portal, id);
    expect(await post('deleteSeason', { id })).toMatchObject({
      code: 409,
      msg: expect.stringContaining('已有 1 人报名'),
    });
    expect((await read(id)).players).toBe(1);
  });

  test('returns 404 for an unknown season', async () => {
    expect(await get('season', { id: '999999' })).toMatchObject({ code: 404 });
    expect(await post('season', { ...seasonBody(), id: '999999', mark: 'x' })).toMatchObject({ code: 404 });
    expect(await post('deleteSeason', { id: '999999' })).toMatchObject({ code: 404 });
    expect(await get('season', { id: 'x' })).toMatchObject({
      code: 400,
      field: 'id',
    });
    expect(await post('deleteSeason', {})).toMatchObject({ code: 400 });
  });
});

describe('player administration', () => {
  let id: string;
  let players: Player[];
  beforeAll(async () => {
    setClock('2026-11-02T09:31');
    id = await addSeason(portal);
    players = [];
    for (const name of ['甲一', '甲二', '乙']) {
      const player = await addPlayer(portal, id);
      await portal.ctx.db.updateTable('members').set({ name }).where('id', '=', player.memberId).execute();
      players.push(player);
    }
    await setQuote(portal, codes.main, 10_000);
    for (const [who, quantity] of [
      [0, 1000],
      [1, 2000],
    ] as const)
      await sendOrder(portal, id, players[who]?.token ?? '', { quantity });
    await fillAt(portal, codes.main, 10_000);
    await closeDay(portal, '2026-11-02', { [codes.main]: 10_500 });
  });
  const list = async (more: Record<string, string> = {}) =>
    (await get('players', { seasonId: id, ...more })).data;
  const names = async (more: Record<string, string> = {}) =>
    (await list(more)).records.map(({ name }: AdminPlayer) => name);
  const idOf = (who: number) => players[who]?.playerId ?? '';

  test('lists players by latest enrolment or by place on the board', async () => {
    expect(await names()).toEqual(['乙', '甲二', '甲一']);
    expect(await names({ show: 'ranked' })).toEqual(['甲二', '甲一', '乙']);
    const [first] = (await list({ show: 'ranked' })).records;
    expect(first).toMatchObject({
      id: idOf(1),
      mobile: expect.stringMatching(/^139\*{4}\d{4}$/),
      place: 1,
      orders: 1,
      disqualifiedAt: null,
      reason: '',
    });
    expect(first.assets).toBeGreaterThan(10_000_000);
    expect(JSON.stringify(await list())).not.toMatch(/139\d{8}/);
  });

  test('lists every player exactly once across pages', async () => {
    for (const show of ['all', 'ranked']) {
      const first = await list({ show, size: '2' });
      const second = await list({ show, size: '2', cursor: first.cursor });
      expect([...first.records, ...second.records].map(({ name }: AdminPlayer) => name)).toEqual(
        await names({ show }),
      );
      expect(second.cursor).toBeNull();
    }
  });

  test('finds players by name prefix, full mobile number and id', async () => {
    expect(await names({ keyword: '甲' })).toEqual(['甲二', '甲一']);
    expect(await names({ keyword: '甲', show: 'ranked' })).toEqual(['甲二', '甲一']);
    const { mobile } = await portal.ctx.db
      .selectFrom('members')
      .select('mobile')
      .where('id', '=', players[2]?.memberId ?? '')
      .executeTakeFirstOrThrow();
    expect(await names({ keyword: mobile })).toEqual(['乙']);
    expect(await names({ keyword: idOf(0) })).toEqual(['甲一']);
    expect(await names({ keyword: '%' })).toEqual([]);
  });

  test('disqualifies a player for a public reason, and reinstates them', async () => {
    expect(await post('disqualify', { playerId: idOf(1), reason: '两个账号对倒' })).toMatchObject({
      code: 200,
    });
    expect(await names({ show: 'out' })).toEqual(['甲二']);
    expect(await names({ show: 'ranked' })).toEqual(['甲一', '乙']);
    expect((await read(id)).disqualified).toBe(1);
    const page = async () =>
      (await portal.call('GET /reception/contest/player', { query: { id: idOf(1) } })).body.data;
    expect(await page()).toMatchObject({ isDisqualified: true, reason: '两个账号对倒' });
    expect(await post('disqualify', { playerId: idOf(1), reason: '再一次' })).toMatchObject({ code: 409 });
    expect(await post('reinstate', { playerId: idOf(1), reason: '查实无误' })).toMatchObject({ code: 200 });
    expect(await names({ show: 'ranked' })).toEqual(['甲二', '甲一', '乙']);
    expect(await page()).toMatchObject({ isDisqualified: false, reason: '' });
    expect(await post('reinstate', { playerId: idOf(1), reason: '再一次' })).toMatchObject({ code: 409 });
    expect(await newestAuditEntries(2)).toMatchObject([
      {
        action: 'contest.reinstate',
        target: `contest-player:${idOf(1)}`,
        before: { reason: '两个账号对倒' },
        after: { reason: '查实无误' },
      },
      { action: 'contest.disqualify', member_id: operator.memberId, after: { reason: '两个账号对倒' } },
    ]);
  });

  test.each([
    ['players', { seasonId: 'x' }, '赛季编号'],
    ['players', {}, '赛季编号'],
    ['players', { show: 'some' }, '范围'],
    ['players', { keyword: '长'.repeat(51) }, '关键词'],
    ['players', { cursor: 'x' }, '游标'],
    ['players', { show: 'ranked', cursor: '5' }, '游标'],
  ])('%s rejects %j and names the parameter', async (path, query, message) => {
    const seasonId = 'seasonId' in query || Object.keys(query).length === 0 ? {} : { seasonId: id };
    expect(await get(path, { ...seasonId, ...query })).toMatchObject({
      code: 400,
      msg: expect.stringContaining(message),
    });
  });

  test.each([
    ['disqualify', { reason: '只有原因' }, '选手编号'],
    ['disqualify', { playerId: '1', reason: ' ' }, '原因'],
    ['disqualify', { playerId: '1', reason: '长'.repeat(201) }, '原因'],
    ['reinstate', { playerId: 'x', reason: '有' }, '选手编号'],
    ['reinstate', { playerId: '1' }, '原因'],
  ])('%s rejects %j and names the field', async (path, body, message) => {
    expect(await post(path, body)).toMatchObject({ code: 400, msg: expect.stringContaining(message) });
  });

  test('returns 404 for unknown players', async () => {
    expect(await get('players', { seasonId: '999999' })).toMatchObject({ code: 404 });
    for (const path of ['disqualify', 'reinstate'])
      expect(await post(path, { playerId: '999999', reason: '无' })).toMatchObject({ code: 404 });
  });
});

describe('recomputing a season', () => {
  const season = async () => {
    const id = await addSeason(portal);
    return { id, player: await addPlayer(portal, id) };
  };
  const detail = async (id: string) => (await get('recompute', { id })).data;

  test('queues one recompute per season for the worker, and finds no difference in a sound season', async () => {
    const { id } = await season();
    const { data } = await post('recompute', { seasonId: id });
    expect(data).toMatchObject({ state: 'queued', startedAt: null });
    expect(await post('recompute', { seasonId: id })).toMatchObject({ code: 409 });
    expect(await runNextRecompute(portal.ctx)).toBe(true);
    expect(await detail(data.id)).toMatchObject({
      state: 'done',
      players: 1,
      entries: 1,
      differenceCount: 0,
      differences: [],
    });
    expect(await runNextRecompute(portal.ctx)).toBe(false);
    expect(await newestAuditEntries(1)).toMatchObject([
      { action: 'contest.recompute', target: `contest-season:${id}`, member_id: operator.memberId },
    ]);
  });

  test('names the player whose balance differs from the log', async () => {
    const { id, player } = await season();
    const { db } = portal.ctx;
    await db.updateTable('members').set({ name: '被改的人' }).where('id', '=', player.memberId).execute();
    await db
      .updateTable('contest_players')
      .set({ cash: 12_345_678 })
      .where('id', '=', player.playerId)
      .execute();
    const { data } = await post('recompute', { seasonId: id });
    await runNextRecompute(portal.ctx);
    expect(await detail(data.id)).toMatchObject({
      state: 'done',
      differenceCount: 1,
      differences: [
        { playerId: player.playerId, name: '被改的人', what: '资金', kept: '12345678', rebuilt: '10000000' },
      ],
    });
    expect((await get('recomputes', { seasonId: id })).data).toMatchObject([{ differenceCount: 1 }]);
  });

  test('is claimed once by two workers, and again after its worker was killed', async () => {
    const { id } = await season();
    const { data } = await post('recompute', { seasonId: id });
    const claims = await Promise.all([claimRecompute(portal.ctx), claimRecompute(portal.ctx)]);
    expect(claims.filter((row) => row !== undefined)).toMatchObject([{ id: data.id, attempts: 1 }]);
    expect(await runNextRecompute(portal.ctx)).toBe(false);
    const { now } = portal.ctx;
    const later = { ...portal.ctx, now: () => new Date(now().getTime() + 60_001) };
    expect(await runNextRecompute(later)).toBe(true);
    expect(await detail(data.id)).toMatchObject({ state: 'done', players: 1 });
  });

  test('is retried after its worker stopped, and abandoned when it ends the process each time', async () => {
    const { id } = await season();
    const { data } = await post('recompute', { seasonId: id });
    const { db } = portal.ctx;
    const state = { state: 'running', attempts: 3 };
    await db.updateTable('contest_recomputes').set(state).where('id', '=', data.id).execute();
    await runNextRecompute(portal.ctx);
    expect(await detail(data.id)).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('已停止'),
    });
  });

  test('reports a failure in Chinese', async () => {
    const { id } = await season();
    const { data } = await post('recompute', { seasonId: id });
    vi.spyOn(portal.ctx.db, 'transaction').mockImplementationOnce(() => {
      throw new Error('no disk');
    });
    await runNextRecompute(portal.ctx);
    expect(await detail(data.id)).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('没有算完'),
    });
  });

  test('keeps the latest twenty recomputes of a season', async () => {
    const { id } = await season();
    for (let count = 0; count < 22; count += 1) {
      await post('recompute', { seasonId: id });
      await runNextRecompute(portal.ctx);
    }
    const stored = await portal.ctx.db
      .selectFrom('contest_recomputes')
      .select('id')
      .where('season_id', '=', id)
      .execute();
    expect(stored).toHaveLength(20);
  });

  test('returns 404 for a season that does not exist', async () => {
    expect(await post('recompute', { seasonId: '999999' })).toMatchObject({ code: 404 });
    expect(await get('recompute', { id: '999999' })).toMatchObject({ code: 404 });
    expect(await post('recompute', {})).toMatchObject({
      code: 400,
      field: 'seasonId',
    });
    expect(await get('recomputes')).toMatchObject({
      code: 400,
      field: 'seasonId',
    });
    expect(await get('recompute', { id: 'x' })).toMatchObject({ code: 400 });
  });
});

const adminCalls = [
  'GET seasons',
  'GET season',
  'POST season',
  'POST deleteSeason',
  'GET indexes',
  'GET players',
  'POST disqualify',
  'POST reinstate',
  'GET recomputes',
  'GET recompute',
  'POST recompute',
];

test.each(adminCalls)('%s checks contest.manage before anything else', async (key) => {
  const [method = '', path = ''] = key.split(' ');
  const editor = (await logIn(portal, { role: 'editor' })).token;
  for (const [token, status] of [
    [undefined, 401],
    [reader, 403],
    [editor, 403],
  ] as const) {
    const answer = await portal.call(`${method} /admin/contest/${path}`, {
      ...(token ? { token } : {}),
      body: {},
    });
    expect(answer.status).toBe(status);
  }
});
