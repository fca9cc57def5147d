import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defineColumns } from '#features/columns/index.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost, logIn } from '#testing/posts-and-members.ts';
import { waitFor } from '#testing/wait-for.ts';
import { recutBodies } from './recut-bodies.ts';
import { withdrawPost } from './service.ts';
import { countView } from './views.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal.close());

const list = async (query: Record<string, string> = {}) =>
  (await portal.call('GET /reception/article/getResearchArticleList', { query })).body.data;

describe('listing articles (docs/product.md §14)', () => {
  test('lists newest first, with the stored total and every field of a record', async () => {
    await defineColumns(portal.ctx, [{ id: '7', columnName: '年度复盘' }]);
    const older = await addPost(portal, {
      columnId: '7',
      title: '旧的一篇',
      publishedAt: new Date('2026-01-01T08:00:00+08:00'),
    });
    const newer = await addPost(portal, {
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

  test('filters by tag and author together', async () => {
    const both = await addPost(portal, { author: '甲作者', tags: ['共有标签'] });
    await addPost(portal, { author: '乙作者', tags: ['共有标签'] });
    await addPost(portal, { author: '甲作者', tags: ['别的标签'] });
    const { records } = await list({ tag: '共有标签' });
    const { authorId } = records.find(({ id }: { id: string }) => id === both);
    const narrowed = await list({ tag: '共有标签', authorId });
    expect(narrowed.records.map(({ id }: { id: string }) => id)).toEqual([both]);
    expect(narrowed.total).toBe(1);
  });

  test('continues by cursor without gaps or repeats, also among posts published at the same moment', async () => {
    const moment = new Date('2025-06-01T00:00:00Z');
    const createdIds = new Set<string>();
    for (let index = 0; index < 7; index += 1)
      createdIds.add(await addPost(portal, { author: '同时', publishedAt: moment }));
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
    expect(new Set(seen)).toEqual(createdIds);
  });

  test('filters by tag, stock code and period, end day included', async () => {
    const id = await addPost(portal, {
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

  test('filters important posts, also together with a tag and over pages, and by index', async () => {
    await defineColumns(portal.ctx, [{ id: '18', columnName: '要闻' }]);
    const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 8, minute));
    const createdIds: string[] = [];
    for (let minute = 0; minute < 6; minute += 1)
      createdIds.unshift(
        await addPost(portal, {
          columnId: '18',
          tags: minute < 3 ? ['央行'] : ['外汇'],
          important: minute % 2 === 0,
          publishedAt: at(minute),
        }),
      );
    const [, fourth, , second, , zeroth] = createdIds;
    const ids = async (query: Record<string, string>) => {
      const page = await list({ columnId: '18', important: '1', ...query });
      return { ids: page.records.map(({ id }: { id: string }) => id), ...page };
    };
    expect(await ids({})).toMatchObject({ ids: [fourth, second, zeroth], total: 3, cursor: null });
    const first = await ids({ size: '2' });
    expect(first.ids).toEqual([fourth, second]);
    expect((await ids({ size: '2', cursor: first.cursor })).ids).toEqual([zeroth]);
    expect(await ids({ tag: '央行' })).toMatchObject({ ids: [second, zeroth], total: 2 });
    expect((await ids({ important: '0' })).total).toBe(6);
    const both = await portal.call('GET /reception/article/getResearchArticleList', {
      query: { important: '1', keyword: '央行' },
    });
    expect(both).toMatchObject({
      status: 400,
      body: { msg: expect.stringContaining('只看重要') },
    });
  });

  test('returns an empty page for an unknown column or author, for another kind, and beyond 10,000 rows', async () => {
    for (const query of [
      { columnId: '999' },
      { authorId: '9223372036854775807' },
      { columnId: '1' },
      { current: '1001', size: '10' },
    ])
      expect((await list(query)).records).toEqual([]);
  });

  test('excludes a news column from articles, both paged and newest', async () => {
    await addPost(portal, { columnId: '1' });
    const newest = await portal.call('GET /reception/article/newArticleList', { query: { columnId: '1' } });
    expect([(await list({ columnId: '1' })).records, newest.body.data]).toEqual([[], []]);
  });

  test.each([
    [{ size: '0' }, '每页条数'],
    [{ size: '-1' }, '每页条数'],
    [{ size: '1e9' }, '每页条数'],
    [{ size: 'abc' }, '每页条数'],
    [{ size: '101' }, '每页条数'],
    [{ current: '0' }, '页码'],
    [{ columnId: 'abc' }, '栏目编号'],
    [{ columnId: '99999999999999999999' }, '栏目编号'],
    [{ columnId: ['1', '2'] }, '栏目编号'],
    [{ important: 'yes' }, '只看重要'],
    [{ startTime: '昨天' }, '开始时间'],
    [{ cursor: 'x' }, '游标'],
  ])('refuses %j and names the field', async (query, field) => {
    const answer = await portal.call('GET /reception/article/getResearchArticleList', {
      query: query as never,
    });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: 400, success: false, data: null });
    expect(answer.body.msg).toContain(field);
  });
});

describe('summaries made from the body (docs/product.md §13)', () => {
  const body = `<p>荣盛发展：公司${'一'.repeat(12)}。第二句${'二'.repeat(50)}。第三句。</p>`;
  const summaryOf = async (id: string) =>
    (await portal.call('POST /reception/article/selectArticle', { query: { id } })).body.data.summary;

  test('come from the whole of a public post and from the open part of others, also after the access changed', async () => {
    await defineColumns(portal.ctx, [{ id: '8', columnName: '快评' }]);
    const id = await addPost(portal, { columnId: '8', access: undefined, body });
    expect(await summaryOf(id)).toBe(body.replace(/<\/?p>/g, ''));
    await defineColumns(portal.ctx, [{ id: '8', columnName: '快评', access: 'vip' }]);
    expect(await summaryOf(id)).toMatch(/^荣盛发展：公司一+。$/);
    await defineColumns(portal.ctx, [{ id: '8', columnName: '快评' }]);
    expect(await summaryOf(id)).toContain('第三句。');
  });

  test('do not replace one written by hand', async () => {
    const id = await addPost(portal, { access: 'vip', summary: '编辑写的摘要', body });
    expect(await summaryOf(id)).toBe('编辑写的摘要');
  });

  test('give way to nothing where they or one by hand repeat the title', async () => {
    const [text] = body.split('第二句');
    const title = text?.replace('<p>', '') ?? '';
    expect(await summaryOf(await addPost(portal, { access: 'vip', title, body }))).toBe('');
    expect(await summaryOf(await addPost(portal, { access: 'vip', title, summary: title, body }))).toBe('');
  });

  test('are made again from stored bodies that older rules cut, in batches; those by hand and other bodies stay', async () => {
    const short = `<p>亚星客车：${'一'.repeat(30)}。</p>`;
    const [cut, marked, byHand] = [
      await addPost(portal, { access: 'vip', body: short }),
      await addPost(portal, { access: 'vip', body: '<p>亚星</p><!--paywall--><p>锁</p>' }),
      await addPost(portal, { access: 'vip', body: short, summary: '编辑写的摘要' }),
    ];
    const { db } = portal.ctx;
    const bodies = db.updateTable('post_bodies');
    const old = {
      open_html: '<p>亚星客车</p>',
      headings: sql<never>`'[]'::jsonb`,
      locked_word_count: 31,
      cut_format: 1,
    };
    await bodies.set(old).where('post_id', 'in', [cut, byHand]).execute();
    await bodies.set({ cut_format: 1 }).where('post_id', '=', marked).execute();
    const posts = db.updateTable('posts');
    await posts.set({ open_summary: '亚星客车…' }).where('id', 'in', [cut, marked]).execute();
    expect(await summaryOf(cut)).toBe('亚星客车…');
    await db.deleteFrom('search_outbox').execute();
    expect(await recutBodies(portal.ctx)).toBe(3);
    expect(await recutBodies(portal.ctx)).toBe(0);
    expect([await summaryOf(cut), await summaryOf(marked), await summaryOf(byHand)]).toEqual([
      '',
      '',
      '编辑写的摘要',
    ]);
    const stored = await db
      .selectFrom('post_bodies')
      .select(['open_html', 'locked_word_count', 'cut_format'])
      .where('post_id', 'in', [cut, marked, byHand])
      .orderBy('post_id')
      .execute();
    expect(stored).toEqual([
      { open_html: '', locked_word_count: 34, cut_format: 3 },
      { open_html: '<p>亚星</p>', locked_word_count: 1, cut_format: 3 },
      { open_html: '', locked_word_count: 34, cut_format: 3 },
    ]);
    // Search learns of them; what readers see as the time of the last change stays.
    const queued = await db.selectFrom('search_outbox').select('post_id').execute();
    expect(queued.map(({ post_id }) => post_id).sort()).toEqual([cut, marked, byHand].sort());
  });
});

describe('reading one post', () => {
  test('returns 404 for an unknown id or one of another kind, and 400 without an id', async () => {
    const id = await addPost(portal);
    const one = (key: string, query: Record<string, string>) => portal.call(key, { query });
    expect((await one('POST /reception/article/selectArticle', { id })).body.data.id).toBe(id);
    expect((await one('POST /news/reception/selectNews', { id })).status).toBe(404);
    expect((await one('POST /reception/article/selectArticle', { id: '123456789' })).status).toBe(404);
    expect((await one('POST /reception/article/selectArticle', { id: 'abc' })).body.msg).toContain(
      '内容编号',
    );
    expect((await one('POST /reception/article/selectArticle', {})).status).toBe(400);
  });

  test('returns its neighbours in time within the column', async () => {
    const column = { columnId: '1', access: 'public' as const };
    const [first, second, third] = [
      await addPost(portal, { ...column, publishedAt: new Date('2023-01-01') }),
      await addPost(portal, { ...column, publishedAt: new Date('2023-01-02') }),
      await addPost(portal, { ...column, publishedAt: new Date('2023-01-03') }),
    ];
    const neighbour = async (call: string, id: string) =>
      (await portal.call(`GET /news/reception/${call}`, { query: { id } })).body.data?.id ?? null;
    expect(await neighbour('previousNews', second)).toBe(first);
    expect(await neighbour('nextNews', second)).toBe(third);
    expect(await neighbour('previousNews', first)).toBeNull();
  });

  test('removes a withdrawn post from its page, lists, totals, charts and view counts', async () => {
    const id = await addPost(portal, { author: '撤稿人' });
    await portal.call('GET /reception/article/addViewTimes', { query: { id } });
    const before = (await list()).total;
    await withdrawPost(portal.ctx, id);
    expect((await list()).total).toBe(before - 1);
    expect((await list({ size: '100' })).records.some((one: { id: string }) => one.id === id)).toBe(false);
    expect((await portal.call('POST /reception/article/selectArticle', { query: { id } })).status).toBe(404);
    expect((await portal.call('GET /reception/article/addViewTimes', { query: { id } })).status).toBe(404);
    const charts = (await portal.call('GET /reception/article/researchCharts', { query: { size: '100' } }))
      .body.data;
    expect(charts.some((one: { id: string }) => one.id === id)).toBe(false);
  });
});

describe('views and charts', () => {
  test('counts every reader once, even if a hundred arrive at once', async () => {
    const id = await addPost(portal);
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, reader) =>
        portal.call('GET /reception/article/addViewTimes', {
          query: { id },
          headers: { 'user-agent': `browser ${reader}` },
        }),
      ),
    );
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(
      (await portal.call('POST /reception/article/selectArticle', { query: { id } })).body.data.views,
    ).toBe(100);
  });

  test('adds one view a day for 3,000 calls of one reader and answers each with the total', async () => {
    for (const [kind, call] of [
      ['news', 'GET /news/reception/addViewTimes'],
      ['article', 'GET /reception/article/addViewTimes'],
    ] as const) {
      const id = await addPost(portal, { columnId: kind === 'news' ? '1' : '2' });
      const visitor = { address: '203.0.113.7', userAgent: 'A', referrer: '' };
      const views: number[] = [];
      for (let round = 0; round < 10; round += 1)
        views.push(
          ...(await Promise.all(Array.from({ length: 299 }, () => countView(portal.ctx, kind, id, visitor)))),
        );
      for (let time = 0; time < 10; time += 1)
        views.push((await portal.call(call, { query: { id } })).body.data.views);
      expect([...new Set(views.slice(0, 2990))], call).toEqual([1]);
      expect([...new Set(views.slice(2990))], call).toEqual([2]);
      const tomorrow = { ...portal.ctx, now: () => new Date(Date.now() + 86_400_000) };
      expect(await countView(tomorrow, kind, id, visitor)).toBe(3);
      await withdrawPost(portal.ctx, id);
    }
  });

  test('counts a member once across devices and IPv6 visitors once per network', async () => {
    const id = await addPost(portal);
    const { token } = await logIn(portal);
    const view = (options: object) =>
      portal.call('GET /reception/article/addViewTimes', { query: { id }, ...options });
    await view({ token, headers: { 'user-agent': 'phone' } });
    await view({ token, headers: { 'user-agent': 'desk' } });
    for (const tail of ['1', '2'])
      await countView(portal.ctx, 'article', id, {
        address: `2001:db8::${tail}`,
        userAgent: 'A',
        referrer: '',
      });
    expect((await view({ token })).body.data).toEqual({ views: 2 });
  });

  test('ranks charts by views in the period', async () => {
    const [quiet, loud] = [
      await addPost(portal, { columnId: '1' }),
      await addPost(portal, { columnId: '1' }),
    ];
    for (const [id, times] of [
      [quiet, 2],
      [loud, 3],
    ] as const)
      for (let time = 0; time < times; time += 1)
        await portal.call('GET /news/reception/addViewTimes', {
          query: { id },
          headers: { 'user-agent': `browser ${time}` },
        });
    for (const period of ['day', 'week', 'month']) {
      const { data } = (await portal.call('GET /news/reception/theCharts', { query: { period, size: '2' } }))
        .body;
      expect(data.map(({ id }: { id: string }) => id)).toEqual([loud, quiet]);
    }
    expect((await portal.call('GET /news/reception/theCharts', { query: { period: 'year' } })).status).toBe(
      400,
    );
  });
});

describe('newest lists (docs/product.md §14)', () => {
  test('exclude VIP posts, stay within a column, or show VIP posts only', async () => {
    const future = (minutes: number) => new Date(Date.now() + minutes);
    const vip = await addPost(portal, { columnId: '3', access: 'vip', publishedAt: future(1) });
    const member = await addPost(portal, { columnId: '2', access: 'member', publishedAt: future(2) });
    const paid = await addPost(portal, {
      columnId: '3',
      access: 'paid',
      price: 1800,
      publishedAt: future(3),
    });
    const ids = async (call: string, query = {}) =>
      (await portal.call(`GET /reception/article/${call}`, { query: { size: '3', ...query } })).body.data.map(
        (one: { id: string }) => one.id,
      );
    expect(await ids('newAllArticleList')).toEqual([paid, member, vip]);
    expect((await ids('newNoVIPArticleList'))[0]).toBe(member);
    expect((await ids('newArticleList'))[0]).toBe(vip);
    expect((await ids('newArticleList', { columnId: '3' })).slice(0, 2)).toEqual([paid, vip]);
    expect((await ids('newResearchArticleList'))[0]).toBe(member);
  });
});

test('shows a member-only post whole to a member and as a teaser with the offer to log in to a visitor', async () => {
  const body = `<p>${'开头。'.repeat(40)}</p><!--paywall--><p>锁住的一句。</p>`;
  const id = await addPost(portal, { access: 'member', body });
  const { token } = await logIn(portal);
  const read = async (options = {}) =>
    (await portal.call('POST /reception/article/selectArticle', { query: { id }, ...options })).body.data;
  expect(await read({ token })).toMatchObject({ locked: false, lockReason: null, offers: [] });
  expect((await read({ token })).body).toContain('锁住的一句');
  const teaser = await read();
  expect(teaser).toMatchObject({ locked: true, lockReason: 'member', offers: [{ type: 'login' }] });
  expect(JSON.stringify(teaser)).not.toContain('锁住');
});

describe('references (docs/product.md §14)', () => {
  const request = (call: string, query: Record<string, string>) => portal.call(call, { query });
  let older: string;
  let newer: string;
  beforeAll(async () => {
    await defineColumns(portal.ctx, [{ id: '6', columnName: '内参', kind: 'reference', access: 'member' }]);
    const at = (day: number) => new Date(`2026-02-0${day}T08:00:00+08:00`);
    const reference = { columnId: '6', author: '内参作者𠮷' };
    older = await addPost(portal, { ...reference, publishedAt: at(1), access: 'paid', price: 1900 });
    newer = await addPost(portal, { ...reference, publishedAt: at(2) });
    await addPost(portal, { columnId: '6', author: '另一位作者', publishedAt: at(3) });
  });

  test('are listed by author, newest first, with an empty page for an unknown author', async () => {
    const { authorId } = (await request('POST /reception/selectReference', { id: newer })).body.data;
    const { body } = await request('GET /reception/getOneInternalReferenceList', { authorId });
    expect(body.data).toMatchObject({
      total: 2,
      records: [
        { id: newer, kind: 'reference', columnName: '内参' },
        { id: older, access: 'paid', price: 1900, locked: true },
      ],
    });
    const nobody = await request('GET /reception/getOneInternalReferenceList', { authorId: '999999999' });
    expect(nobody.body.data).toMatchObject({ total: 0, records: [] });
    expect((await request('GET /reception/getOneInternalReferenceList', { authorId: 'x' })).status).toBe(400);
  });

  test('are served by their own call only, which serves no articles', async () => {
    const article = await addPost(portal);
    expect((await request('POST /reception/selectReference', { id: article })).status).toBe(404);
    expect((await request('POST /reception/article/selectArticle', { id: newer })).status).toBe(404);
    expect((await request('POST /reception/selectReference', {})).status).toBe(400);
    const { body } = await request('POST /reception/selectReference', { id: older });
    expect(body.data).toMatchObject({
      id: older,
      lockReason: 'paid',
      author: { name: '内参作者𠮷', posts: 2 },
    });
  });

  test('have neighbours in their column, views and a ranking', async () => {
    const neighbour = async (side: string) =>
      (await request(`GET /reception/reference/${side}Reference`, { id: newer })).body.data;
    expect(await neighbour('previous')).toMatchObject({ id: older });
    const viewed = await request('GET /reception/reference/addViewTimes', { id: older });
    expect(viewed.body.data).toEqual({ views: 1 });
    const again = await request('GET /reception/reference/addViewTimes', { id: older });
    expect(again.body.data, 'by the same reader').toEqual({ views: 1 });
    const { body } = await request('GET /reception/reference/referenceCharts', {
      period: 'day',
      columnId: '6',
    });
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([older]);
  });
});

test('counts what VIP opens, by column, without drafts, posts sold apart and columns that have no page', async () => {
  await defineColumns(portal.ctx, [
    { id: '71', columnName: '内部手记', access: 'vip' },
    { id: '72', columnName: '没有页面', access: 'vip', isNav: 0 },
  ]);
  const opened = [
    await addPost(portal, { columnId: '71', access: 'vip' }),
    await addPost(portal, { columnId: '71', access: 'paid', price: 1800, vipFree: true }),
  ];
  await addPost(portal, { columnId: '71', access: 'paid', price: 1800 });
  await addPost(portal, { columnId: '71', access: 'member' });
  await addPost(portal, { columnId: '72', access: 'vip' });
  const contents = async () => (await portal.call('GET /reception/getVipContents')).body.data;
  const first = await contents();
  expect(first.columns.find(({ id }: { id: string }) => id === '71')).toEqual({
    ...{ id: '71', name: '内部手记', posts: 2, isCapped: false },
  });
  expect(first.columns.map(({ id }: { id: string }) => id)).not.toContain('72');
  expect(first.posts).toBe(
    first.columns.reduce((sum: number, { posts }: { posts: number }) => sum + posts, 0),
  );
  await withdrawPost(portal.ctx, opened[0] ?? '');
  await waitFor(async () => expect((await contents()).posts).toBe(first.posts - 1));
});

test('marks for a member what they bought and what VIP opens to them, and nothing for others', async () => {
  const vip = await logIn(portal, { vipDays: 3 });
  const buyer = await logIn(portal);
  const [forVip, forSale, free] = [
    await addPost(portal, { access: 'vip' }),
    await addPost(portal, { access: 'paid', price: 900 }),
    await addPost(portal, { access: 'public' }),
  ];
  await portal.ctx.db
    .insertInto('grants')
    .values({
      member_id: buyer.memberId,
      scope: 'post',
      target_id: forSale,
      source: 'test',
      starts_at: new Date(0),
    })
    .execute();
  const marks = async (token: string, ids: string[]) =>
    (await portal.call('GET /member/accessMarks', { query: { ids }, token })).body;
  const all = [forVip, forSale, free, '999999999'];
  expect((await marks(vip.token, all)).data).toEqual([{ id: forVip, mark: 'readable' }]);
  expect((await marks(buyer.token, all)).data).toEqual([{ id: forSale, mark: 'bought' }]);
  expect((await marks(buyer.token, [forSale])).data).toEqual([{ id: forSale, mark: 'bought' }]);
  expect((await portal.call('GET /member/accessMarks', { query: { ids: [forSale] } })).status).toBe(401);
  expect(await marks(buyer.token, ['x'])).toMatchObject({
    code: 400,
    msg: expect.stringContaining('内容编号'),
  });
  expect(await marks(buyer.token, Array(101).fill(forSale))).toMatchObject({
    code: 400,
    msg: '内容编号最多 100 个',
  });
  expect(await marks(buyer.token, [])).toMatchObject({ code: 400, msg: '请提供内容编号' });
});
