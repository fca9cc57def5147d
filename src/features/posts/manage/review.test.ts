import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPortal, type Portal } from '#testing/portal.ts';
import { logIn } from '#testing/posts-and-members.ts';
import { publishDuePosts } from '../service.ts';

let portal: Portal;
/** May write posts but not publish them. */
let writer: { token: string; memberId: string };
let editor: string;
let reviewer: string;
let admin: { token: string; memberId: string };

beforeAll(async () => {
  portal = await openPortal();
  const { db } = portal.ctx;
  writer = await holderOf('content.view', 'content.edit');
  editor = (await logIn(portal, { role: 'editor' })).token;
  reviewer = (await logIn(portal, { role: 'reviewer' })).token;
  admin = await logIn(portal, { role: 'admin' });
  await db
    .insertInto('sensitive_words')
    .values([
      { word: '绝对禁词', level: 'block' },
      { word: '需审之词', level: 'review' },
      { word: '提醒之词', level: 'warn' },
    ])
    .execute();
});
afterAll(() => portal.close());

/** Logs in a member with a custom role that holds these permissions. */
async function holderOf(...permissions: string[]) {
  const { db } = portal.ctx;
  const person = await logIn(portal);
  const code = `own-${permissions.length}`;
  await db.insertInto('roles').values({ code, name: code, permissions }).execute();
  await db.insertInto('member_roles').values({ member_id: person.memberId, role: code }).execute();
  return person;
}

type Query = Record<string, string>;
const get = async (path: string, query: Query, token: string) =>
  (await portal.call(`GET /admin/${path}`, { query, token })).body;
const post = async (path: string, body: object, token: string) =>
  (await portal.call(`POST /admin/${path}`, { body, token })).body;
const read = async (id: string) =>
  (await portal.call('POST /reception/article/selectArticle', { query: { id } })).body;

async function draft(changes: object = {}, token = editor) {
  const { data } = await post('post/create', { columnId: '2', title: '一篇稿件' }, token);
  const { data: opened } = await get('post/detail', { id: data.id }, token);
  const content = { ...opened.content, access: 'public', html: '<p>第一段。</p>', ...changes };
  const saved = await post('post/save', { id: data.id, base: opened.version, content }, token);
  expect(saved).toMatchObject({ code: 200 });
  return { id: data.id as string, version: saved.data.version as number, content };
}
const save = async (id: string, base: number, content: object, token = editor, more: object = {}) =>
  (await post('post/save', { id, base, content, ...more }, token)).data.version as number;
async function itemOf(id: string) {
  const { data } = await get('moderation/list', { size: '100' }, reviewer);
  return data.records.find(({ target }: { target: string }) => target === `post:${id}`);
}
const decide = (id: string, decision: string, note = '', token = reviewer) =>
  post('moderation/decide', { id, decision, note }, token);

