import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defineColumns } from '#features/columns/index.ts';
import { addPiece, logIn } from '#testing/builders.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { withdrawPost } from './service.ts';
import { countView } from './views.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal.close());

const list = async (query: Record<string, string> = {}) =>
  (await portal.ask('GET /reception/article/getResearchArticleList', { query })).body.data;

describe('a list of articles (PRODUCT §4)', () => {
  test('is newest first, with a kept total and every field of a record', async () => {
    await defineColumns(portal.ctx, [{ id: '7', columnName: '年度复盘' }]);
    const older = await addPiece(portal, {
      columnId: '7',
      title: '旧的一篇',
      publishedAt: new Date('2026-01-01T08:00:00+08:00'),
    });
    const newer = await addPiece(portal, {
      columnId: '7',
      title: '新的一篇',
      publishedAt: new Date('2026-01-02T08:00:00+08:00'),
      tags: ['储能'],
      stockCodes: ['697012'],
      important: true,
    });
    const page = await list({ columnId: '7' });
    expect(page.records.map(({ id }: { id: string }) => id)).toEqual([newer, older]);
    expect(page).toMatchObject({ total: 2, size: 10, current: 1, pages: 1, cursor: null });
    expect(page.records[0]).toMatchObject({
      id: newer,
      kind: 'article',
      title: '新的一篇',
      columnId: '7',
      columnName: '年度复盘',
      authorName: '长堤',
      access: 'public',
      price: null,
      locked: false,
      important: true,
      tags: ['储能'],
      stockCodes: ['697012'],
      publishedAt: '2026-01-02T08:00:00+08:00',
      views: 0,
      comments: 0,
      collected: false,
    });
  });

  test('is narrowed by a tag and an author together', async () => {
    const both = await addPiece(portal, { author: '甲作者', tags: ['共有标签'] });
    await addPiece(portal, { author: '乙作者', tags: ['共有标签'] });
    await addPiece(portal, { author: '甲作者', tags: ['别的标签'] });
    const { records } = await list({ tag: '共有标签' });
    const { authorId } = records.find(({ id }: { id: string }) => id === both);
    const narrowed = await list({ tag: '共有标签', authorId });
    expect(narrowed.records.map(({ id }: { id: string }) => id)).toEqual([both]);
    expect(narrowed.total).toBe(1);
  });

  test('goes on by cursor without gaps or repeats, also among pieces of the same moment', async () => {
    const moment = new Date('2025-06-01T00:00:00Z');
    const made = new Set<string>();
    for (let piece = 0; piece < 7; piece += 1)
      made.add(await addPiece(portal, { author: '同时', publishedAt: moment }));
    const authorId = (await list({ size: '100' })).records.find(
      ({ authorName }: { authorName: string }) => authorName === '同时',
    ).authorId;
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: { records: { id: string }[]; cursor: string | null } = await list({
        authorId,
        size: '3',
        cursor,
      });
      seen.push(...page.records.map(({ id }) => id));
      cursor = page.cursor;
    }
    expect(seen).toHaveLength(7);
    expect(new Set(seen)).toEqual(made);
  });

  test('is narrowed by tag, stock code and period, its end day included', async () => {
    const id = await addPiece(portal, {
      tags: ['潮汐'],
      stockCodes: ['307331'],
      publishedAt: new Date('2024-03-05T23:30:00+08:00'),
    });
    const ids = async (query: Record<string, string>) =>
      (await list(query)).records.map((one: { id: string }) => one.id);
    expect(await ids({ tag: '潮汐' })).toEqual([id]);
    expect(await ids({ stockCode: '307331' })).toEqual([id]);
    expect(await ids({ tag: '潮汐', stockCode: '307331' })).toEqual([id]);
    expect(await ids({ tag: '潮汐', stockCode: '000000' })).toEqual([]);
    expect(await ids({ startTime: '2024-03-05', endTime: '2024-03-05' })).toEqual([id]);
    expect(await ids({ startTime: '2024-03-06', endTime: '2024-03-06' })).toEqual([]);
  });

  test('is empty for an unknown column or author, for another kind, and beyond 10,000 rows', async () => {
    for (const query of [
      { columnId: '999' },
      { authorId: '9223372036854775807' },
      { columnId: '1' },
      { current: '1001', size: '10' },
    ])
      expect((await list(query)).records).toEqual([]);
  });

  test('of articles knows none of a news column, neither as a page nor among the newest', async () => {
    await addPiece(portal, { columnId: '1' });
    const newest = await portal.ask('GET /reception/article/newArticleList', { query: { columnId: '1' } });
    expect([(await list({ columnId: '1' })).records, newest.body.data]).toEqual([[], []]);
  });

  test.each([
    [{ size: '0' }, '每页条数（size）'],
    [{ size: '-1' }, '每页条数（size）'],
    [{ size: '1e9' }, '每页条数（size）'],
    [{ size: 'abc' }, '每页条数（size）'],
    [{ size: '101' }, '每页条数（size）'],
    [{ current: '0' }, '页码（current）'],
    [{ columnId: 'abc' }, '栏目编号（columnId）'],
    [{ columnId: '99999999999999999999' }, '栏目编号（columnId）'],
    [{ columnId: ['1', '2'] }, '栏目编号（columnId）'],
    [{ startTime: '昨天' }, '开始时间（startTime）'],
    [{ cursor: 'x' }, '游标（cursor）'],
  ])('refuses %j and names the field', async (query, field) => {
    const answer = await portal.ask('GET /reception/article/getResearchArticleList', {
      query: query as never,
    });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: 400, success: false, data: null });
    expect(answer.body.msg).toContain(field);
  });
});

