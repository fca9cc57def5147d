import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost, logIn } from '#testing/posts-and-members.ts';
import { notifiedBy, purgedBy } from '#testing/purges.ts';
import { asMember } from '#testing/sales.ts';
import type { FindByKeyword } from '../reads.ts';
import { liveChannel, publishDuePosts } from '../service.ts';
import { listAdminPosts, nextOf } from './reads.ts';
import { adminQuery } from './schema.ts';

let portal: Portal;
let editor: string;
let colleague: string;
beforeAll(async () => {
  portal = await openPortal();
  editor = (await logIn(portal, { role: 'editor' })).token;
  colleague = (await logIn(portal, { role: 'editor' })).token;
});
afterAll(() => portal.close());

const get = async (path: string, query: Record<string, string>, token = editor) =>
  (await portal.call(`GET /admin/post/${path}`, { query, token })).body;
const post = async (path: string, body: object, token = editor) =>
  (await portal.call(`POST /admin/post/${path}`, { body, token })).body;
const read = async (id: string) =>
  (await portal.call('POST /reception/article/selectArticle', { query: { id } })).body;

async function draft(
  changes: object = {},
): Promise<{ id: string; version: number; content: Record<string, unknown> }> {
  const { data } = await post('create', { columnId: '2', title: '一篇稿件' });
  const { data: opened } = await get('detail', { id: data.id });
  const content = { ...opened.content, access: 'public', html: '<p>第一段。</p><p>第二段。</p>', ...changes };
  const saved = await post('save', { id: data.id, base: opened.version, content });
  expect(saved).toMatchObject({ code: 200 });
  return { id: data.id, version: saved.data.version, content };
}

