import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayOf, toIso } from '#shared/dates.ts';
import { logIn } from '#testing/builders.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { purgedBy } from '#testing/purges.ts';
import { readAdverts } from './reads.ts';
import type { AdvertInput, DeskAdvert } from './schema.ts';
import { countAdverts, followAdvertPeriods } from './service.ts';

const visitor = { address: '203.0.113.7', userAgent: 'A' };
let portal: Portal;
let operator: string;
beforeAll(async () => {
  portal = await openPortal();
  operator = (await logIn(portal, { role: 'operator' })).token;
});
afterAll(() => portal.close());

const hour = 3_600_000;
const at = (ms: number) => toIso(new Date(Date.now() + ms));
const advert = (changes: Partial<AdvertInput> = {}): AdvertInput => ({
  position: 1,
  title: '一则广告',
  image: '/files/a.png',
  href: 'https://a.example/x',
  weight: 10,
  startsAt: at(-hour),
  endsAt: null,
  ...changes,
});
const post = async (path: string, body: object, token = operator) =>
  (await portal.ask(`POST /admin/advert/${path}`, { body, token })).body;
const make = async (changes: Partial<AdvertInput> = {}): Promise<string> => {
  const { data, msg } = await post('create', advert(changes));
  expect(msg).toBe('操作成功');
  return data.id;
};
const list = async (query: Record<string, string> = {}): Promise<DeskAdvert[]> =>
  (await portal.ask('GET /admin/advert/list', { query: { size: '100', ...query }, token: operator })).body
    .data.records;
const find = async (id: string): Promise<DeskAdvert> => {
  const found = (await list()).find((one) => one.id === id);
  if (!found) throw new Error(`no advert ${id}`);
  return found;
};
const shown = async (position: number): Promise<string[]> =>
  (await portal.ask('POST /reception/getAdList', { query: { adPosid: String(position) } })).body.data.map(
    ({ id }: { id: string }) => id,
  );

