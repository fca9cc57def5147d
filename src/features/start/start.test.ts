import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  demoBegun,
  isMilestoneReached,
  liveMilestone,
  publishAgreement,
  reachMilestone,
} from '#features/settings/index.ts';
import { liveSettings } from '#testing/live-settings.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost, logIn } from '#testing/posts-and-members.ts';

let portal: Portal;
let editor: string;
beforeAll(async () => {
  portal = await openPortal();
  editor = (await logIn(portal, { role: 'editor' })).token;
});
// The guide starts on a site without posts.
beforeEach(() => portal.ctx.db.deleteFrom('posts').execute());
afterAll(() => portal.close());

const readStart = async (token = editor) => (await portal.call('GET /admin/start', { token })).body;
const post = async (path: string, body: object, token = editor) =>
  (await portal.call(`POST /admin/${path}`, { body, token })).body;
const ticked = async () =>
  (await readStart()).data.guide?.steps
    .filter(({ isDone }: { isDone: boolean }) => isDone)
    .map(({ step }: { step: string }) => step);

test('follows a site from empty to the first read post and then disappears', async () => {
  expect((await readStart()).data).toMatchObject({ drafts: [], scheduled: [], waiting: [], work: [] });
  expect(await ticked()).toEqual([]);
  await portal.ctx.db
    .insertInto('site_settings')
    .values({ name: 'site', value: '{"name":"新站"}' })
    .execute();
  await post('start/step', { step: 'columns' });
  expect(await ticked()).toEqual(['name', 'columns']);

  const { data } = await post('post/create', { columnId: '2', title: '第一篇' });
  expect((await readStart()).data).toMatchObject({
    guide: { draftId: data.id, published: null },
    drafts: [{ id: data.id, title: '第一篇' }],
  });
  expect(await ticked()).toEqual(['name', 'columns', 'write']);

  const opened = (await portal.call('GET /admin/post/detail', { query: { id: data.id }, token: editor })).body
    .data;
  const content = { ...opened.content, access: 'public', html: '<p>正文。</p>' };
  const saved = await post('post/save', { id: data.id, base: opened.version, content });
  await post('post/publish', { id: data.id, base: saved.data.version });
  expect(await ticked()).toEqual(['name', 'columns', 'write', 'publish']);
  const { published } = (await readStart()).data.guide;
  expect(published).toMatchObject({ id: data.id, title: '第一篇', address: `/mobileDetail?id=${data.id}` });

  await post('start/step', { step: 'read' });
  expect((await readStart()).data).toMatchObject({ guide: null, drafts: [] });
});

test("shows the caller's own drafts and everyone's scheduled posts", async () => {
  const { token: other, memberId } = await logIn(portal, { role: 'editor' });
  const { data } = await post('post/create', { columnId: '2', title: '别人的稿' }, other);
  expect((await readStart()).data.drafts).toEqual([]);
  expect((await readStart(other)).data.drafts).toMatchObject([{ id: data.id }]);
  const opened = (await portal.call('GET /admin/post/detail', { query: { id: data.id }, token: other })).body
    .data;
  const content = { ...opened.content, html: '<p>正文。</p>' };
  const saved = await post('post/save', { id: data.id, base: opened.version, content }, other);
  const review = async (state: 'changes' | 'pending', note = '') =>
    portal.ctx.db
      .insertInto('review_items')
      .values({
        ...{
          kind: 'post',
          target: `post:${data.id}`,
          title: '别人的稿',
          excerpt: '',
          reason: '',
          hits: '[]',
        },
        ...{ details: JSON.stringify({ version: saved.data.version }), submitted_by: memberId, state, note },
        decided_at: state === 'changes' ? portal.ctx.now() : null,
      } as never)
      .execute();
  await review('changes', '数字对一下。');
  expect((await readStart(other)).data.returned).toMatchObject([
    { id: data.id, title: '别人的稿', state: 'changes', note: '数字对一下。', decidedBy: null },
  ]);
  expect((await readStart()).data.returned).toEqual([]);
  await review('pending');
  expect((await readStart(other)).data.returned).toEqual([]);
  await portal.ctx.db.deleteFrom('review_items').execute();
  await post(
    'post/publish',
    { id: data.id, base: saved.data.version, at: '2099-01-01T08:00:00+08:00' },
    other,
  );
  expect((await readStart()).data.scheduled).toMatchObject([
    { id: data.id, publishedAt: '2099-01-01T08:00:00+08:00' },
  ]);
});

test('shows editors how far the rebuild of the search index is', async () => {
  const { db } = portal.ctx;
  const now = new Date();
  await db
    .insertInto('search_rebuilds')
    .values({ done: 420_000, total: 1_000_000, started_at: now, seen_at: now })
    .execute();
  const { work } = (await readStart()).data;
  expect(work).toMatchObject([{ name: 'index', state: 'running', done: 420_000, total: 1_000_000 }]);
  await db.deleteFrom('search_rebuilds').execute();
  expect((await readStart()).data.work).toEqual([]);
});