describe('writing and publishing in the back office (docs/product.md §16)', () => {
  test('hides a draft until it is published, then serves it as it was written', async () => {
    const { id, version } = await draft();
    expect(await read(id)).toMatchObject({ code: 404 });
    expect(await post('publish', { id, base: version })).toMatchObject({ code: 200 });
    expect(await read(id)).toMatchObject({ code: 200, data: { title: '一篇稿件', state: 'published' } });
    expect((await read(id)).data.body).toContain('第二段。');
  });

  test('saves a draft with more than 20 videos, and refuses to publish it', async () => {
    const videos = (count: number) =>
      Array.from(
        { length: count },
        (_, at) => `<figure data-embed="bilibili" data-video="BV1GJ411x${String(100 + at)}"></figure>`,
      ).join('');
    const { id, version, content } = await draft({ html: `<p>合集。</p>${videos(21)}` });
    expect(await post('publish', { id, base: version })).toMatchObject({
      code: 400,
      msg: '正文的嵌入的视频有 21 个，最多 20 个，请删减或分成几篇',
    });
    const html = `<p>合集。</p>${videos(20)}`;
    const { data } = await post('save', { id, base: version, content: { ...content, html } });
    expect(await post('publish', { id, base: data.version })).toMatchObject({ code: 200 });
  });

  test('shows the summary of an imported post as empty, so that it keeps following body and access', async () => {
    const id = await addPost(portal, {
      columnId: '2',
      access: 'public',
      body: '<p>很长的第一句话，公开。</p>',
    });
    const { data } = await get('detail', { id });
    expect(data.content.summary).toBe('');
    const content = { ...data.content, access: 'vip' };
    const saved = await post('save', { id, base: data.version, content });
    await post('publish', { id, base: saved.data.version });
    expect((await read(id)).data.summary).not.toContain('公开');
  });

  test('holds back changes saved to a published post until it is published again', async () => {
    const { id, version, content } = await draft();
    await post('publish', { id, base: version });
    const { data } = await post('save', { id, base: version, content: { ...content, title: '改过的标题' } });
    expect((await read(id)).data.title).toBe('一篇稿件');
    const { data: page } = await get('list', { state: 'published' });
    expect(page.records.find((row: { id: string }) => row.id === id)).toMatchObject({
      hasUnpublishedChanges: true,
    });
    await post('publish', { id, base: data.version });
    expect((await read(id)).data.title).toBe('改过的标题');
  });

  test('rejects the second of two concurrent saves, names the first editor and changes nothing', async () => {
    const { id, version, content } = await draft();
    const [one, two] = await Promise.all([
      post('save', { id, base: version, content: { ...content, title: '甲改的' } }),
      post('save', { id, base: version, content: { ...content, title: '乙改的' } }, colleague),
    ]);
    const codes = [one.code, two.code].sort();
    expect(codes).toEqual([200, 409]);
    const refused = one.code === 409 ? one : two;
    expect(refused.msg).toContain('你写的内容还在');
    const savedTitle = one.code === 200 ? '甲改的' : '乙改的';
    expect((await get('detail', { id })).data.content.title).toBe(savedTitle);
  });

  test('publishes a scheduled post when its time has come and rejects a time in the past', async () => {
    const { id, version } = await draft();
    expect(await post('publish', { id, base: version, at: '2020-01-01T08:00:00+08:00' })).toMatchObject({
      code: 400,
    });
    const at = new Date(Date.now() + 3600_000).toISOString();
    expect(await post('publish', { id, base: version, at })).toMatchObject({ code: 200 });
    expect(await read(id)).toMatchObject({ code: 404 });
    const later = { ...portal.ctx, now: () => new Date(Date.now() + 7200_000) };
    // Two workers run the job concurrently.
    const published = await Promise.all([publishDuePosts(later), publishDuePosts(later)]);
    expect(published.toSorted()).toEqual([0, 1]);
    expect(await read(id)).toMatchObject({ code: 200 });
  });

  test('hides a withdrawn post at once and lets it be published again', async () => {
    const { id, version } = await draft();
    await post('publish', { id, base: version });
    expect(await post('withdraw', { id })).toMatchObject({ code: 200 });
    expect(await read(id)).toMatchObject({ code: 404 });
    await post('publish', { id, base: version });
    expect(await read(id)).toMatchObject({ code: 200 });
  });

  test('creates a readable, restorable version per save and merges the autosaves of one sitting', async () => {
    const { id, version, content } = await draft();
    const first = await post('save', {
      id,
      base: version,
      content: { ...content, html: '<p>二稿。</p>' },
      isAutosave: true,
    });
    const second = await post('save', {
      id,
      base: first.data.version,
      content: { ...content, html: '<p>三稿。</p>' },
      isAutosave: true,
    });
    const { data: versions } = await get('versions', { id });
    expect(versions.map(({ number }: { number: number }) => number)).not.toContain(first.data.version);
    const restored = await post('restore', { id, base: second.data.version, number: 1 });
    expect(restored).toMatchObject({ code: 200 });
    expect((await get('detail', { id })).data.content.html).toBe('');
    expect((await get('version', { id, number: String(second.data.version) })).data.html).toContain('三稿');
  });

  test('keeps a post that was bought, even if it was scheduled again and then withdrawn', async () => {
    const { id, version } = await draft({ access: 'paid', price: 100 });
    await post('publish', { id, base: version });
    const { memberId, token } = await logIn(portal);
    await portal.ctx.db
      .insertInto('grants')
      .values({ member_id: memberId, scope: 'post', target_id: id, source: 'test' })
      .execute();
    await post('withdraw', { id });
    const at = new Date(Date.now() + 3600_000).toISOString();
    expect(await post('publish', { id, base: version, at })).toMatchObject({ code: 200 });
    expect(await post('withdraw', { id })).toMatchObject({ code: 200 });
    const { body } = await portal.call('POST /reception/article/selectArticle', { query: { id }, token });
    expect(body).toMatchObject({ code: 200, data: { state: 'withdrawn', lockReason: 'withdrawn' } });
  });

  test('publishes a VIP price, shows it in the VIP preview and restores it with its version', async () => {
    const { id, version, content } = await draft({ access: 'paid', price: 900, vipPrice: 500 });
    await post('publish', { id, base: version });
    const open = await portal.call('POST /reception/article/selectArticle', { query: { id } });
    expect(open.body.data).toMatchObject({ price: 900, vipPrice: 500 });
    const priceAs = async (as: string) => (await get('preview', { id, as })).data.offers[0].price;
    expect([await priceAs('visitor'), await priceAs('vip')]).toEqual([900, 500]);
    const { data: next } = await post('save', { id, base: version, content: { ...content, vipPrice: null } });
    await post('restore', { id, base: next.version, number: version });
    expect((await get('detail', { id })).data.content.vipPrice).toBe(500);
  });

  test('reads a version saved before VIP prices existed without one and saves it as it was read', async () => {
    const { id, version, content } = await draft({ access: 'paid', price: 900, vipPrice: 500 });
    const { vipPrice: _, ...former } = content;
    await portal.ctx.db
      .updateTable('post_versions')
      .set({ content: JSON.stringify(former) })
      .where('post_id', '=', id)
      .where('number', '=', version)
      .execute();
    const { data } = await get('detail', { id });
    expect(data.content.vipPrice).toBeNull();
    expect(await post('save', { id, base: version, content: data.content })).toMatchObject({ code: 200 });
  });

  test('rejects a version number out of range and names the field', async () => {
    const { id, version } = await draft();
    for (const number of ['2147483648', '9007199254740991']) {
      const answers = [
        await get('version', { id, number }),
        await post('restore', { id, base: version, number: Number(number) }),
      ];
      for (const answer of answers)
        expect(answer).toMatchObject({ code: 400, msg: expect.stringContaining('版本号') });
    }
  });

  test('opens an imported post with its paywall mark and keeps its first version', async () => {
    const id = await addPost(portal, { access: 'vip', body: '<p>开头。</p><!--paywall--><p>后面。</p>' });
    const { data } = await get('detail', { id });
    expect(data.content.html).toContain('<!--paywall-->');
    expect(data.version).toBe(0);
    const saved = await post('save', { id, base: 0, content: { ...data.content, title: '新题' } });
    expect(saved.data.version).toBe(2);
    expect((await get('version', { id, number: '1' })).data.title).toBe(data.content.title);
  });

  test('never delivers a script to a reader, whatever was saved', async () => {
    const { id, version } = await draft({
      title: '<script>alert(1)</script>标题',
      html: '<p onclick="x()">字<script>alert(1)</script><a href="javascript:x()">链</a></p>',
    });
    await post('publish', { id, base: version });
    const { body } = (await read(id)).data;
    expect(body).not.toMatch(/script|onclick/i);
  });

  test('previews what a visitor, a member and a VIP would read', async () => {
    const { id } = await draft({
      access: 'vip',
      html: '<p>开放部分。</p><!--paywall--><p>只给会员的句子。</p>',
    });
    const seen = async (as: string) => (await get('preview', { id, as })).data.body;
    expect(await seen('visitor')).not.toContain('只给会员');
    expect(await seen('member')).not.toContain('只给会员');
    expect(await seen('vip')).toContain('只给会员的句子');
  });

  test('reports who else has a post open until that person closes it', async () => {
    const { id } = await draft();
    expect((await post('open', { id })).data.openedBy).toBeNull();
    expect((await post('open', { id }, colleague)).data.openedBy).toMatchObject({ name: expect.any(String) });
    await post('close', { id });
    expect((await post('open', { id }, colleague)).data.openedBy).toBeNull();
  });

  test('finds drafts by title and filters by state', async () => {
    const { id } = await draft({ title: '冷门 100%_ 草稿' });
    const { data } = await get('list', { state: 'draft', keyword: '100%_' });
    expect(data.records.map((row: { id: string }) => row.id)).toEqual([id]);
    expect((await get('list', { state: 'withdrawn', keyword: '100%_' })).data.records).toEqual([]);
  });

  test('pages through every unpublished and published post with a keyword, of every kind', async () => {
    const { ctx } = portal;
    const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1) + minutes * 60_000);
    const drafts: string[] = [];
    for (let one = 0; one < 5; one += 1)
      drafts.unshift(await addPost(portal, { title: `翻页 ${one}`, state: 'draft', publishedAt: null }));
    // The newest first; three came out at the same time.
    const published: string[] = [];
    for (const minutes of [1, 2, 3, 3, 3, 4, 5])
      published.unshift(await addPost(portal, { title: '翻页', publishedAt: at(minutes) }));
    const times = new Map(
      published.map((id, index) => [id, at([5, 4, 3, 3, 3, 2, 1][index] ?? 0).getTime()]),
    );
    const withdrawn = await addPost(portal, { title: '翻页', publishedAt: at(6) });
    await sql`update posts set state = 'withdrawn' where id = ${withdrawn}`.execute(ctx.db);
    const asked: Parameters<FindByKeyword>[1][] = [];
    const index =
      (ids: readonly string[]): FindByKeyword =>
      async (_, query) => {
        asked.push(query);
        const last = query.endTime?.last.getTime() ?? Number.POSITIVE_INFINITY;
        const found = ids.filter((id) => (times.get(id) ?? 0) <= last);
        const { offset, limit } = query;
        return { ids: found.slice(offset, offset + limit), total: found.length, totalCapped: false };
      };
    const { memberId } = await logIn(portal, { role: 'editor' });
    const editing = asMember(ctx, memberId);
    const list = (find: FindByKeyword, query: object) =>
      listAdminPosts(editing, adminQuery.parse({ keyword: '翻页', ...query }), find);
    for (const size of ['1', '2', '3', '5', '12', '20']) {
      const seen: string[] = [];
      for (let cursor: string | null | undefined; cursor !== null; ) {
        // The index still has a post that was withdrawn.
        const page = await list(index([withdrawn, ...published]), { size, ...(cursor && { cursor }) });
        seen.push(...page.records.map(({ id }) => id));
        expect(page.records.length).toBeLessThanOrEqual(Number(size));
        cursor = page.cursor;
      }
      expect(seen, size).toEqual([withdrawn, ...drafts, ...published]);
    }
    expect(asked[0]).toMatchObject({ kinds: ['article', 'news', 'reference'] });
    const numbered = await list(index(published), { size: '4', current: '3' });
    expect(numbered.records.map(({ id }) => id)).toEqual(published.slice(2, 6));
    expect(numbered).toMatchObject({ total: 13, pages: 4 });
    const many: FindByKeyword = async () => ({ ids: [], total: 1000, totalCapped: true });
    expect(await list(many, {})).toMatchObject({ total: 1000, totalCapped: true });
    const few: FindByKeyword = async () => ({ ids: [], total: 996, totalCapped: false });
    expect(await list(few, {})).toMatchObject({ total: 1000, totalCapped: true });

    // More drafts than a page of their search ever read.
    await sql`
      insert into posts (kind, column_id, author_id, title, title_breaks, state, access)
      select 'article', 2, author_id, '翻页 又一篇', '', 'draft', 'public' from posts, generate_series(1, 1000)
      where id = ${withdrawn}`.execute(ctx.db);
    expect(await list(index(published), { state: 'draft' })).toMatchObject({
      total: 1000,
      totalCapped: true,
    });
    let count = 0;
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await list(index(published), { state: 'draft', size: '100', ...(cursor && { cursor }) });
      count += page.records.length;
      cursor = page.cursor;
    }
    expect(count).toBe(1005);
    await sql`delete from posts where title = '翻页 又一篇'`.execute(ctx.db);
  });

  test('continues a search deeper than the index counts', () => {
    const rows = (times: number[]) =>
      times.map((ms, id) => ({ id: `${id}`, published_at: new Date(ms) }) as never);
    const next = (times: number[], offset: number) => nextOf(rows(times), { until: 99, offset });
    expect(next([9, 8, 8], 3)).toEqual({ at: 99, id: '4' });
    expect(next([9, 8, 8], 6000)).toEqual({ at: 8, id: '3' });
    // All of a page came out at once: the position stays.
    expect(next([8, 8, 8], 6000)).toEqual({ at: 99, id: '6001' });
  });

  test('sorts the list by change, and by publication only when published posts are listed', async () => {
    const createdIds: string[] = [];
    for (const title of ['排序一', '排序二', '排序三']) {
      const { id, version } = await draft({ title });
      await post('publish', { id, base: version });
      createdIds.push(id);
    }
    const [first = '', , third = ''] = createdIds;
    const { data: opened } = await get('detail', { id: first });
    await post('save', { id: first, base: opened.version, content: opened.content });
    const read = async (query: Record<string, string>) => {
      const found: string[] = [];
      let cursor: string | undefined;
      do {
        const { data } = await get('list', { size: '2', ...query, ...(cursor && { cursor }) });
        found.push(...data.records.map(({ id }: { id: string }) => id));
        cursor = data.cursor;
      } while (cursor);
      expect(new Set(found).size).toBe(found.length);
      return found.filter((id) => createdIds.includes(id));
    };
    expect((await read({}))[0]).toBe(first);
    expect((await read({ sort: 'updatedAt' })).at(-1)).toBe(first);
    expect(await read({ state: 'published', sort: '-publishedAt' })).toEqual(createdIds.toReversed());
    expect(await read({ state: 'published', sort: 'publishedAt' })).toEqual(createdIds);
    expect(await read({ state: 'published', sort: 'publishedAt', columnId: '2' })).toEqual(createdIds);
    expect((await read({ sort: '-updatedAt' })).indexOf(third)).toBe(1);
    expect(await get('list', { sort: 'publishedAt' })).toMatchObject({
      code: 400,
      msg: expect.stringContaining('排序'),
    });
  });

  test('changes many posts independently and explains each refusal', async () => {
    const [one, two, empty] = [await draft(), await draft(), await draft({ html: '' })];
    const ids = [one.id, empty.id, two.id, '999999'];
    const change = (change: string, of = ids, token = editor) =>
      post('changeMany', { ids: of, change }, token);
    expect(await change('publish')).toMatchObject({
      code: 200,
      data: [
        { id: one.id },
        { id: empty.id, fault: expect.stringContaining('正文') },
        { id: two.id },
        { id: '999999', fault: '没有这篇稿件' },
      ],
    });
    expect((await read(two.id)).data.state).toBe('published');
    expect((await change('delete', [one.id, empty.id])).data).toEqual([
      { id: one.id, fault: expect.stringContaining('请先撤回再删除') },
      { id: empty.id },
    ]);
    expect((await change('withdraw', [one.id])).data).toMatchObject([{ id: one.id }]);
    expect(await read(one.id)).toMatchObject({ code: 404 });
    expect((await get('detail', { id: two.id })).data.state).toBe('published');
    const { token: reviewer } = await logIn(portal, { role: 'reviewer' });
    expect(await change('withdraw', [two.id], reviewer)).toMatchObject({ code: 403 });
    for (const wrong of [[], Array.from({ length: 51 }, (_, at) => String(at + 1)), ['x']])
      expect(await change('withdraw', wrong)).toMatchObject({
        code: 400,
        msg: expect.stringContaining('稿件'),
      });
  });

  test.each([
    [{ title: 1 }, '标题'],
    [{ columnId: '999' }, '栏目不存在'],
    [{ columnId: '1' }, '另一类内容'],
    [{ authorId: '999999' }, '作者不存在'],
    [{ price: 0.5 }, '价格'],
    [{ price: 0 }, '价格至少 1 分'],
    [{ price: -100 }, '价格至少 1 分'],
    [{ price: 900, vipPrice: 0 }, 'VIP 价至少 1 分'],
    [{ price: '18.00' }, '价格应为以分计的整数'],
    [{ stockCodes: ['300750', '1'] }, '股票代码“1”不像证券代码'],
    [{ stockCodes: ['300750.0'] }, '股票代码“300750.0”不像证券代码'],
    [{ tags: Array.from({ length: 21 }, (_, index) => `t${index}`) }, '标签'],
    [{ access: 'all' }, '权限'],
  ])('refuses %j, names the field and saves nothing', async (changes, message) => {
    const { id, version, content } = await draft();
    const answer = await post('save', { id, base: version, content: { ...content, ...changes } });
    expect(answer).toMatchObject({ code: 400 });
    expect(answer.msg).toContain(message);
    expect((await get('detail', { id })).data.version).toBe(version);
  });

  test.each([
    [{ access: 'paid', price: null }, '价格'],
    [{ price: 900, vipPrice: 901 }, 'VIP 价不能高于价格'],
    [{ price: null, vipPrice: 900 }, 'VIP 价要和价格一起填'],
    [{ price: 900, vipPrice: 500, vipFree: true }, 'VIP 价和“VIP 免费”只能选一个'],
  ])('saves a draft with prices that prevent its publication: %j', async (changes, message) => {
    const { id, version } = await draft(changes);
    expect((await get('detail', { id })).data.content).toMatchObject(changes);
    for (const way of ['publish', 'submit'])
      expect(await post(way, { id, base: version })).toMatchObject({
        code: 400,
        msg: expect.stringContaining(message),
      });
    expect(await read(id)).toMatchObject({ code: 404 });
  });

  test.each([
    [{ title: '\u200b\u3164\u2060' }, '标题'],
    [{ html: '<p>\u200b\u3164</p>' }, '正文'],
    [{ html: '<img src="javascript:x()">' }, '正文'],
  ])('refuses to publish a body that shows nothing: %j', async (changes, message) => {
    const { id, version } = await draft(changes);
    expect(await post('publish', { id, base: version })).toMatchObject({
      code: 400,
      msg: expect.stringContaining(message),
    });
  });

  test.each(['<img src="/files/a.png">', '<div class="math" data-tex="E=mc^2"></div>'])(
    'publishes a body without words that shows something: %s',
    async (html) => {
      const { id, version } = await draft({ html });
      expect(await post('publish', { id, base: version })).toMatchObject({ code: 200 });
    },
  );

  test.each([{ access: 'paid', price: 900 }, { access: 'vip' }, { access: null, columnId: '3' }])(
    'refuses to publish a sold post with nothing below its paywall mark, and saves its draft: %j',
    async (changes) => {
      const html = '<p>全部写在线上。</p><!--paywall--><p> </p>';
      const { id, version, content } = await draft({ ...changes, html });
      for (const way of ['publish', 'submit'])
        expect(await post(way, { id, base: version })).toMatchObject({
          code: 400,
          msg: expect.stringContaining('付费线以下还没有内容'),
        });
      const fixed = { ...content, html: '<p>线上。</p><!--paywall--><p><img src="/files/a.png"></p>' };
      const { data } = await post('save', { id, base: version, content: fixed });
      expect(await post('publish', { id, base: data.version })).toMatchObject({ code: 200 });
    },
  );

  test('publishes a post that nobody pays for whatever its paywall mark hides', async () => {
    const { id, version } = await draft({ access: 'member', html: '<p>全部写在线上。</p><!--paywall-->' });
    expect(await post('publish', { id, base: version })).toMatchObject({ code: 200 });
  });

  test('refuses to publish a post without a body', async () => {
    const { id, version } = await draft({ html: '<p> </p>' });
    expect(await post('publish', { id, base: version })).toMatchObject({
      code: 400,
      msg: expect.stringContaining('正文'),
    });
  });

  test('records every action in the audit log', async () => {
    const { id, version } = await draft();
    await post('publish', { id, base: version });
    const admin = (await logIn(portal, { role: 'admin' })).token;
    const { body } = await portal.call('GET /admin/audit/list', {
      query: { target: `post:${id}` },
      token: admin,
    });
    expect(body.data.records.map(({ action }: { action: string }) => action)).toEqual([
      'post.publish',
      'post.create',
    ]);
    expect(body.data.records[0]).toMatchObject({ before: { state: 'draft' }, after: { state: 'published' } });
  });
});

