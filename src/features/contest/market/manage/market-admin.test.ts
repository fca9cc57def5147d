import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { addMarketData, codes, setClock, setQuote } from '#testing/contest.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { logIn } from '#testing/posts-and-members.ts';
import { purgedBy } from '#testing/purges.ts';
import { type StandInServer, startStandInServer } from '#testing/stand-in-server.ts';
import { waitFor } from '#testing/wait-for.ts';
import { pullDueQuotes } from '../pull/pull-quotes.ts';
import { securitiesOn } from '../securities.ts';

let portal: Portal;
let source: StandInServer;
let token: string;
let reader: string;

beforeAll(async () => {
  setClock('2026-11-04T10:00');
  source = await startStandInServer();
  portal = await openPortal({
    // The test advances the clock by days, beyond the default lifetime of a staff session.
    STAFF_SESSION_HOURS: '720',
    FEED_NETWORKS: '127.0.0.1',
    CONTEST_PULL_URL: `${source.origin}/quotes.csv`,
    CONTEST_PULL_HEADER: 'Authorization: Bearer kept',
    CONTEST_PULL_SECONDS: '5',
  });
  await addMarketData(portal);
  token = (await logIn(portal, { role: 'operator' })).token;
  reader = (await logIn(portal)).token;
});
afterAll(async () => {
  vi.useRealTimers();
  await source.close();
  await portal.close();
});
beforeEach(async () => {
  setClock('2026-11-04T10:00');
  source.requests.length = 0;
  await sql`truncate latest_quotes, daily_quotes, intraday_quotes, market_pulls, audit_entries, rate_limits`.execute(
    portal.ctx.db,
  );
});

const get = async (path: string, query: Record<string, string> = {}) =>
  (await portal.call(`GET /admin/contest/market/${path}`, { query, token })).body;
const post = async (path: string, body: object = {}) =>
  (await portal.call(`POST /admin/contest/market/${path}`, { body, token })).body;
const auditActions = () =>
  portal.ctx.db.selectFrom('audit_entries').select(['action', 'target', 'after']).orderBy('id').execute();