describe('one piece', () => {
  test('is 404 for an unknown id and for the id of another kind, 400 for no id at all', async () => {
    const id = await addPiece(portal);
    const one = (key: string, query: Record<string, string>) => portal.ask(key, { query });
    expect((await one('POST /reception/article/selectArticle', { id })).body.data.id).toBe(id);
    expect((await one('POST /news/reception/selectNews', { id })).status).toBe(404);
    expect((await one('POST /reception/article/selectArticle', { id: '123456789' })).status).toBe(404);
    expect((await one('POST /reception/article/selectArticle', { id: 'abc' })).body.msg).toContain(
      '内容编号（id）',
    );
    expect((await one('POST /reception/article/selectArticle', {})).status).toBe(400);
  });

  test('has its neighbours in time within the column', async () => {
    const column = { columnId: '1', access: 'public' as const };
    const [first, second, third] = [
      await addPiece(portal, { ...column, publishedAt: new Date('2023-01-01') }),
      await addPiece(portal, { ...column, publishedAt: new Date('2023-01-02') }),
      await addPiece(portal, { ...column, publishedAt: new Date('2023-01-03') }),
    ];
    const neighbour = async (call: string, id: string) =>
      (await portal.ask(`GET /news/reception/${call}`, { query: { id } })).body.data?.id ?? null;
    expect(await neighbour('previousNews', second)).toBe(first);
    expect(await neighbour('nextNews', second)).toBe(third);
    expect(await neighbour('previousNews', first)).toBeNull();
  });

  test('withdrawn: gone from its page, lists, totals, charts and counts of views', async () => {
    const id = await addPiece(portal, { author: '撤稿人' });
    await portal.ask('GET /reception/article/addViewTimes', { query: { id } });
    const before = (await list()).total;
    await withdrawPost(portal.ctx, id);
    expect((await list()).total).toBe(before - 1);
    expect((await list({ size: '100' })).records.some((one: { id: string }) => one.id === id)).toBe(false);
    expect((await portal.ask('POST /reception/article/selectArticle', { query: { id } })).status).toBe(404);
    expect((await portal.ask('GET /reception/article/addViewTimes', { query: { id } })).status).toBe(404);
    const charts = (await portal.ask('GET /reception/article/researchCharts', { query: { size: '100' } }))
      .body.data;
    expect(charts.some((one: { id: string }) => one.id === id)).toBe(false);
  });
});