describe('what readers see cached or have open', () => {
  const soon = () => new Date(Date.now() + 3600_000).toISOString();
  const publishDue = () => publishDuePosts({ ...portal.ctx, now: () => new Date(Date.now() + 2 * 3600_000) });

  test('forgets the post and the lists of its old and new column with each change that readers see', async () => {
    const { id, version, content } = await draft();
    let base = version;
    const changes: [name: string, columns: string[], change: () => Promise<unknown>][] = [
      ['publishing', ['2'], () => post('publish', { id, base })],
      [
        'saving',
        [],
        async () => {
          const saved = await post('save', { id, base, content: { ...content, columnId: '3' } });
          base = saved.data.version;
        },
      ],
      ['publishing into another column', ['2', '3'], () => post('publish', { id, base })],
      ['a new time', ['3'], () => post('setPublishedAt', { id, at: '2020-05-01T08:00:00+08:00' })],
      ['withdrawing', ['3'], () => post('withdraw', { id })],
      ['withdrawing again', [], () => post('withdraw', { id })],
      ['scheduling', ['3'], () => post('publish', { id, base, at: soon() })],
      ['its time', ['3'], publishDue],
    ];
    for (const [name, columns, change] of changes) {
      const tags =
        columns.length === 0 ? [] : [...columns.map((column) => `column:${column}`), `post:${id}`, 'posts'];
      expect(await purgedBy(portal, change), name).toEqual(tags);
    }
  });

  test('announces to readers online what is published now or was due, and no other change', async () => {
    const { id, version, content } = await draft({ columnId: '2' });
    const flash = { id, kind: 'article', columnId: '2' };
    let base = version;
    const changes: [name: string, news: object[], change: () => Promise<unknown>][] = [
      ['publishing', [flash], () => post('publish', { id, base })],
      [
        'publishing a correction',
        [],
        async () => {
          base = (await post('save', { id, base, content: { ...content, title: '改过' } })).data.version;
          await post('publish', { id, base });
        },
      ],
      ['withdrawing', [], () => post('withdraw', { id })],
      ['scheduling', [], () => post('publish', { id, base, at: soon() })],
      ['its time', [flash], publishDue],
    ];
    for (const [name, news, change] of changes) {
      const payloads = await notifiedBy(portal, liveChannel, change);
      expect(
        payloads.flatMap((payload) => JSON.parse(payload).posts),
        name,
      ).toEqual(news);
    }
  });
});

