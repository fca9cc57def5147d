import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayMs, dayOf } from '#shared/dates.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost, logIn } from '#testing/posts-and-members.ts';
import { deleteOldPreviewLinks } from './service.ts';

let portal: Portal;
let editor: string;
beforeAll(async () => {
  portal = await openPortal();
  editor = (await logIn(portal, { role: 'editor' })).token;
});
afterAll(() => portal.close());

const body = '<p>开头一段。</p><!--paywall--><p>只有买过的人读到的结论。</p>';
const addDraft = () =>
  addPost(portal, {
    title: '送审前的稿子',
    state: 'draft',
    publishedAt: null,
    access: 'paid',
    price: 900,
    body,
  });
const create = async (id: string, changes: object = {}, token = editor) =>
  (
    await portal.call('POST /admin/post/createPreviewLink', {
      token,
      body: { id, label: '王律师', days: '3', as: 'visitor', isFixed: false, ...changes },
    })
  ).body;
const open = (token: string) => portal.call('POST /reception/openPreview', { body: { token } });
const list = async (id: string) =>
  (await portal.call('GET /admin/post/previewLinks', { query: { id }, token: editor })).body.data;
const save = async (id: string, html: string) => {
  const { data } = (await portal.call('GET /admin/post/detail', { query: { id }, token: editor })).body;
  await portal.call('POST /admin/post/save', {
    body: { id, base: data.version, content: { ...data.content, html } },
    token: editor,
  });
};
const unknown = { code: 404, msg: '预览链接不正确、已过期或已撤销，请向编辑部再要一个' };