async function importFile(csv: string, kind: string, userToken = token) {
  const form = new FormData();
  form.append('file', new Blob([csv]), '行情.csv');
  form.append('kind', kind);
  const request = new Request('http://portal.invalid/', { method: 'POST', body: form });
  const response = await portal.server.inject({
    method: 'POST',
    url: '/api/admin/contest/market/import',
    headers: {
      authorization: `Basic ${Buffer.from('guanlan:guanlan').toString('base64')}`,
      'blade-auth': `bearer ${userToken}`,
      'content-type': request.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return response.json();
}

const intradayHeader =
  'code,date,time,open,high,low,last,prev_close,limit_up,limit_down,volume,amount,suspended';
const quote = (time: string, last: string, code: string = codes.main) =>
  `${code},2026-11-04,${time},10.00,10.60,9.90,${last},10.00,11.00,9.00,1000,10200.00,0`;
const daily = (code: string, day: string) => `${code},${day},10,10,10,10,10,,,100,1000,0`;
const dailyHeader = 'code,date,open,high,low,close,prev_close,limit_up,limit_down,volume,amount,suspended';

describe('importing a file', () => {
  test('returns the result of each row and audits the importer', async () => {
    const { data } = await importFile(
      `${dailyHeader}\n${daily(codes.main, '2026-11-02')}\n${daily(codes.main, '2026-11-01')}\n`,
      'daily',
    );
    expect(data).toEqual({
      added: 1,
      unchanged: 0,
      skipped: 0,
      failed: 1,
      faults: [{ line: 3, reason: '日期（date）2026-11-01 不是交易日' }],
      warnings: [],
      warned: 0,
    });
    expect(await auditActions()).toMatchObject([
      {
        action: 'contest.market.import',
        target: 'contest-market:daily',
        after: { file: '行情.csv', added: 1, failed: 1 },
      },
    ]);
  });

  test.each([
    ['weekly', `${intradayHeader}\n`, '数据类型不正确'],
    ['daily', 'code\n', '文件缺少列'],
    ['daily', '', '行情文件是空的'],
  ])('rejects an unusable %s file as a whole', async (kind, csv, message) => {
    const answer = await importFile(csv, kind);
    expect(answer).toMatchObject({ code: 400, msg: expect.stringContaining(message) });
    expect(await auditActions()).toEqual([]);
  });
});

test('health reports gaps by day and code, stale quotes, and the calendar', async () => {
  const listed = Object.values(codes);
  for (const day of ['2026-11-02', '2026-11-03'])
    await importFile(
      `${dailyHeader}\n${listed
        .filter((code) => day === '2026-11-02' || code !== codes.star)
        .map((code) => daily(code, day))
        .join('\n')}\n`,
      'daily',
    );
  await setQuote(portal, codes.main, 10_000, { at: new Date('2026-11-04T09:59:30+08:00') });
  const { data } = await get('health');
  expect(data).toMatchObject({
    instruments: 7,
    from: '2026-11-02',
    until: '2026-11-03',
    days: 2,
    expected: 14,
    found: 13,
    gaps: [{ day: '2026-11-03', missing: 1, codes: [{ code: codes.star, name: '澜图芯片' }] }],
    isSessionOpen: true,
    freshSeconds: 60,
    stale: { count: 6 },
    lastQuoteAt: '2026-11-04T09:59:30+08:00',
    lastDailyDay: '2026-11-03',
    daysAhead: 2,
    pull: { url: `${source.origin}/quotes.csv`, everySeconds: 5, last: null },
  });
  expect(data.stale.quotes).toHaveLength(6);
  // Suspended securities have no quotes today, so they are not stale.
  await setQuote(portal, codes.star, 10_000, {
    at: new Date('2026-11-04T09:15:00+08:00'),
    isSuspended: true,
  });
  await setQuote(portal, codes.main, 10_000, {
    at: new Date('2026-11-03T14:59:00+08:00'),
    isSuspended: true,
  });
  const { stale } = (await get('health')).data;
  expect(stale.count).toBe(6);
  expect(stale.quotes.map(({ code }: { code: string }) => code)).toContain(codes.main);
  expect(stale.quotes.map(({ code }: { code: string }) => code)).not.toContain(codes.star);
  setClock('2026-11-04T20:00');
  expect((await get('health')).data).toMatchObject({
    isSessionOpen: false,
    stale: { count: 0, quotes: [] },
    until: '2026-11-04',
    expected: 21,
  });
});

describe('the quote source', () => {
  const pull = async () => {
    const { rulesOf, fetching } = portal.app.market;
    return pullDueQuotes(portal.ctx, await rulesOf(portal.ctx), fetching);
  };
  const savedPull = () => portal.ctx.db.selectFrom('market_pulls').selectAll().executeTakeFirst();

  test('is polled at its interval during a session, by one process, with its header', async () => {
    source.answer(() => ({
      body: `${intradayHeader}\n${quote('09:59:57', '10.20')}\n${quote('09:59:57', '0', codes.other)}\n`,
    }));
    expect((await Promise.all([pull(), pull()])).filter(Boolean)).toHaveLength(1);
    expect(source.requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer kept']);
    expect(await savedPull()).toMatchObject({ is_ok: true, added: 1, failed: 1, failures: 0 });
    expect((await get('health')).data.pull.last).toMatchObject({
      isOk: true,
      message: '1 行没有写入，第 3 行：最新价（last）应大于 0',
    });
    expect(await pull()).toBe(false);
    setClock('2026-11-04T10:00:05');
    expect(await pull()).toBe(true);
    setClock('2026-11-04T12:30');
    expect(await pull()).toBe(false);
    setClock('2026-11-07T10:00');
    expect(await pull()).toBe(false);
  });

  test.each([
    ['answers 500', () => ({ status: 500, body: '' }), '来源回答了 500'],
    ['answers a page', () => ({ body: '<html>登录</html>' }), '来源的回答不能用：文件缺少列'],
    [
      'leads inside',
      () => ({ status: 302, headers: { location: 'http://10.0.0.1/' }, body: '' }),
      '指向本机或内网',
    ],
  ])(
    'that %s is polled half as often after each failure, and staff see the reason',
    async (_, answer, message) => {
      source.answer(answer as () => { status?: number; body: string });
      expect(await pull()).toBe(true);
      expect(await savedPull()).toMatchObject({
        is_ok: false,
        failures: 1,
        message: expect.stringContaining(message),
      });
      setClock('2026-11-04T10:00:09');
      expect(await pull()).toBe(false);
      setClock('2026-11-04T10:00:10');
      expect(await pull()).toBe(true);
      expect((await savedPull())?.next_at).toEqual(new Date('2026-11-04T10:00:30+08:00'));
    },
  );

  test('can be tried without writing; the saved header is sent only to the address it was saved with', async () => {
    source.answer(() => ({ body: `${intradayHeader}\n${quote('09:59:57', '10.20')}\n` }));
    const url = `${source.origin}/quotes.csv`;
    expect((await post('tryPull', { url })).data).toEqual({
      isOk: true,
      message: '读到 1 条行情，都可以写入',
      rows: 1,
      faults: [],
    });
    await post('tryPull', { url: `${source.origin}/other.csv` });
    await post('tryPull', { url: `${source.origin}/other.csv`, header: 'x-key: own' });
    expect(source.requests.map(({ headers }) => [headers.authorization, headers['x-key']])).toEqual([
      ['Bearer kept', undefined],
      [undefined, undefined],
      [undefined, 'own'],
    ]);
    expect(await portal.ctx.db.selectFrom('intraday_quotes').selectAll().execute()).toEqual([]);
    expect((await auditActions()).map(({ action }) => action)).toEqual(Array(3).fill('contest.market.try'));
    expect((await post('tryPull', { url: 'http://10.0.0.1/' })).data).toMatchObject({
      isOk: false,
      message: expect.stringContaining('指向本机或内网'),
    });
    expect((await post('tryPull', { url, header: 'no colon' })).msg).toContain('请求头应为');
  });

  test('is pulled at once on request, at any hour', async () => {
    setClock('2026-11-04T22:00');
    source.answer(() => ({ body: `${intradayHeader}\n${quote('14:59:57', '10.20')}\n` }));
    expect((await post('pull')).data).toEqual({ isOk: true, message: '写入 1 条，未变 0 条。' });
    expect((await post('pull')).data).toEqual({ isOk: true, message: '写入 0 条，未变 1 条。' });
  });

  test('does not forward its secret header to another site on a redirect', async () => {
    const other = await startStandInServer();
    other.answer(() => ({ body: `${intradayHeader}\n${quote('09:59:57', '10.20')}\n` }));
    source.answer(() => ({ status: 302, headers: { location: `${other.origin}/` }, body: '' }));
    expect((await post('pull')).data).toMatchObject({ isOk: true });
    expect(other.requests).toHaveLength(1);
    expect(other.requests[0]?.headers.authorization).toBeUndefined();
    await other.close();
  });
});

describe('the exchange rules', () => {
  const rule = {
    board: 'main',
    isSt: true,
    validFrom: '2026-11-09',
    lotLeast: 100,
    lotStep: 100,
    lotMost: 1_000_000,
    limitBp: 1000,
    freeDays: 5,
    tick: 10,
  };
  const limitsOn = async (day: string) =>
    (await securitiesOn(portal.ctx, portal.ctx.db, [codes.st], day)).get(codes.st)?.limits;

  test('a dated row applies from its day in every process, and is audited', async () => {
    await setQuote(portal, codes.st, 10_000, { at: new Date('2026-11-03T15:00:00+08:00') });
    expect(await limitsOn('2026-11-09')).toEqual({ up: 10_500, down: 9_500 });
    expect(await purgedBy(portal, () => post('addRule', rule))).toEqual(['market']);
    expect(await limitsOn('2026-11-04')).toEqual({ up: 10_500, down: 9_500 });
    await waitFor(async () => expect(await limitsOn('2026-11-09')).toEqual({ up: 11_000, down: 9_000 }));
    const fee = { validFrom: '2026-12-01', stampPpm: 250, transferPpm: 10 };
    expect(await purgedBy(portal, () => post('addFee', fee))).toEqual(['market']);
    const sessions = { validFrom: '2026-12-01', parts: [{ opens: '09:30', closes: '15:00' }] };
    expect(await purgedBy(portal, () => post('addSessions', sessions))).toEqual(['market']);
    const { data } = await get('rules');
    expect(data.trade[0]).toEqual(rule);
    expect(data.fees[0]).toEqual({ validFrom: '2026-12-01', stampPpm: 250, transferPpm: 10 });
    expect(data.sessions[0]).toEqual({
      validFrom: '2026-12-01',
      parts: [{ opens: '09:30', closes: '15:00' }],
    });
    expect((await auditActions()).map(({ action }) => action)).toEqual([
      'contest.market.rule',
      'contest.market.fee',
      'contest.market.sessions',
    ]);
  });

  test.each([
    ['addRule', { ...rule, validFrom: '2026-11-04' }, '生效日期应在今天之后'],
    ['addRule', { ...rule, validFrom: '2026-13-01' }, '生效日期应为日期'],
    ['addRule', { ...rule, board: 'nasdaq' }, '板块不正确'],
    ['addRule', { ...rule, lotMost: 50 }, '单笔最多股数不能少于'],
    ['addRule', { ...rule, tick: 0 }, '最小价格变动（厘）应为 1 到 10000'],
    ['addFee', { validFrom: '2026-11-09', stampPpm: -1, transferPpm: 0 }, '印花税（百万分之一）'],
    ['addSessions', { validFrom: '2026-11-09', parts: [] }, '交易时段至少一段'],
    [
      'addSessions',
      { validFrom: '2026-11-09', parts: [{ opens: '15:00', closes: '09:30' }] },
      '结束应晚于开始',
    ],
    [
      'addSessions',
      {
        validFrom: '2026-11-09',
        parts: [
          { opens: '09:30', closes: '11:30' },
          { opens: '11:00', closes: '15:00' },
        ],
      },
      '不能重叠',
    ],
  ])('%s rejects %j', async (path, body, message) => {
    expect(await post(path, body)).toMatchObject({ code: 400, msg: expect.stringContaining(message) });
    expect(await auditActions()).toEqual([]);
  });
});

test('finds securities by code, name and initials, in pages', async () => {
  const { data } = await get('instruments', { size: '2' });
  expect(data.records.map(({ code }: { code: string }) => code)).toEqual(['990000', '991012']);
  const next = await get('instruments', { size: '2', cursor: data.cursor });
  expect(next.data.records.map(({ code }: { code: string }) => code)).toEqual(['991013', '991099']);
  for (const keyword of ['澜图', 'ltx', '9960'])
    expect((await get('instruments', { keyword })).data).toMatchObject({
      records: [{ code: codes.star, name: '澜图芯片', board: 'star', isInvented: false }],
      cursor: null,
    });
});

describe('permissions', () => {
  const paths = ['health', 'rules', 'instruments'].map((path) => `GET /admin/contest/market/${path}`);
  const changes = ['import', 'tryPull', 'pull', 'addRule', 'addFee', 'addSessions'].map(
    (path) => `POST /admin/contest/market/${path}`,
  );
  test.each([...paths, ...changes])('%s checks contest.manage before anything else', async (key) => {
    expect((await portal.call(key)).status).toBe(401);
    expect((await portal.call(key, { token: reader })).status).toBe(403);
  });
});