test('shows waiting items and background work to those with the permission', async () => {
  const { db } = portal.ctx;
  const { memberId } = await logIn(portal, { role: 'editor' });
  const item = { kind: 'post', target: 'post:1', title: '待审', excerpt: '', submitted_by: memberId };
  await db
    .insertInto('review_items')
    .values({ ...item, reason: '有词', details: '{}', hits: '[]' } as never)
    .execute();
  const transfer = { kind: 'import' as const, name: '旧站.xml', path: 'x', created_by: memberId };
  await db
    .insertInto('transfers')
    .values([
      { ...transfer, state: 'running', done: 3, total: 9 },
      { ...transfer, state: 'failed', error: '第 3 行不是 XML', finished_at: portal.ctx.now() },
      { ...transfer, state: 'failed', error: '旧事', finished_at: new Date('2020-01-01') },
      { ...transfer, state: 'done' },
    ])
    .execute();
  const of = async (role: 'reviewer' | 'finance' | 'admin') =>
    (await readStart((await logIn(portal, { role })).token)).data;
  expect(await of('reviewer')).toMatchObject({
    waiting: [{ name: 'reviews', count: 1 }],
    work: [],
    guide: null,
  });
  expect(await of('finance')).toMatchObject({ waiting: [], work: [], drafts: [], scheduled: [] });
  const admin = await of('admin');
  expect(admin.waiting).toContainEqual({ name: 'reviews', count: 1 });
  const transfers = admin.work.filter(({ name }: { name: string }) => name === 'transfers');
  expect(transfers).toHaveLength(2);
  expect(transfers).toContainEqual(
    expect.objectContaining({ what: '导入 旧站.xml', state: 'failed', error: '第 3 行不是 XML' }),
  );
  expect(transfers).toContainEqual(expect.objectContaining({ state: 'running', done: 3, total: 9 }));
});

test('requires staff and rejects an unknown step', async () => {
  expect((await portal.call('GET /admin/start')).status).toBe(401);
  expect((await portal.call('POST /admin/start/step', { body: { step: 'read' } })).status).toBe(401);
  const member = (await logIn(portal)).token;
  expect((await readStart(member)).code).toBe(403);
  const reviewer = (await logIn(portal, { role: 'reviewer' })).token;
  expect((await post('start/step', { step: 'read' }, reviewer)).code).toBe(403);
  expect(await post('start/step', { step: 'fly' })).toMatchObject({
    code: 400,
    msg: expect.stringContaining('步骤'),
  });
});

test('lists what a site needs before it goes live, with the state of its settings', async () => {
  const own = await openPortal({ SITE_URL: 'https://news.example.cn', SITE_ICP: '京ICP备00000000号' });
  try {
    const { token } = await logIn(own, { role: 'admin' });
    const { token: operator } = await logIn(own, { role: 'editor' });
    const goLive = async (by = token) => (await own.call('GET /admin/start', { token: by })).body.data.goLive;
    const tick = (item: string, isTicked: boolean, by = token) =>
      own.call('POST /admin/start/goLive', { token: by, body: { item, isTicked } });
    expect(await goLive()).toBeNull();
    await own.call('POST /admin/start/step', { token, body: { step: 'dismissed' } });
    await addPost(own);
    const stateOf = async (wanted: string) =>
      (await goLive()).items.find(({ item }: { item: string }) => item === wanted).state;
    expect((await goLive()).items).toEqual([
      { item: 'domain', state: 'set' },
      { item: 'filing', state: 'set' },
      ...['agreements', 'sms', 'mail', 'payment', 'backup', 'mode'].map((item) => ({ item, state: 'open' })),
    ]);
    for (const kind of ['agreement', 'privacy']) {
      expect(await stateOf('agreements')).toBe('open');
      const text = { version: '1', title: '文本', body: '<p>正文。</p>', effective_at: new Date(0) };
      await publishAgreement(own.ctx, { kind, ...text });
    }
    expect(await stateOf('agreements')).toBe('set');
    await tick('backup', true);
    expect(await stateOf('backup')).toBe('ticked');
    await tick('backup', false);
    expect(await stateOf('backup')).toBe('open');
    expect(await goLive(operator)).toBeNull();
    expect((await tick('backup', true, operator)).status).toBe(403);
    expect((await tick('nothing', true)).status).toBe(400);
    expect((await own.call('POST /admin/start/goLive', { body: {} })).status).toBe(401);
    await tick('dismissed', true);
    expect(await goLive()).toBeNull();
  } finally {
    await own.close();
  }
});

test('switches to live mode once nothing is missing, and never a demo', async () => {
  const { SITE_MODE: _, SMS_PROVIDER: __, API_CLIENT: ___, ...settings } = liveSettings;
  const own = await openPortal(settings);
  try {
    const { token } = await logIn(own, { role: 'admin' });
    const { token: operator } = await logIn(own, { role: 'editor' });
    const goLive = async (by = token) => (await own.call('POST /admin/start/live', { token: by })).body;
    expect(await goLive(operator)).toMatchObject({ code: 403 });
    expect(await goLive()).toMatchObject({
      code: 409,
      msg: '还不能切换：正式站点须接真实短信，方式不能是发件箱',
    });
    await reachMilestone(own.ctx, demoBegun);
    expect(await goLive()).toMatchObject({ code: 409, msg: expect.stringContaining('演示内容') });
    await own.ctx.db.deleteFrom('milestones').where('name', '=', demoBegun).execute();
    const values = {
      provider: 'aliyun',
      accessKeyId: 'i',
      accessKeySecret: 's',
      signName: '潮',
      templates: 'SMS_1',
    };
    await own.call('POST /admin/settings/save', { token, body: { group: 'sms', values, base: null } });
    expect(await isMilestoneReached(own.ctx, liveMilestone)).toBe(false);
    expect(await goLive()).toMatchObject({ code: 200, data: true });
    expect(await goLive()).toMatchObject({ code: 200, data: true });
    expect(await isMilestoneReached(own.ctx, liveMilestone)).toBe(true);
  } finally {
    await own.close();
  }
});
