import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayOf, toIso } from '#shared/dates.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { logIn } from '#testing/posts-and-members.ts';
import { purgedBy } from '#testing/purges.ts';
import { readAdverts } from './reads.ts';
import type { AdminAdvert, AdvertInput } from './schema.ts';
import { addAdverts, countAdverts, purgeAtAdvertBoundary } from './service.ts';

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
  (await portal.call(`POST /admin/advert/${path}`, { body, token })).body;
const createAdvert = async (changes: Partial<AdvertInput> = {}): Promise<string> => {
  const { data, msg } = await post('create', advert(changes));
  expect(msg).toBe('操作成功');
  return data.id;
};
const list = async (query: Record<string, string> = {}): Promise<AdminAdvert[]> =>
  (await portal.call('GET /admin/advert/list', { query: { size: '100', ...query }, token: operator })).body
    .data.records;
const find = async (id: string): Promise<AdminAdvert> => {
  const found = (await list()).find((one) => one.id === id);
  if (!found) throw new Error(`no advert ${id}`);
  return found;
};
const shown = async (position: number): Promise<string[]> =>
  (await portal.call('POST /reception/getAdList', { query: { adPosid: String(position) } })).body.data.map(
    ({ id }: { id: string }) => id,
  );

describe('adverts', () => {
  test('are shown to readers from start to end, by descending weight', async () => {
    const [light, heavy] = [await createAdvert({ weight: 1 }), await createAdvert({ weight: 900 })];
    const [waiting, ended] = [
      await createAdvert({ startsAt: at(hour) }),
      await createAdvert({ startsAt: at(-2 * hour), endsAt: at(-hour) }),
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

  test('disappear at once when paused and reappear when resumed', async () => {
    const id = await createAdvert({ position: 2 });
    expect(await post('pause', { id, isPaused: true })).toMatchObject({ code: 200 });
    expect(await shown(2)).not.toContain(id);
    expect((await find(id)).state).toBe('paused');
    await post('pause', { id, isPaused: false });
    expect(await shown(2)).toContain(id);
  });

  test('are listed by position and state', async () => {
    const id = await createAdvert({ position: 4, startsAt: at(hour) });
    expect((await list({ position: '4', state: 'waiting' })).map((one) => one.id)).toEqual([id]);
    expect(await list({ position: '4', state: 'ended' })).toEqual([]);
  });

  test('are listed page by page with cursors, ended ones last', async () => {
    const weights = [5, 900, 40];
    const [light = '', heavy = '', middle = ''] = await Promise.all(
      weights.map((weight) => createAdvert({ position: 3, weight })),
    );
    const ended = await createAdvert({
      position: 3,
      weight: 1000,
      startsAt: at(-2 * hour),
      endsAt: at(-hour),
    });
    const ids: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const query = { position: '3', size: '1', ...(cursor && { cursor }) };
      const { data } = (await portal.call('GET /admin/advert/list', { query, token: operator })).body;
      ids.push(...data.records.map(({ id }: AdminAdvert) => id));
      cursor = data.cursor;
    }
    expect(ids).toEqual([heavy, middle, light, ended]);
  });

  test('can be changed, with the second of two concurrent saves rejected', async () => {
    const id = await createAdvert();
    const { mark } = await find(id);
    const save = (title: string) => post('save', { id, mark, ...advert({ title }) });
    const answers = await Promise.all([save('甲'), save('乙')]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
    expect((await find(id)).title).toBe(answers[0].code === 200 ? '甲' : '乙');
  });

  test('are deleted with their counters', async () => {
    const id = await createAdvert();
    await countAdverts(portal.ctx, { seen: [id], clicked: [] }, visitor);
    expect(await post('delete', { id })).toMatchObject({ code: 200 });
    expect(await shown(1)).not.toContain(id);
    for (const path of ['delete', 'pause', 'save'])
      expect(await post(path, { id, isPaused: true, mark: 'm', ...advert() })).toMatchObject({ code: 404 });
  });

  test('report which picture of the library they use', async () => {
    const item = await portal.ctx.db
      .insertInto('media_items')
      .values({ kind: 'image', address: '/files/b.png', name: 'b.png', media_type: 'image/png', bytes: 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    const id = await createAdvert({ image: '/files/b.png' });
    const uses = () =>
      portal.ctx.db.selectFrom('media_uses').select('target').where('media_id', '=', item.id).execute();
    expect(await uses()).toEqual([{ target: `advert:${id}` }]);
    await post('delete', { id });
    expect(await uses()).toEqual([]);
  });

  test('are recorded in the audit log with before and after', async () => {
    const id = await createAdvert();
    const { mark } = await find(id);
    await post('save', { id, mark, ...advert({ title: '新题' }) });
    const admin = (await logIn(portal, { role: 'admin' })).token;
    const { body } = await portal.call('GET /admin/audit/list', {
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
    [{ position: 6 }, '广告位'],
    [{ title: ' ' }, '广告标题'],
    [{ title: '长'.repeat(61) }, '最多 60 个字'],
    [{ image: 'https://a.example/x.png' }, '图片'],
    [{ image: '//a.example/x.png' }, '图片'],
    [{ href: 'javascript:alert(1)' }, '链接'],
    [{ href: '//a.example' }, '链接'],
    [{ href: 'http://a.example' }, '链接'],
    [{ weight: -1 }, '权重'],
    [{ startsAt: '明天' }, '开始时间'],
    [{ endsAt: '2000-01-01' }, '结束时间应晚于'],
  ])('refuses %j, names the field and writes nothing', async (changes, message) => {
    const before = await list();
    const answer = await post('create', { ...advert(), ...changes });
    expect(answer).toMatchObject({ code: 400, msg: expect.stringContaining(message) });
    expect(await list()).toEqual(before);
  });
});

describe('impressions and clicks', () => {
  const count = (query: Record<string, string | string[]>, agent = 'A') =>
    portal.call('POST /reception/countAd', { query, headers: { 'user-agent': agent } });

  test('are counted by Shanghai day, each advert once per call, ignoring unknown ones', async () => {
    const [one, two] = [await createAdvert(), await createAdvert()];
    expect((await count({ seen: [one, two, one, '987654'], clicked: two })).status).toBe(200);
    await count({ seen: [one] }, 'B');
    const days = async (id: string) =>
      (await portal.call('GET /admin/advert/days', { query: { id }, token: operator })).body.data;
    const day = dayOf(new Date());
    expect(await days(one)).toEqual([{ day, impressions: 2, clicks: 0 }]);
    expect(await days(two)).toEqual([{ day, impressions: 1, clicks: 1 }]);
    expect(await find(one)).toMatchObject({ impressions: 2, clicks: 0 });
  });

  test('of many concurrent readers are all counted', async () => {
    const id = await createAdvert();
    await Promise.all(Array.from({ length: 40 }, (_, reader) => count({ seen: [id] }, `browser ${reader}`)));
    expect((await find(id)).impressions).toBe(40);
  });

  test('of one reader count once a day, however often it calls, and invented ids leave no trace', async () => {
    const id = await createAdvert();
    const call = () => countAdverts(portal.ctx, { seen: [id, '987654'], clicked: [id] }, visitor);
    for (let round = 0; round < 6; round += 1) await Promise.all(Array.from({ length: 500 }, call));
    expect(await find(id)).toMatchObject({ impressions: 1, clicks: 1 });
    const readerRows = await portal.ctx.db.selectFrom('reader_marks').select('key').distinct().execute();
    expect(readerRows.map(({ key }) => key)).not.toContain('987654');
    const tomorrow = { ...portal.ctx, now: () => new Date(Date.now() + 86_400_000) };
    await countAdverts(tomorrow, { seen: [id], clicked: [] }, visitor);
    const { rows } = await sql<{ sum: number }>`
      select sum(impressions)::int from advert_days where advert_id = ${id}`.execute(portal.ctx.db);
    expect(rows).toEqual([{ sum: 2 }]);
  });

  test('belong to the day on which they happened', async () => {
    const id = await createAdvert();
    const night = { ...portal.ctx, now: () => new Date('2026-03-01T16:30:00Z') };
    await countAdverts(night, { seen: [id], clicked: [id] }, visitor);
    const row = await portal.ctx.db
      .selectFrom('advert_days')
      .selectAll()
      .where('advert_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(dayOf(new Date(row.day))).toBe('2026-03-02');
  });

  test('are refused if they are no ids or too many', async () => {
    for (const seen of ['x', Array.from({ length: 51 }, (_, index) => String(index + 1))])
      expect((await count({ seen })).body).toMatchObject({
        code: 400,
        field: expect.stringMatching(/^seen/),
      });
  });
});

test('invalidates pages that show adverts with every change, and not with a refused one', async () => {
  const id = await createAdvert();
  const { mark } = await find(id);
  const changes: Record<string, () => Promise<unknown>> = {
    create: () => createAdvert(),
    save: () => post('save', { id, mark, ...advert({ title: '新题' }) }),
    pause: () => post('pause', { id, isPaused: true }),
    resume: () => post('pause', { id, isPaused: false }),
    delete: () => post('delete', { id }),
  };
  for (const [name, change] of Object.entries(changes)) {
    if (name === 'pause')
      expect(await purgedBy(portal, changes.save as () => Promise<unknown>), 'an outdated save').toEqual([]);
    expect(await purgedBy(portal, change), name).toEqual(['adverts']);
  }
  expect(await purgedBy(portal, () => addAdverts(portal.ctx, []))).toEqual([]);
});

test('invalidates pages that show adverts when one begins or ends, and not otherwise', async () => {
  await createAdvert({ startsAt: '2031-01-01T08:00:00+08:00', endsAt: '2031-01-02T08:00:00+08:00' });
  const purged = (from: string, to: string) =>
    purgedBy(portal, () => purgeAtAdvertBoundary({ ...portal.ctx, now: () => new Date(to) }, new Date(from)));
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
  const callAs = async (token?: string) =>
    (
      await portal.call(`${method} /admin/advert/${path}`, {
        ...(token ? { token } : {}),
        ...(method === 'POST' ? { body: {} } : {}),
      })
    ).status;
  expect(await callAs()).toBe(401);
  expect(await callAs((await logIn(portal)).token)).toBe(403);
  expect(await callAs((await logIn(portal, { role: 'finance' })).token)).toBe(403);
});
