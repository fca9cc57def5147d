import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openPortal, type Portal } from '#testing/portal.ts';
import { logIn } from '#testing/posts-and-members.ts';

let portal: Portal;
let admin: string;
let other: string;
beforeAll(async () => {
  portal = await openPortal();
  admin = (await logIn(portal, { role: 'admin' })).token;
  other = (await logIn(portal, { role: 'admin' })).token;
});
afterAll(() => portal.close());
beforeEach(async () => {
  await portal.ctx.db.deleteFrom('agreements').execute();
  await portal.ctx.db.deleteFrom('agreement_drafts').execute();
});

const get = async (path: string, query: Record<string, string>, token = admin) =>
  (await portal.call(`GET /admin/agreement/${path}`, { query, token })).body;
const post = async (path: string, body: object, token = admin) =>
  (await portal.call(`POST /admin/agreement/${path}`, { body, token })).body;
const kind = 'agreement';
const save = (base: number, html: string, changes: object = {}, token = admin) =>
  post('saveDraft', { kind, base, content: { title: '用户协议', html }, ...changes }, token);
const publish = (body: string) => post('create', { kind, title: '用户协议', body });
const draft = async () => (await get('draft', { kind })).data;
const numbers = async () =>
  (await get('draftVersions', { kind })).data.map(({ number }: { number: number }) => number);

describe('the draft of an agreement', () => {
  test('starts with the text in force, and leaves it, its version and its date as they are', async () => {
    expect(await draft()).toEqual({ id: kind, version: 0, content: { title: '用户协议', html: '' } });
    const { data: inForce } = await publish('<p>第一版。</p>');
    expect(await draft()).toMatchObject({ version: 0, content: { html: '<p>第一版。</p>' } });
    expect((await save(0, '<p>改到一半')).data.version).toBe(1);
    expect(await draft()).toMatchObject({ version: 1, content: { html: '<p>改到一半' } });
    expect((await get('list', { kind })).data).toMatchObject([
      { id: inForce.id, version: inForce.version, effectiveAt: inForce.effectiveAt, state: 'inForce' },
    ]);
    const read = await portal.call('GET /reception/getAgreement', { query: { kind } });
    expect(read.body.data).toMatchObject({ version: inForce.version });
    expect(read.text).not.toContain('改到一半');
    expect((await get('draft', { kind: 'privacy' })).data.version).toBe(0);
  });

  test('is saved whatever it lacks, and one person’s autosaves replace each other', async () => {
    expect((await save(0, '', { content: { title: '', html: '' } })).code).toBe(200);
    await save(1, '<p>一</p>', { isAutosave: true });
    await save(2, '<p>二</p>', { isAutosave: true });
    expect(await numbers()).toEqual([3]);
    await save(3, '<p>三</p>', { isAutosave: true }, other);
    expect(await numbers()).toEqual([4, 3]);
  });

  test('refuses a save on top of an older version, and says who saved', async () => {
    await save(0, '<p>甲</p>');
    expect(await save(0, '<p>乙</p>', {}, other)).toMatchObject({ code: 409, msg: /刚被.+保存过/ });
    const both = await Promise.all([save(1, '<p>丙</p>'), save(1, '<p>丁</p>', {}, other)]);
    expect(both.map(({ code }) => code).sort()).toEqual([200, 409]);
  });

  test('gets an old version back, and the text of a published one, and loses none', async () => {
    const { data: first } = await publish('<p>已生效的。</p>');
    await save(0, '<p>甲</p>');
    await save(1, '<p>乙</p>');
    expect((await post('restoreDraft', { kind, base: 2, number: 1 })).data.version).toBe(3);
    expect((await draft()).content.html).toBe('<p>甲</p>');
    expect((await post('restoreDraft', { kind, base: 3, number: 9 })).code).toBe(404);
    expect((await post('draftFrom', { id: first.id })).data.version).toBe(4);
    expect((await draft()).content.html).toContain('已生效的。');
    expect(await numbers()).toEqual([4, 3, 2, 1]);
    expect((await get('draftVersion', { kind, number: '2' })).data.html).toBe('<p>乙</p>');
  });
});

test('staff without the permission, and visitors, have none of it', async () => {
  const { token } = await logIn(portal, { role: 'editor' });
  expect((await get('draft', { kind }, token)).code).toBe(403);
  expect((await save(0, '<p>甲</p>', {}, token)).code).toBe(403);
  expect((await portal.call('GET /admin/agreement/draft', { query: { kind } })).status).toBe(401);
});
