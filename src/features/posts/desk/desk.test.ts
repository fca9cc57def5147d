import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPiece, logIn } from '#testing/builders.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { publishDuePosts } from '../service.ts';

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
  (await portal.ask(`GET /admin/post/${path}`, { query, token })).body;
const post = async (path: string, body: object, token = editor) =>
  (await portal.ask(`POST /admin/post/${path}`, { body, token })).body;
const read = async (id: string) =>
  (await portal.ask('POST /reception/article/selectArticle', { query: { id } })).body;

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

describe('writing and publishing at the desk (PRODUCT §6)', () => {
  test('a draft is nobody’s to read until it is published, and then reads as it was written', async () => {
    const { id, version } = await draft();
    expect(await read(id)).toMatchObject({ code: 404 });
    expect(await post('publish', { id, base: version })).toMatchObject({ code: 200 });
    expect(await read(id)).toMatchObject({ code: 200, data: { title: '一篇稿件', state: 'published' } });
    expect((await read(id)).data.body).toContain('第二段。');
  });

  test('what is saved over a published piece waits until it is published again', async () => {
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

  test('of two who save at once the second is told who was first, and nothing changes', async () => {
    const { id, version, content } = await draft();
    const [one, two] = await Promise.all([
      post('save', { id, base: version, content: { ...content, title: '甲改的' } }),
      post('save', { id, base: version, content: { ...content, title: '乙改的' } }, colleague),
    ]);
    const codes = [one.code, two.code].sort();
    expect(codes).toEqual([200, 409]);
    const refused = one.code === 409 ? one : two;
    expect(refused.msg).toContain('您写的内容还在');
    const kept = one.code === 200 ? '甲改的' : '乙改的';
    expect((await get('detail', { id })).data.content.title).toBe(kept);
  });

  test('a scheduled piece appears when its time has come, and not for a time that has passed', async () => {
    const { id, version } = await draft();
    expect(await post('publish', { id, base: version, at: '2020-01-01T08:00:00+08:00' })).toMatchObject({
      code: 400,
    });
    const at = new Date(Date.now() + 3600_000).toISOString();
    expect(await post('publish', { id, base: version, at })).toMatchObject({ code: 200 });
    expect(await read(id)).toMatchObject({ code: 404 });
    const later = { ...portal.ctx, now: () => new Date(Date.now() + 7200_000) };
    // By two workers at once.
    const published = await Promise.all([publishDuePosts(later), publishDuePosts(later)]);
    expect(published.toSorted()).toEqual([0, 1]);
    expect(await read(id)).toMatchObject({ code: 200 });
  });

  test('withdrawn is gone at once, and may come back', async () => {
    const { id, version } = await draft();
    await post('publish', { id, base: version });
    expect(await post('withdraw', { id })).toMatchObject({ code: 200 });
    expect(await read(id)).toMatchObject({ code: 404 });
    await post('publish', { id, base: version });
    expect(await read(id)).toMatchObject({ code: 200 });
  });

  test('every save is a version that can be read and restored; autosaves of one sitting are one', async () => {
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

  test('what somebody bought stays, also when it was to come out again and does not', async () => {
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
    expect(await post('delete', { id })).toMatchObject({ code: 409 });
    const { body } = await portal.ask('POST /reception/article/selectArticle', { query: { id }, token });
    expect(body).toMatchObject({ code: 200, data: { state: 'withdrawn', lockReason: 'withdrawn' } });
  });

  test('a VIP price is published, shown in the preview to VIP, and restored with its version', async () => {
    const { id, version, content } = await draft({ access: 'paid', price: 900, vipPrice: 500 });
    await post('publish', { id, base: version });
    const open = await portal.ask('POST /reception/article/selectArticle', { query: { id } });
    expect(open.body.data).toMatchObject({ price: 900, vipPrice: 500 });
    const priceAs = async (as: string) => (await get('preview', { id, as })).data.offers[0].price;
    expect([await priceAs('visitor'), await priceAs('vip')]).toEqual([900, 500]);
    const { data: next } = await post('save', { id, base: version, content: { ...content, vipPrice: null } });
    await post('restore', { id, base: next.version, number: version });
    expect((await get('detail', { id })).data.content.vipPrice).toBe(500);
  });

  test('a version of before there were VIP prices has none, and can be saved as it was read', async () => {
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

  test('a version beyond any number is refused by its name', async () => {
    const { id, version } = await draft();
    for (const number of ['2147483648', '9007199254740991']) {
      const answers = [
        await get('version', { id, number }),
        await post('restore', { id, base: version, number: Number(number) }),
      ];
      for (const answer of answers)
        expect(answer).toMatchObject({ code: 400, msg: expect.stringContaining('版本号（number）') });
    }
  });

  test('a piece that came by import opens with its paywall mark, and keeps its first version', async () => {
    const id = await addPiece(portal, { access: 'vip', body: '<p>开头。</p><!--paywall--><p>后面。</p>' });
    const { data } = await get('detail', { id });
    expect(data.content.html).toContain('<!--paywall-->');
    expect(data.version).toBe(0);
    const saved = await post('save', { id, base: 0, content: { ...data.content, title: '新题' } });
    expect(saved.data.version).toBe(2);
    expect((await get('version', { id, number: '1' })).data.title).toBe(data.content.title);
  });

  test('script never reaches a reader, whatever was saved', async () => {
    const { id, version } = await draft({
      title: '<script>alert(1)</script>标题',
      html: '<p onclick="x()">字<script>alert(1)</script><a href="javascript:x()">链</a></p>',
    });
    await post('publish', { id, base: version });
    const { body } = (await read(id)).data;
    expect(body).not.toMatch(/script|onclick/i);
  });

  test('a preview shows what visitor, member and VIP would read', async () => {
    const { id } = await draft({
      access: 'vip',
      html: '<p>开放部分。</p><!--paywall--><p>只给会员的句子。</p>',
    });
    const seen = async (as: string) => (await get('preview', { id, as })).data.body;
    expect(await seen('visitor')).not.toContain('只给会员');
    expect(await seen('member')).not.toContain('只给会员');
    expect(await seen('vip')).toContain('只给会员的句子');
  });

  test('who opens a piece that somebody has open is told, and the other may close it', async () => {
    const { id } = await draft();
    expect((await post('open', { id })).data.openedBy).toBeNull();
    expect((await post('open', { id }, colleague)).data.openedBy).toMatchObject({ name: expect.any(String) });
    await post('close', { id });
    expect((await post('open', { id }, colleague)).data.openedBy).toBeNull();
  });

  test('the list finds drafts by their title and tells states apart', async () => {
    const { id } = await draft({ title: '冷门 100%_ 草稿' });
    const { data } = await get('list', { state: 'draft', keyword: '100%_' });
    expect(data.records.map((row: { id: string }) => row.id)).toEqual([id]);
    expect((await get('list', { state: 'withdrawn', keyword: '100%_' })).data.records).toEqual([]);
  });

  test('only a draft can be deleted', async () => {
    const { id, version } = await draft();
    await post('publish', { id, base: version });
    expect(await post('delete', { id })).toMatchObject({ code: 409 });
    const other = await draft();
    expect(await post('delete', { id: other.id })).toMatchObject({ code: 200 });
    expect(await get('detail', { id: other.id })).toMatchObject({ code: 404 });
  });

  test.each([
    [{ title: 1 }, '标题（title）'],
    [{ columnId: '999' }, '栏目（columnId）不存在'],
    [{ columnId: '1' }, '另一类内容'],
    [{ authorId: '999999' }, '作者（authorId）不存在'],
    [{ access: 'paid', price: null }, '价格（price）'],
    [{ price: 0.5 }, '价格（price）'],
    [{ price: 0 }, '价格（price）至少 1 分'],
    [{ price: -100 }, '价格（price）至少 1 分'],
    [{ price: 900, vipPrice: 901 }, 'VIP 价（vipPrice）不能高于价格'],
    [{ price: 900, vipPrice: 0 }, 'VIP 价（vipPrice）至少 1 分'],
    [{ price: null, vipPrice: 900 }, 'VIP 价（vipPrice）要和价格一起填'],
    [{ price: 900, vipPrice: 500, vipFree: true }, 'VIP 价（vipPrice）和「VIP 免费」只能选一个'],
    [{ tags: Array.from({ length: 21 }, (_, place) => `t${place}`) }, '标签（tags）'],
    [{ access: 'all' }, '权限（access）'],
  ])('refuses %j, names the field and saves nothing', async (changes, message) => {
    const { id, version, content } = await draft();
    const answer = await post('save', { id, base: version, content: { ...content, ...changes } });
    expect(answer).toMatchObject({ code: 400 });
    expect(answer.msg).toContain(message);
    expect((await get('detail', { id })).data.version).toBe(version);
  });

  test.each([
    [{ title: '\u200b\u3164\u2060' }, '标题（title）'],
    [{ html: '<p>\u200b\u3164</p>' }, '正文（html）'],
    [{ html: '<img src="javascript:x()">' }, '正文（html）'],
  ])('what shows nothing is not published: %j', async (changes, message) => {
    const { id, version } = await draft(changes);
    expect(await post('publish', { id, base: version })).toMatchObject({
      code: 400,
      msg: expect.stringContaining(message),
    });
  });

  test.each(['<img src="/files/a.png">', '<div class="math" data-tex="E=mc^2"></div>'])(
    'what shows something without a word is: %s',
    async (html) => {
      const { id, version } = await draft({ html });
      expect(await post('publish', { id, base: version })).toMatchObject({ code: 200 });
    },
  );

  test('an empty piece is not published', async () => {
    const { id, version } = await draft({ html: '<p> </p>' });
    expect(await post('publish', { id, base: version })).toMatchObject({
      code: 400,
      msg: expect.stringContaining('正文'),
    });
  });

  test('what was done is written down', async () => {
    const { id, version } = await draft();
    await post('publish', { id, base: version });
    const admin = (await logIn(portal, { role: 'admin' })).token;
    const { body } = await portal.ask('GET /admin/audit/list', {
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

describe('who may do it', () => {
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
    const asked = async (token?: string) =>
      (
        await portal.ask(`${method} /admin/post/${path}`, {
          ...(token ? { token } : {}),
          ...(method === 'POST' ? { body: {} } : {}),
        })
      ).status;
    expect(await asked()).toBe(401);
    expect(await asked(member)).toBe(403);
    expect(await asked((await logIn(portal, { role: 'finance' })).token)).toBe(403);
  });

  test('an author is found by the beginning of their name', async () => {
    await addPiece(portal, { author: '江上客' });
    expect((await get('authors', { name: '江上' })).data).toMatchObject([{ name: '江上客' }]);
    expect((await get('authors', { name: '上客' })).data).toEqual([]);
    expect((await get('authors', { name: '%' })).data).toEqual([]);
  });

  test('a reviewer may look and not touch', async () => {
    const { token } = await logIn(portal, { role: 'reviewer' });
    const { id, version, content } = await draft();
    expect(await get('detail', { id }, token)).toMatchObject({ code: 200 });
    expect(await post('save', { id, base: version, content }, token)).toMatchObject({ code: 403 });
    expect(await post('publish', { id, base: version }, token)).toMatchObject({ code: 403 });
  });
});
