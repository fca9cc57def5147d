import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openPortal, type Portal } from '#testing/portal.ts';
import { logIn } from '#testing/posts-and-members.ts';
import { purgedBy } from '#testing/purges.ts';
import { startStandInServer } from '#testing/stand-in-server.ts';
import { pullDueEvents } from './service.ts';

let portal: Portal;
let admin: string;

beforeAll(async () => {
  portal = await openPortal();
  admin = (await logIn(portal, { role: 'admin' })).token;
});
afterAll(() => portal.close());
beforeEach(() => portal.ctx.db.deleteFrom('economic_events').execute());

const upload = (csv: string, token = admin) => {
  const body = new FormData();
  body.append('file', new File([csv], '日历.csv'));
  return portal.call('POST /admin/economicEvent/import', { body, token });
};
const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
const todays = async () => (await portal.call('GET /reception/economicEvents')).body.data;
const listed = async () =>
  (await portal.call('GET /admin/economicEvent/list', { token: admin })).body.data.records;

test('a file brings events, today’s are shown in order of time, and a second file fills in the figures', async () => {
  const rows = [
    `${today},15:00,工业增加值同比（规上）,中国,2,5.2%,5.3%,`,
    `${today},9:30,"CPI 同比, 初值",中国,★★★,0.3%,0.4%,`,
    '2020-01-02,10:00,旧事,,,,,',
  ];
  const header = 'date,time,event,region,importance,previous,forecast,actual\n';
  expect((await upload(header + rows.join('\n'))).body.data).toEqual({
    added: 3,
    unchanged: 0,
    failed: 0,
    faults: [],
  });
  expect(await todays()).toEqual([
    {
      id: expect.any(String),
      at: `${today}T09:30:00+08:00`,
      title: 'CPI 同比, 初值',
      region: '中国',
      importance: 3,
      previous: '0.3%',
      forecast: '0.4%',
      actual: '',
    },
    expect.objectContaining({ title: '工业增加值同比（规上）', importance: 2 }),
  ]);
  const published = `日期,时间,事件,地区,重要性,前值,预测值,公布值\n${today},15:00,工业增加值同比（规上）,中国,2,5.2%,5.3%,5.1%\n`;
  const again = (added: number) => async () =>
    expect((await upload(published)).body.data).toMatchObject({ added, unchanged: 1 - added });
  expect(await purgedBy(portal, again(1))).toEqual(['economic-events']);
  expect(await purgedBy(portal, again(0))).toEqual([]);
  expect((await todays())[1]).toMatchObject({ actual: '5.1%' });
  expect(await listed()).toHaveLength(3);
});

test('bad rows are named by line and column, and the others are written', async () => {
  const report = (
    await upload(
      [
        'date,time,event,importance',
        `${today},10:00,好的,1`,
        `${today},九点,时间不对,1`,
        `${today},10:00,重要性不对,9`,
        `${today},10:00,,1`,
        `${today},10:00,${'长'.repeat(101)},1`,
        `${today},10:00,好的,2`,
      ].join('\n'),
    )
  ).body.data;
  expect(report).toMatchObject({ added: 1, failed: 5 });
  expect(report.faults).toEqual([
    { line: 3, reason: expect.stringContaining('时间（time）不是时刻') },
    { line: 4, reason: '重要性（importance）应为 1、2、3 或低、中、高' },
    { line: 5, reason: '事件（event）为空' },
    { line: 6, reason: '事件（event）过长，最多 100 个字' },
    { line: 7, reason: '与前面的一行时间、地区、事件都相同，以前面的为准' },
  ]);
  expect((await upload('date,time\n2026-01-01,10:00\n')).body).toMatchObject({
    code: 400,
    msg: expect.stringContaining('事件（event）'),
  });
});

test('events are deleted once, by staff only', async () => {
  await upload(`date,time,event\n${today},10:00,甲\n${today},11:00,乙\n`);
  const [{ id }] = await listed();
  const remove = (token: string) =>
    portal.call('POST /admin/economicEvent/delete', { body: { ids: [id] }, token });
  const { token } = await logIn(portal);
  expect((await remove(token)).status).toBe(403);
  expect((await upload('date,time,event\n', token)).status).toBe(403);
  const removed = (count: number) => async () => expect((await remove(admin)).body.data).toBe(count);
  expect(await purgedBy(portal, removed(1))).toEqual(['economic-events']);
  expect(await purgedBy(portal, removed(0))).toEqual([]);
  expect(await listed()).toHaveLength(1);
  const actions = await portal.ctx.db
    .selectFrom('audit_entries')
    .select('action')
    .where('action', 'like', 'economic-event.%')
    .execute();
  expect(actions.map(({ action }) => action)).toContain('economic-event.delete');
});

test('a source is pulled every few minutes if one is set, and says on demand what came', async () => {
  const source = await startStandInServer();
  const pulling = await openPortal({
    FEED_NETWORKS: '127.0.0.1',
    ECONOMIC_EVENTS_URL: `${source.origin}/calendar.csv`,
  });
  try {
    source.answer(() => ({ body: `date,time,event\n${today},10:00,甲\n${today},25:00,乙\n` }));
    await pullDueEvents(pulling.ctx, pulling.app.market);
    const titles = (await pulling.call('GET /reception/economicEvents')).body.data;
    expect(titles).toMatchObject([{ title: '甲' }]);
    const { token } = await logIn(pulling, { role: 'admin' });
    const pull = async () => (await pulling.call('POST /admin/economicEvent/pull', { token })).body.data;
    expect(await pull()).toEqual({
      isOk: true,
      message: expect.stringContaining('写入 0 条，未变 1 条，1 行没有写入，第 3 行：时间（time）不是时刻'),
    });
    source.answer(() => ({ body: 'nothing' }));
    expect(await pull()).toEqual({ isOk: false, message: expect.stringContaining('文件缺少列') });
  } finally {
    await source.close();
    await pulling.close();
  }
});

test('without a source, pulling says where to set one', async () => {
  expect((await portal.call('POST /admin/economicEvent/pull', { token: admin })).body.data).toEqual({
    isOk: false,
    message: '还没有设置经济日历地址（设置 › 股神争霸）',
  });
});