describe('what readers will not see', () => {
  const html =
    '<p>字</p><img src="https://mmbiz.qpic.cn/a.png" alt="营收"><p>〔缺图：图 1，请在这里上传〕</p>';
  const names = '图片“营收”（mmbiz.qpic.cn）、〔缺图：图 1，请在这里上传〕';

  test('is named before a publication, a schedule and a submission, which go on once that is accepted', async () => {
    const { id, version } = await draft({ html });
    expect((await get('post/unseen', { id }, writer.token)).data).toEqual([
      { kind: 'picture', address: 'https://mmbiz.qpic.cn/a.png', name: '营收' },
      { kind: 'note', address: '', name: '〔缺图：图 1，请在这里上传〕' },
    ]);
    const at = new Date(Date.now() + 3600_000).toISOString();
    const calls = [
      ['post/publish', { id, base: version, isReviewed: true }],
      ['post/publish', { id, base: version, at }],
      ['post/submit', { id, base: version }],
      ['post/submit', { id, base: version, at, acceptsUnseen: false }],
    ] as const;
    for (const [path, body] of calls) {
      const answer = await post(path, body, admin.token);
      expect(answer).toMatchObject({ code: 400, field: 'acceptsUnseen' });
      expect(answer.msg).toContain(`读者会看不到：${names}`);
    }
    const { data } = await post('post/changeMany', { ids: [id], change: 'publish' }, admin.token);
    expect(data).toEqual([{ id, fault: expect.stringContaining(names) }]);
    expect(await read(id)).toMatchObject({ code: 404 });
    expect(await itemOf(id)).toBeUndefined();
    const submitted = await post('post/submit', { id, base: version, acceptsUnseen: true }, writer.token);
    expect(submitted).toMatchObject({ code: 200 });
    const item = await itemOf(id);
    expect((await get('post/reviewed', { id: item.id }, reviewer)).data.unseen).toHaveLength(2);
    expect(await post('post/publish', { id, base: version, acceptsUnseen: true }, editor)).toMatchObject({
      code: 200,
      data: { isHeld: false },
    });
    expect(await read(id)).toMatchObject({ code: 200 });
  });

  test('is a cover of another site, too', async () => {
    const { id, version } = await draft({ cover: 'https://x.example/c.png' });
    const answer = await post('post/publish', { id, base: version }, editor);
    expect(answer.msg).toContain('封面（x.example）');
  });
});

describe('sensitive words before publishing', () => {
  test.each([
    ['title', { title: '绝 对*禁词' }, '标题'],
    ['summary', { summary: '有绝对禁词' }, '摘要'],
    ['body', { html: '<p>绝对<b>禁</b>词</p>' }, '正文'],
    ['locked text', { html: '<p>开头</p><!--paywall--><p>绝对禁词</p>' }, '正文'],
    ['search title', { seoTitle: '绝对禁词' }, '搜索标题'],
    ['search description', { seoDescription: '绝对禁词' }, '搜索描述'],
    ['tags', { tags: ['绝对禁词'] }, '标签'],
  ])('refuses a blocked word in the %s and names its place', async (_, changes, label) => {
    const { id, version } = await draft(changes);
    for (const at of [undefined, new Date(Date.now() + 3600_000).toISOString()]) {
      const answer = await post('post/publish', { id, base: version, at, isReviewed: true }, admin.token);
      expect(answer).toMatchObject({ code: 400 });
      expect(answer.msg).toContain(`（${label}）`);
    }
    expect(await post('post/submit', { id, base: version }, writer.token)).toMatchObject({ code: 400 });
    expect(await read(id)).toMatchObject({ code: 404 });
    expect(await itemOf(id)).toBeUndefined();
  });

  test('queues a post with a word that requires review, whatever an editor says', async () => {
    const { id, version } = await draft({ html: '<p>含有需审之词。</p>' });
    const answer = await post('post/publish', { id, base: version, isReviewed: true }, editor);
    expect(answer).toMatchObject({ code: 200, data: { isHeld: true } });
    expect(await read(id)).toMatchObject({ code: 404 });
    expect(await itemOf(id)).toMatchObject({
      title: '一篇稿件',
      reason: expect.stringContaining('需审之词'),
      hits: [{ word: '需审之词', field: 'html', label: '正文' }],
    });
  });

  test('publishes it for a reviewer only if isReviewed is set', async () => {
    const { id, version } = await draft({ html: '<p>含有需审之词。</p>' });
    expect((await post('post/publish', { id, base: version }, admin.token)).data.isHeld).toBe(true);
    const answer = await post('post/publish', { id, base: version, isReviewed: true }, admin.token);
    expect(answer.data.isHeld).toBe(false);
    expect(await read(id)).toMatchObject({ code: 200 });
    expect(await itemOf(id)).toBeUndefined();
  });

  test('reports a word of level warn and publishes all the same', async () => {
    const { id, version } = await draft({ title: '提醒之词' });
    expect((await post('post/check', { id }, writer.token)).data).toMatchObject([
      { word: '提醒之词', level: 'warn', label: '标题', excerpt: '提醒之词' },
    ]);
    expect((await post('post/publish', { id, base: version }, editor)).data.isHeld).toBe(false);
  });

  test('holds back text saved over a scheduled post until it is checked', async () => {
    const { id, version, content } = await draft();
    const at = new Date(Date.now() + 3600_000).toISOString();
    await post('post/publish', { id, base: version, at }, editor);
    await save(id, version, { ...content, html: '<p>绝对禁词</p>' });
    await publishDuePosts({ ...portal.ctx, now: () => new Date(Date.now() + 7200_000) });
    expect((await read(id)).data.body).toContain('第一段');
  });
});