describe('permissions', () => {
  const calls: [string, string, string][] = [
    ['GET', 'list', 'content.view'],
    ['GET', 'detail', 'content.view'],
    ['GET', 'versions', 'content.view'],
    ['GET', 'version', 'content.view'],
    ['GET', 'preview', 'content.view'],
    ['GET', 'authors', 'content.view'],
    ['POST', 'create', 'content.edit'],
    ['POST', 'save', 'content.edit'],
    ['POST', 'delete', 'content.edit'],
    ['POST', 'restore', 'content.edit'],
    ['POST', 'open', 'content.edit'],
    ['POST', 'close', 'content.edit'],
    ['POST', 'publish', 'content.publish'],
    ['POST', 'withdraw', 'content.publish'],
    ['POST', 'check', 'content.view'],
    ['POST', 'submit', 'content.edit'],
    ['POST', 'cancelReview', 'content.edit'],
    ['GET', 'reviewed', 'content.review'],
  ];

  test.each(calls)('%s /admin/post/%s needs %s, before anything else', async (method, path) => {
    const { token: member } = await logIn(portal);
    const callAs = async (token?: string) =>
      (
        await portal.call(`${method} /admin/post/${path}`, {
          ...(token ? { token } : {}),
          ...(method === 'POST' ? { body: {} } : {}),
        })
      ).status;
    expect(await callAs()).toBe(401);
    expect(await callAs(member)).toBe(403);
    expect(await callAs((await logIn(portal, { role: 'finance' })).token)).toBe(403);
  });

  test('finds an author by the beginning of the name', async () => {
    await addPost(portal, { author: '江上客' });
    expect((await get('authors', { name: '江上' })).data).toMatchObject([{ name: '江上客' }]);
    expect((await get('authors', { name: '上客' })).data).toEqual([]);
    expect((await get('authors', { name: '%' })).data).toEqual([]);
  });

  test('lets a reviewer read posts but not change them', async () => {
    const { token } = await logIn(portal, { role: 'reviewer' });
    const { id, version, content } = await draft();
    expect(await get('detail', { id }, token)).toMatchObject({ code: 200 });
    expect(await post('save', { id, base: version, content }, token)).toMatchObject({ code: 403 });
    expect(await post('publish', { id, base: version }, token)).toMatchObject({ code: 403 });
  });
});