describe('views and charts', () => {
  test('every reader is counted once, also when a hundred arrive at once', async () => {
    const id = await addPiece(portal);
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, reader) =>
        portal.ask('GET /reception/article/addViewTimes', {
          query: { id },
          headers: { 'user-agent': `browser ${reader}` },
        }),
      ),
    );
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(
      (await portal.ask('POST /reception/article/selectArticle', { query: { id } })).body.data.views,
    ).toBe(100);
  });

  test('3,000 calls of one reader add one a day, and each is answered with all views so far', async () => {
    for (const [kind, call] of [
      ['news', 'GET /news/reception/addViewTimes'],
      ['article', 'GET /reception/article/addViewTimes'],
    ] as const) {
      const id = await addPiece(portal, { columnId: kind === 'news' ? '1' : '2' });
      const visitor = { address: '203.0.113.7', userAgent: 'A' };
      const views: number[] = [];
      for (let round = 0; round < 10; round += 1)
        views.push(
          ...(await Promise.all(Array.from({ length: 299 }, () => countView(portal.ctx, kind, id, visitor)))),
        );
      for (let time = 0; time < 10; time += 1)
        views.push((await portal.ask(call, { query: { id } })).body.data.views);
      expect([...new Set(views.slice(0, 2990))], call).toEqual([1]);
      expect([...new Set(views.slice(2990))], call).toEqual([2]);
      const tomorrow = { ...portal.ctx, now: () => new Date(Date.now() + 86_400_000) };
      expect(await countView(tomorrow, kind, id, visitor)).toBe(3);
      await withdrawPost(portal.ctx, id);
    }
  });

  test('a member is one reader on every device, IPv6 visitors are one by network', async () => {
    const id = await addPiece(portal);
    const { token } = await logIn(portal);
    const view = (asking: object) =>
      portal.ask('GET /reception/article/addViewTimes', { query: { id }, ...asking });
    await view({ token, headers: { 'user-agent': 'phone' } });
    await view({ token, headers: { 'user-agent': 'desk' } });
    for (const tail of ['1', '2'])
      await countView(portal.ctx, 'article', id, { address: `2001:db8::${tail}`, userAgent: 'A' });
    expect((await view({ token })).body.data).toEqual({ views: 2 });
  });

  test('charts rank by views in the period', async () => {
    const [quiet, loud] = [
      await addPiece(portal, { columnId: '1' }),
      await addPiece(portal, { columnId: '1' }),
    ];
    for (const [id, times] of [
      [quiet, 2],
      [loud, 3],
    ] as const)
      for (let time = 0; time < times; time += 1)
        await portal.ask('GET /news/reception/addViewTimes', {
          query: { id },
          headers: { 'user-agent': `browser ${time}` },
        });
    for (const period of ['day', 'week', 'month']) {
      const { data } = (await portal.ask('GET /news/reception/theCharts', { query: { period, size: '2' } }))
        .body;
      expect(data.map(({ id }: { id: string }) => id)).toEqual([loud, quiet]);
    }
    expect((await portal.ask('GET /news/reception/theCharts', { query: { period: 'year' } })).status).toBe(
      400,
    );
  });
});

describe('the newest lists (PRODUCT §4)', () => {
  test('leave VIP out, keep to a column, or show VIP alone', async () => {
    const future = (minutes: number) => new Date(Date.now() + minutes);
    const vip = await addPiece(portal, { columnId: '3', access: 'vip', publishedAt: future(1) });
    const member = await addPiece(portal, { columnId: '2', access: 'member', publishedAt: future(2) });
    const paid = await addPiece(portal, {
      columnId: '3',
      access: 'paid',
      price: 1800,
      publishedAt: future(3),
    });
    const ids = async (call: string, query = {}) =>
      (await portal.ask(`GET /reception/article/${call}`, { query: { size: '3', ...query } })).body.data.map(
        (one: { id: string }) => one.id,
      );
    expect(await ids('newAllArticleList')).toEqual([paid, member, vip]);
    expect((await ids('newNoVIPArticleList'))[0]).toBe(member);
    expect((await ids('newArticleList'))[0]).toBe(vip);
    expect((await ids('newArticleList', { columnId: '3' })).slice(0, 2)).toEqual([paid, vip]);
    expect((await ids('newResearchArticleList'))[0]).toBe(member);
  });
});