describe('submitting a post for review', () => {
  test('publishes the version as reviewed, once, when a reviewer approves it, and notifies its writer', async () => {
    const { id, version, content } = await draft({ html: '<p>送审的文字。</p>' }, writer.token);
    expect(await post('post/publish', { id, base: version }, writer.token)).toMatchObject({ code: 403 });
    expect(await post('post/submit', { id, base: version }, writer.token)).toMatchObject({ code: 200 });
    const head = await save(id, version, { ...content, html: '<p>之后又改。</p>' }, writer.token);
    const item = await itemOf(id);
    expect((await get('post/reviewed', { id: item.id }, reviewer)).data).toMatchObject({
      version,
      headVersion: head,
      html: expect.stringContaining('送审的文字'),
      live: null,
    });
    const [one, two] = await Promise.all([decide(item.id, 'approved'), decide(item.id, 'approved')]);
    expect([one.code, two.code].sort()).toEqual([200, 409]);
    expect((await read(id)).data.body).toContain('送审的文字');
    expect((await get('post/detail', { id }, writer.token)).data).toMatchObject({
      version: head,
      liveVersion: version,
      review: null,
    });
    const notices = (await portal.call('GET /member/notices', { token: writer.token })).body.data.records;
    expect(notices[0]).toMatchObject({ title: expect.stringContaining('通过'), body: expect.any(String) });
  });

  test('publishes the corrected version if one was submitted while the review was open', async () => {
    const { id, version, content } = await draft({ html: '<p>先送的。</p>' }, writer.token);
    const at = new Date(Date.now() + 3600_000).toISOString();
    await post('post/submit', { id, base: version, at }, writer.token);
    const { id: itemId } = await itemOf(id);
    const changes = { ...content, title: '改正的标题', summary: '改正的摘要', html: '<p>改正的。</p>' };
    const corrected = await save(id, version, changes, writer.token);
    await post('post/submit', { id, base: corrected }, writer.token);
    expect(await itemOf(id)).toMatchObject({ id: itemId, title: '改正的标题', excerpt: '改正的摘要' });
    expect((await get('post/reviewed', { id: itemId }, reviewer)).data).toMatchObject({ version: corrected });
    expect(await decide(itemId, 'approved')).toMatchObject({ code: 200 });
    // The first submission was for a later time.
    expect((await read(id)).data).toMatchObject({ title: '改正的标题', state: 'published' });
    expect((await read(id)).data.body).toContain('改正的');
  });

  test('does not replace the version under review by an autosave of the same sitting', async () => {
    const { id, version, content } = await draft({}, writer.token);
    const auto = await save(id, version, { ...content, html: '<p>送审这一版。</p>' }, writer.token, {
      isAutosave: true,
    });
    await post('post/submit', { id, base: auto }, writer.token);
    await save(id, auto, { ...content, html: '<p>后来的。</p>' }, writer.token, { isAutosave: true });
    expect(await decide((await itemOf(id)).id, 'approved')).toMatchObject({ code: 200 });
    expect((await read(id)).data.body).toContain('送审这一版');
  });

  test('returns a rejected post with a reason to its writer and publishes it after the repair', async () => {
    const { id, version, content } = await draft({}, writer.token);
    await post('post/submit', { id, base: version }, writer.token);
    const item = await itemOf(id);
    expect(await decide(item.id, 'rejected', '  ')).toMatchObject({
      code: 400,
      msg: expect.stringContaining('理由'),
    });
    expect(await decide(item.id, 'rejected', '缺少数据来源')).toMatchObject({ code: 200 });
    expect(await read(id)).toMatchObject({ code: 404 });
    expect((await get('post/detail', { id }, writer.token)).data.review).toMatchObject({
      state: 'rejected',
      note: '缺少数据来源',
    });
    const notices = (await portal.call('GET /member/notices', { token: writer.token })).body.data.records;
    expect(notices[0]).toMatchObject({
      title: expect.stringContaining('没有通过审核'),
      body: expect.stringContaining('缺少数据来源'),
      link: `/admin/posts/${id}`,
    });
    const corrected = await save(id, version, { ...content, html: '<p>补了来源。</p>' }, writer.token);
    await post('post/submit', { id, base: corrected }, writer.token);
    await decide((await itemOf(id)).id, 'approved');
    expect((await read(id)).data.body).toContain('补了来源');
  });

  test('shows both versions of a changed post while readers keep the old one until approval', async () => {
    const { id, version, content } = await draft({ html: '<p>原来的。</p>' });
    await post('post/publish', { id, base: version }, editor);
    const changed = await save(id, version, { ...content, html: '<p>改过的。</p>' }, writer.token);
    await post('post/submit', { id, base: changed }, writer.token);
    expect((await read(id)).data.body).toContain('原来的');
    const item = await itemOf(id);
    const { data } = await get('post/reviewed', { id: item.id }, reviewer);
    expect(data).toMatchObject({ state: 'published', live: { html: '<p>原来的。</p>' } });
    await decide(item.id, 'approved');
    expect((await read(id)).data.body).toContain('改过的');
  });

  test('schedules on approval a post that is to be published later', async () => {
    const { id, version } = await draft({}, writer.token);
    const at = new Date(Date.now() + 3600_000).toISOString();
    await post('post/submit', { id, base: version, at }, writer.token);
    await decide((await itemOf(id)).id, 'approved');
    expect((await get('post/detail', { id }, writer.token)).data.state).toBe('scheduled');
    expect(await read(id)).toMatchObject({ code: 404 });
  });

  test('refuses approval by the person who submitted it unless they hold every permission', async () => {
    const { token } = await holderOf('content.view', 'content.edit', 'content.review');
    const { id, version } = await draft({}, token);
    await post('post/submit', { id, base: version }, token);
    const item = await itemOf(id);
    expect(await decide(item.id, 'approved', '', token)).toMatchObject({
      code: 403,
      msg: expect.stringContaining('自己送审'),
    });
    const own = await draft({}, admin.token);
    await post('post/submit', { id: own.id, base: own.version }, admin.token);
    expect(await decide((await itemOf(own.id)).id, 'approved', '', admin.token)).toMatchObject({ code: 200 });
  });

  test('keeps a post queued if one of its words was blocked meanwhile', async () => {
    const { id, version } = await draft({ html: '<p>新近禁词</p>' }, writer.token);
    await post('post/submit', { id, base: version }, writer.token);
    await portal.ctx.db.insertInto('sensitive_words').values({ word: '新近禁词', level: 'block' }).execute();
    const item = await itemOf(id);
    expect(await decide(item.id, 'approved')).toMatchObject({ code: 400 });
    expect(await itemOf(id)).toMatchObject({ id: item.id, state: 'pending' });
  });

  test('lets the submitter cancel the review, but no other writer', async () => {
    const { id, version } = await draft({}, writer.token);
    await post('post/submit', { id, base: version }, writer.token);
    expect(await post('post/cancelReview', { id }, editor)).toMatchObject({ code: 403 });
    expect(await itemOf(id)).toBeDefined();
    expect(await post('post/cancelReview', { id }, writer.token)).toMatchObject({ code: 200 });
    expect(await itemOf(id)).toBeUndefined();
    expect(await post('post/cancelReview', { id }, writer.token)).toMatchObject({ code: 200 });
  });

  test('cancels the review when the post is deleted or withdrawn', async () => {
    const { id, version } = await draft({}, writer.token);
    await post('post/submit', { id, base: version }, writer.token);
    await post('post/delete', { id }, writer.token);
    expect(await itemOf(id)).toBeUndefined();
    const out = await draft();
    await post('post/publish', { id: out.id, base: out.version }, editor);
    const changed = await save(out.id, out.version, { ...out.content, title: '改' });
    await post('post/submit', { id: out.id, base: changed }, editor);
    await post('post/withdraw', { id: out.id }, editor);
    expect(await itemOf(out.id)).toBeUndefined();
  });

  test('refuses to submit an unchanged, an empty or an untitled post', async () => {
    const { id, version } = await draft();
    await post('post/publish', { id, base: version }, editor);
    expect(await post('post/submit', { id, base: version }, editor)).toMatchObject({ code: 409 });
    const empty = await draft({ html: '' });
    expect(await post('post/submit', { id: empty.id, base: empty.version }, editor)).toMatchObject({
      code: 400,
    });
    expect(await post('post/submit', { id, base: 99 }, editor)).toMatchObject({ code: 409 });
    expect(await post('post/submit', { id: '999999', base: 0 }, editor)).toMatchObject({ code: 404 });
    expect(await get('post/reviewed', { id: '999999' }, reviewer)).toMatchObject({ code: 404 });
    expect(await decide('999999', 'approved')).toMatchObject({ code: 404 });
  });
});

