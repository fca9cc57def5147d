import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { logIn } from '#testing/builders.ts';
import { openPortal, type Portal } from '#testing/portal.ts';

let portal: Portal;
let editor: string;
beforeAll(async () => {
  portal = await openPortal();
  editor = (await logIn(portal, { role: 'editor' })).token;
});
// The guide begins on a site without posts.
beforeEach(() => portal.ctx.db.deleteFrom('posts').execute());
afterAll(() => portal.close());

const look = async (token = editor) => (await portal.ask('GET /admin/start', { token })).body;
const post = async (path: string, body: object, token = editor) =>
  (await portal.ask(`POST /admin/${path}`, { body, token })).body;
const ticked = async () =>
  (await look()).data.guide?.steps
    .filter(({ isDone }: { isDone: boolean }) => isDone)
    .map(({ step }: { step: string }) => step);

test('the guide follows a site from nothing to a piece that was read, and is then gone', async () => {
  expect((await look()).data).toMatchObject({ drafts: [], scheduled: [], waiting: null });
  expect(await ticked()).toEqual([]);
  await portal.ctx.db
    .insertInto('site_settings')
    .values({ name: 'site', value: '{"name":"新站"}' })
    .execute();
  await post('start/step', { step: 'columns' });
  expect(await ticked()).toEqual(['name', 'columns']);

  const { data } = await post('post/create', { columnId: '2', title: '第一篇' });
  expect((await look()).data).toMatchObject({
    guide: { draftId: data.id, published: null },
    drafts: [{ id: data.id, title: '第一篇' }],
  });
  expect(await ticked()).toEqual(['name', 'columns', 'write']);

  const opened = (await portal.ask('GET /admin/post/detail', { query: { id: data.id }, token: editor })).body
    .data;
  const content = { ...opened.content, access: 'public', html: '<p>正文。</p>' };
  const saved = await post('post/save', { id: data.id, base: opened.version, content });
  await post('post/publish', { id: data.id, base: saved.data.version });
  expect(await ticked()).toEqual(['name', 'columns', 'write', 'publish']);
  const { published } = (await look()).data.guide;
  expect(published).toMatchObject({ id: data.id, title: '第一篇', address: `/mobileDetail?id=${data.id}` });

  await post('start/step', { step: 'read' });
  expect((await look()).data).toMatchObject({ guide: null, drafts: [] });
});

test('drafts are the caller’s own, and what comes out by itself is everybody’s', async () => {
  const other = (await logIn(portal, { role: 'editor' })).token;
  const { data } = await post('post/create', { columnId: '2', title: '别人的稿' }, other);
  expect((await look()).data.drafts).toEqual([]);
  expect((await look(other)).data.drafts).toMatchObject([{ id: data.id }]);
  const opened = (await portal.ask('GET /admin/post/detail', { query: { id: data.id }, token: other })).body
    .data;
  const content = { ...opened.content, html: '<p>正文。</p>' };
  const saved = await post('post/save', { id: data.id, base: opened.version, content }, other);
  await post(
    'post/publish',
    { id: data.id, base: saved.data.version, at: '2099-01-01T08:00:00+08:00' },
    other,
  );
  expect((await look()).data.scheduled).toMatchObject([
    { id: data.id, publishedAt: '2099-01-01T08:00:00+08:00' },
  ]);
});

test('what waits is told to who may decide, and the guide to who may publish', async () => {
  const reviewer = (await logIn(portal, { role: 'reviewer' })).token;
  expect((await look(reviewer)).data).toMatchObject({ waiting: 0, guide: null });
});

test('it is for staff, and takes no step it does not know', async () => {
  expect((await portal.ask('GET /admin/start')).status).toBe(401);
  expect((await portal.ask('POST /admin/start/step', { body: { step: 'read' } })).status).toBe(401);
  const member = (await logIn(portal)).token;
  expect((await look(member)).code).toBe(403);
  const reviewer = (await logIn(portal, { role: 'reviewer' })).token;
  expect((await post('start/step', { step: 'read' }, reviewer)).code).toBe(403);
  expect(await post('start/step', { step: 'fly' })).toMatchObject({
    code: 400,
    msg: expect.stringContaining('步骤（step）'),
  });
});