describe('a preview link', () => {
  test('shows a draft without an account, cut as for a visitor or whole as for a buyer', async () => {
    const id = await addDraft();
    const { data: visitor } = await create(id);
    const answer = await open(visitor.token);
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
    expect(answer.body.data).toMatchObject({
      label: '王律师',
      day: dayOf(new Date()),
      post: { title: '送审前的稿子', lockReason: 'paid', offers: [] },
    });
    expect(answer.text).not.toContain('只有买过的人读到的结论');
    const { data: buyer } = await create(id, { as: 'buyer' });
    const whole = await open(buyer.token);
    expect(whole.body.data.post).toMatchObject({ lockReason: null });
    expect(whole.text).toContain('只有买过的人读到的结论');
  });

  test('opens while another member has the post open in the editor', async () => {
    const id = await addDraft();
    await portal.call('POST /admin/post/open', { body: { id }, token: editor });
    expect((await open((await create(id)).data.token)).status).toBe(200);
  });

  test('shows the newest version at each opening, or the one it was fixed to', async () => {
    const id = await addDraft();
    const { data: newest } = await create(id);
    const { data: fixed } = await create(id, { isFixed: true });
    await save(id, '<p>改过的开头。</p><!--paywall--><p>后面。</p>');
    expect((await open(newest.token)).text).toContain('改过的开头');
    const kept = await open(fixed.token);
    expect(kept.text).toContain('开头一段');
    expect(kept.text).not.toContain('改过的开头');
  });

  test('is answered alike if it is wrong, expired, revoked, or its post is in the bin', async () => {
    const id = await addDraft();
    const links = [await create(id), await create(id), await create(id)];
    const [expired, revoked, binned] = links.map(({ data }) => data);
    await portal.ctx.db
      .updateTable('preview_links')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('id', '=', expired.id)
      .execute();
    const revoke = (token = editor) =>
      portal.call('POST /admin/post/revokePreviewLink', { body: { id, linkId: revoked.id }, token });
    expect((await revoke()).status).toBe(200);
    expect((await revoke()).status).toBe(404);
    await portal.call('POST /admin/post/delete', { body: { id }, token: editor });
    for (const token of ['x'.repeat(43), expired.token, revoked.token, binned.token])
      expect((await open(token)).body).toMatchObject(unknown);
    expect((await open('')).status).toBe(400);
  });

  test('ends when its maker loses the right to make it, is blocked or deleted, and returns with the right', async () => {
    const { db } = portal.ctx;
    const id = await addDraft();
    const maker = await logIn(portal, { role: 'editor' });
    const { data } = await create(id, { as: 'buyer' }, maker.token);
    const stateAndStatus = async () => [(await list(id))[0].state, (await open(data.token)).status];
    const set = (change: { blocked_at?: Date | null; column_ids?: string[] | null }) =>
      db.updateTable('members').set(change).where('id', '=', maker.memberId).execute();
    const setRole = (role: string) =>
      db.updateTable('member_roles').set({ role }).where('member_id', '=', maker.memberId).execute();
    expect(await stateAndStatus()).toEqual(['open', 200]);
    await setRole('reviewer');
    expect(await stateAndStatus()).toEqual(['revoked', 404]);
    await setRole('editor');
    expect(await stateAndStatus()).toEqual(['open', 200]);
    await set({ column_ids: ['1'] });
    expect(await stateAndStatus()).toEqual(['revoked', 404]);
    await set({ column_ids: ['2'], blocked_at: new Date() });
    expect(await stateAndStatus()).toEqual(['revoked', 404]);
    await set({ blocked_at: null });
    expect(await stateAndStatus()).toEqual(['open', 200]);
    const security = { name: 'security', value: JSON.stringify({ staffTotp: 'required' }) };
    await db.insertInto('site_settings').values(security).execute();
    portal.ctx.tenant.tags.purgeAll();
    expect((await open(data.token)).status).toBe(404);
    await db.deleteFrom('site_settings').where('name', '=', 'security').execute();
    portal.ctx.tenant.tags.purgeAll();
    expect(await stateAndStatus()).toEqual(['open', 200]);
    await db.updateTable('preview_links').set({ created_by: null }).where('id', '=', data.id).execute();
    expect(await stateAndStatus()).toEqual(['revoked', 404]);
  });

  test('is listed with its state and its openings, and its token is not stored', async () => {
    const id = await addDraft();
    const { data } = await create(id, { days: '1', as: 'buyer', isFixed: true });
    await open(data.token);
    await open(data.token);
    expect(await list(id)).toMatchObject([
      { id: data.id, label: '王律师', as: 'buyer', version: 1, state: 'open', opened: 2 },
    ]);
    const rows = await portal.ctx.db.selectFrom('preview_links').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(data.token);
    const audited = await portal.ctx.db
      .selectFrom('audit_entries')
      .select('after')
      .where('target', '=', `post:${id}`)
      .where('action', '=', 'post.createPreviewLink')
      .execute();
    expect(JSON.stringify(audited)).not.toContain(data.token);
    expect(audited).toMatchObject([{ after: { label: '王律师', as: 'buyer' } }]);
  });

  test('is refused to visitors, members and for invalid input, and beyond 20 of a post', async () => {
    const id = await addDraft();
    const { token } = await logIn(portal);
    expect((await create(id, {}, token)).code).toBe(403);
    expect((await portal.call('GET /admin/post/previewLinks', { query: { id } })).status).toBe(401);
    expect(await create('999999')).toMatchObject({ code: 404 });
    expect(await create(id, { label: ' ' })).toMatchObject({ code: 400, msg: '请填写给谁看' });
    expect((await create(id, { days: '30' })).code).toBe(400);
    for (let link = 0; link < 20; link += 1) expect((await create(id)).code).toBe(200);
    expect((await create(id)).code).toBe(409);
  });

  test('is deleted 30 days after its end', async () => {
    const id = await addDraft();
    const { data: old } = await create(id);
    await create(id);
    await portal.ctx.db
      .updateTable('preview_links')
      .set({ expires_at: new Date(Date.now() - 31 * dayMs) })
      .where('id', '=', old.id)
      .execute();
    await deleteOldPreviewLinks(portal.ctx);
    expect(await list(id)).toHaveLength(1);
  });

  test('opens at most 60 times in ten minutes from one network', async () => {
    const { data } = await create(await addDraft());
    const statuses: number[] = [];
    for (let opening = 0; opening < 61; opening += 1) statuses.push((await open(data.token)).status);
    expect(statuses.at(-1)).toBe(429);
    await portal.ctx.db.deleteFrom('rate_limits').execute();
  });
});