describe('withdrawing a post', () => {
  test('notifies its buyers once with the reason and hides it from others', async () => {
    const buyer = await logIn(portal);
    const { id, version } = await draft({ access: 'paid', price: 990 });
    await post('post/publish', { id, base: version }, editor);
    await portal.ctx.db
      .insertInto('grants')
      .values({
        member_id: buyer.memberId,
        scope: 'post',
        target_id: id,
        source: 'test',
        starts_at: new Date(0),
      })
      .execute();
    await post('post/withdraw', { id }, editor);
    const { body } = await portal.call('POST /reception/article/selectArticle', {
      query: { id },
      token: buyer.token,
    });
    // A granted post was not bought, so there is no refund to offer.
    expect(body.data).toMatchObject({ lockReason: 'withdrawn', body: '', offers: [] });
    expect(await read(id)).toMatchObject({ code: 404 });
    const listNotices = async () =>
      (await portal.call('GET /member/notices', { token: buyer.token })).body.data.records;
    expect(await listNotices()).toMatchObject([
      { title: expect.stringContaining('一篇稿件'), link: `/rined/detail?id=${id}` },
    ]);
    await post('post/withdraw', { id }, editor);
    expect(await listNotices()).toHaveLength(1);
  });

  test('turns a post that was only scheduled back into a draft', async () => {
    const { id, version } = await draft();
    const at = new Date(Date.now() + 3600_000).toISOString();
    await post('post/publish', { id, base: version, at }, editor);
    expect(await post('post/withdraw', { id }, editor)).toMatchObject({ code: 200 });
    expect((await get('post/detail', { id }, editor)).data).toMatchObject({
      state: 'draft',
      publishedAt: null,
    });
  });
});

test.each([
  ['GET /admin/post/reviewed', 'content.review'],
  ['POST /admin/post/check', 'content.view'],
  ['GET /admin/post/securities', 'content.view'],
  ['GET /admin/post/unseen', 'content.view'],
  ['POST /admin/post/submit', 'content.edit'],
  ['POST /admin/post/cancelReview', 'content.edit'],
])('%s needs %s, before anything else', async (key) => {
  const { token: member } = await logIn(portal);
  const { token: finance } = await logIn(portal, { role: 'finance' });
  const sent = key.startsWith('POST') ? { body: {} } : {};
  expect((await portal.call(key, sent)).status).toBe(401);
  for (const token of [member, finance])
    expect((await portal.call(key, { token, ...sent })).status).toBe(403);
});