test('a member reads the whole of a member piece, a visitor its teaser with the way to unlock it', async () => {
  const body = `<p>${'开头。'.repeat(40)}</p><!--paywall--><p>锁住的一句。</p>`;
  const id = await addPiece(portal, { access: 'member', body });
  const { token } = await logIn(portal);
  const read = async (asking = {}) =>
    (await portal.ask('POST /reception/article/selectArticle', { query: { id }, ...asking })).body.data;
  expect(await read({ token })).toMatchObject({ locked: false, lockReason: null, offers: [] });
  expect((await read({ token })).body).toContain('锁住的一句');
  const teaser = await read();
  expect(teaser).toMatchObject({ locked: true, lockReason: 'member', offers: [{ type: 'login' }] });
  expect(JSON.stringify(teaser)).not.toContain('锁住');
});

describe('references (PRODUCT §4)', () => {
  const ask = (call: string, query: Record<string, string>) => portal.ask(call, { query });
  let older: string;
  let newer: string;
  beforeAll(async () => {
    await defineColumns(portal.ctx, [{ id: '6', columnName: '内参', kind: 'reference', access: 'member' }]);
    const at = (day: number) => new Date(`2026-02-0${day}T08:00:00+08:00`);
    const piece = { columnId: '6', author: '内参作者𠮷' };
    older = await addPiece(portal, { ...piece, publishedAt: at(1), access: 'paid', price: 1900 });
    newer = await addPiece(portal, { ...piece, publishedAt: at(2) });
    await addPiece(portal, { columnId: '6', author: '另一位作者', publishedAt: at(3) });
  });

  test('are listed by author, newest first; an author nobody knows has an empty page', async () => {
    const { authorId } = (await ask('POST /reception/selectReference', { id: newer })).body.data;
    const { body } = await ask('GET /reception/getOneInternalReferenceList', { authorId });
    expect(body.data).toMatchObject({
      total: 2,
      records: [
        { id: newer, kind: 'reference', columnName: '内参' },
        { id: older, access: 'paid', price: 1900, locked: true },
      ],
    });
    const nobody = await ask('GET /reception/getOneInternalReferenceList', { authorId: '999999999' });
    expect(nobody.body.data).toMatchObject({ total: 0, records: [] });
    expect((await ask('GET /reception/getOneInternalReferenceList', { authorId: 'x' })).status).toBe(400);
  });

  test('are read by their own call alone, and no article by it', async () => {
    const article = await addPiece(portal);
    expect((await ask('POST /reception/selectReference', { id: article })).status).toBe(404);
    expect((await ask('POST /reception/article/selectArticle', { id: newer })).status).toBe(404);
    expect((await ask('POST /reception/selectReference', {})).status).toBe(400);
    const { body } = await ask('POST /reception/selectReference', { id: older });
    expect(body.data).toMatchObject({
      id: older,
      lockReason: 'paid',
      author: { name: '内参作者𠮷', posts: 2 },
    });
  });

  test('have neighbours in their column, views and a ranking', async () => {
    const neighbour = async (side: string) =>
      (await ask(`GET /reception/reference/${side}Reference`, { id: newer })).body.data;
    expect(await neighbour('previous')).toMatchObject({ id: older });
    const viewed = await ask('GET /reception/reference/addViewTimes', { id: older });
    expect(viewed.body.data).toEqual({ views: 1 });
    const again = await ask('GET /reception/reference/addViewTimes', { id: older });
    expect(again.body.data, 'by the same reader').toEqual({ views: 1 });
    const { body } = await ask('GET /reception/reference/referenceCharts', { period: 'day', columnId: '6' });
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([older]);
  });
});