describe('adverts', () => {
  test('are shown to readers from their beginning to their end, heaviest first', async () => {
    const [light, heavy] = [await make({ weight: 1 }), await make({ weight: 900 })];
    const [waiting, ended] = [
      await make({ startsAt: at(hour) }),
      await make({ startsAt: at(-2 * hour), endsAt: at(-hour) }),
    ];
    const ids = await shown(1);
    expect(ids.indexOf(heavy)).toBeLessThan(ids.indexOf(light));
    expect(ids).not.toContain(waiting);
    expect(ids).not.toContain(ended);
    const later = { ...portal.ctx, now: () => new Date(Date.now() + 2 * hour) };
    expect((await readAdverts(later, 1)).map(({ id }) => id)).toContain(waiting);
    expect([(await find(waiting)).state, (await find(ended)).state, (await find(light)).state]).toEqual([
      'waiting',
      'ended',
      'running',
    ]);
  });

  test('that pause are out of sight at once, and go on', async () => {
    const id = await make({ position: 2 });
    expect(await post('pause', { id, isPaused: true })).toMatchObject({ code: 200 });
    expect(await shown(2)).not.toContain(id);
    expect((await find(id)).state).toBe('paused');
    await post('pause', { id, isPaused: false });
    expect(await shown(2)).toContain(id);
  });

  test('are listed by position and state', async () => {
    const id = await make({ position: 4, startsAt: at(hour) });
    expect((await list({ position: '4', state: 'waiting' })).map((one) => one.id)).toEqual([id]);
    expect(await list({ position: '4', state: 'ended' })).toEqual([]);
  });

  test('change, and of two who save one the second is told', async () => {
    const id = await make();
    const { mark } = await find(id);
    const save = (title: string) => post('save', { id, mark, ...advert({ title }) });
    const answers = await Promise.all([save('甲'), save('乙')]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
    expect((await find(id)).title).toBe(answers[0].code === 200 ? '甲' : '乙');
  });

  test('are deleted with their figures', async () => {
    const id = await make();
    await countAdverts(portal.ctx, { seen: [id], clicked: [] }, visitor);
    expect(await post('delete', { id })).toMatchObject({ code: 200 });
    expect(await shown(1)).not.toContain(id);
    for (const path of ['delete', 'pause', 'save'])
      expect(await post(path, { id, isPaused: true, mark: 'm', ...advert() })).toMatchObject({ code: 404 });
  });

  test('say which picture of the library they use', async () => {
    const item = await portal.ctx.db
      .insertInto('media_items')
      .values({ kind: 'image', address: '/files/b.png', name: 'b.png', media_type: 'image/png', bytes: 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    const id = await make({ image: '/files/b.png' });
    const uses = () =>
      portal.ctx.db.selectFrom('media_uses').select('target').where('media_id', '=', item.id).execute();
    expect(await uses()).toEqual([{ target: `advert:${id}` }]);
    await post('delete', { id });
    expect(await uses()).toEqual([]);
  });

  test('are written down with before and after', async () => {
    const id = await make();
    const { mark } = await find(id);
    await post('save', { id, mark, ...advert({ title: '新题' }) });
    const admin = (await logIn(portal, { role: 'admin' })).token;
    const { body } = await portal.ask('GET /admin/audit/list', {
      query: { target: `advert:${id}` },
      token: admin,
    });
    expect(body.data.records[0]).toMatchObject({
      action: 'advert.save',
      before: { title: '一则广告' },
      after: { title: '新题' },
    });
  });

  test.each([
    [{ position: 6 }, '广告位（position）'],
    [{ title: ' ' }, '广告标题（title）'],
    [{ title: '长'.repeat(61) }, '最多 60 个字'],
    [{ image: 'https://a.example/x.png' }, '图片（image）'],
    [{ image: '//a.example/x.png' }, '图片（image）'],
    [{ href: 'javascript:alert(1)' }, '链接（href）'],
    [{ href: '//a.example' }, '链接（href）'],
    [{ href: 'http://a.example' }, '链接（href）'],
    [{ weight: -1 }, '权重（weight）'],
    [{ startsAt: '明天' }, '开始时间（startsAt）'],
    [{ endsAt: '2000-01-01' }, '结束时间（endsAt）应晚于'],
  ])('refuses %j, names the field and writes nothing', async (changes, message) => {
    const before = await list();
    const answer = await post('create', { ...advert(), ...changes });
    expect(answer).toMatchObject({ code: 400, msg: expect.stringContaining(message) });
    expect(await list()).toEqual(before);
  });
});

describe('impressions and clicks', () => {
  const count = (query: Record<string, string | string[]>, agent = 'A') =>
    portal.ask('POST /reception/countAd', { query, headers: { 'user-agent': agent } });

  test('are counted by Shanghai day, each advert once a call, and unknown ones passed by', async () => {
    const [one, two] = [await make(), await make()];
    expect((await count({ seen: [one, two, one, '987654'], clicked: two })).status).toBe(200);
    await count({ seen: [one] }, 'B');
    const days = async (id: string) =>
      (await portal.ask('GET /admin/advert/days', { query: { id }, token: operator })).body.data;
    const day = dayOf(new Date());
    expect(await days(one)).toEqual([{ day, impressions: 2, clicks: 0 }]);
    expect(await days(two)).toEqual([{ day, impressions: 1, clicks: 1 }]);
    expect(await find(one)).toMatchObject({ impressions: 2, clicks: 0 });
  });

  test('of many readers at once none is lost', async () => {
    const id = await make();
    await Promise.all(Array.from({ length: 40 }, (_, reader) => count({ seen: [id] }, `browser ${reader}`)));
    expect((await find(id)).impressions).toBe(40);
  });

  test('of one reader count once a day, however often the call is made, and no invented id leaves a trace', async () => {
    const id = await make();
    const call = () => countAdverts(portal.ctx, { seen: [id, '987654'], clicked: [id] }, visitor);
    for (let round = 0; round < 6; round += 1) await Promise.all(Array.from({ length: 500 }, call));
    expect(await find(id)).toMatchObject({ impressions: 1, clicks: 1 });
    const marks = await portal.ctx.db.selectFrom('reader_marks').select('key').distinct().execute();
    expect(marks.map(({ key }) => key)).not.toContain('987654');
    const tomorrow = { ...portal.ctx, now: () => new Date(Date.now() + 86_400_000) };
    await countAdverts(tomorrow, { seen: [id], clicked: [] }, visitor);
    const { rows } = await sql<{ sum: number }>`
      select sum(impressions)::int from advert_days where advert_id = ${id}`.execute(portal.ctx.db);
    expect(rows).toEqual([{ sum: 2 }]);
  });

  test('belong to the day on which they happened', async () => {
    const id = await make();
    const night = { ...portal.ctx, now: () => new Date('2026-03-01T16:30:00Z') };
    await countAdverts(night, { seen: [id], clicked: [id] }, visitor);
    const row = await portal.ctx.db
      .selectFrom('advert_days')
      .selectAll()
      .where('advert_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(dayOf(new Date(row.day))).toBe('2026-03-02');
  });

  test('are refused when they are no ids, or too many', async () => {
    for (const seen of ['x', Array.from({ length: 51 }, (_, place) => String(place + 1))])
      expect((await count({ seen })).body).toMatchObject({
        code: 400,
        msg: expect.stringContaining('（seen）'),
      });
  });
});

test('pages that show adverts are purged when one begins or ends, and not otherwise', async () => {
  await make({ startsAt: '2031-01-01T08:00:00+08:00', endsAt: '2031-01-02T08:00:00+08:00' });
  const purged = (from: string, to: string) =>
    purgedBy(portal, () => followAdvertPeriods({ ...portal.ctx, now: () => new Date(to) }, new Date(from)));
  expect(await purged('2030-12-31T23:59:59Z', '2031-01-01T00:00:00Z')).toEqual(['adverts']);
  expect(await purged('2031-01-01T00:00:00Z', '2031-01-01T10:00:00Z')).toEqual([]);
  expect(await purged('2031-01-01T23:00:00Z', '2031-01-02T00:00:01Z')).toEqual(['adverts']);
});

test.each([
  ['GET', 'list'],
  ['GET', 'days'],
  ['POST', 'create'],
  ['POST', 'save'],
  ['POST', 'pause'],
  ['POST', 'delete'],
])('%s /admin/advert/%s needs frontpage.manage, before anything else', async (method, path) => {
  const asked = async (token?: string) =>
    (
      await portal.ask(`${method} /admin/advert/${path}`, {
        ...(token ? { token } : {}),
        ...(method === 'POST' ? { body: {} } : {}),
      })
    ).status;
  expect(await asked()).toBe(401);
  expect(await asked((await logIn(portal)).token)).toBe(403);
  expect(await asked((await logIn(portal, { role: 'finance' })).token)).toBe(403);
});
