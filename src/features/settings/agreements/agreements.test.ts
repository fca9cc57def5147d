import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openPortal, type Portal } from '#testing/portal.ts';
import { logIn, receiveCode, relaxedCodeLimits } from '#testing/posts-and-members.ts';
import { purgedBy } from '#testing/purges.ts';

let portal: Portal;
let admin: string;
beforeAll(async () => {
  portal = await openPortal(relaxedCodeLimits);
  admin = (await logIn(portal, { role: 'admin' })).token;
});
afterAll(() => portal.close());
beforeEach(async () => {
  await portal.ctx.db.deleteFrom('agreements').execute();
});

const get = async (path: string, query: Record<string, string>) =>
  (await portal.call(`GET /admin/agreement/${path}`, { query, token: admin })).body;
const post = async (path: string, body: object) =>
  (await portal.call(`POST /admin/agreement/${path}`, { body, token: admin })).body;
const write = (changes: object = {}) =>
  post('create', { kind: 'agreement', title: '用户协议', body: '<p>第一版。</p>', ...changes });
const read = async (kind = 'agreement') =>
  (await portal.call('GET /reception/getAgreement', { query: { kind } })).body;
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();

describe('a version', () => {
  test('is in force at once, and readers get it sanitised', async () => {
    const { data } = await write({
      body: '<h2>一、总则</h2><p onclick="x()">条款<script>alert(1)</script></p>',
    });
    expect((await read()).data).toMatchObject({ version: data.version, title: '用户协议' });
    expect((await read()).data.body).toContain('条款');
    expect((await read()).data.body).not.toMatch(/script|onclick/);
    expect((await read('privacy')).code).toBe(404);
  });

  test('with a later date takes effect on that date and replaces the one before', async () => {
    await write();
    const { data: next } = await write({ title: '用户协议（新）', effectiveAt: tomorrow() });
    expect((await read()).data.title).toBe('用户协议');
    expect((await get('list', { kind: 'agreement' })).data).toMatchObject([
      { id: next.id, state: 'coming' },
      { state: 'inForce', title: '用户协议' },
    ]);
    await portal.ctx.db
      .updateTable('agreements')
      .set({ effective_at: new Date() })
      .where('id', '=', next.id)
      .execute();
    expect((await read()).data.title).toBe('用户协议（新）');
  });

  test('can be changed and deleted before it is in force, but not after', async () => {
    const { data: coming } = await write({ effectiveAt: tomorrow() });
    const change = { title: '改过的', body: '<p>改过的正文</p>', effectiveAt: tomorrow() };
    expect((await post('save', { id: coming.id, ...change })).data.title).toBe('改过的');
    expect((await post('delete', { id: coming.id })).code).toBe(200);
    expect((await post('delete', { id: coming.id })).code).toBe(404);
    const { data: current } = await write();
    expect(await post('save', { id: current.id, ...change })).toMatchObject({
      code: 409,
      msg: expect.stringContaining('请写一个新版本'),
    });
    expect(await post('delete', { id: current.id })).toMatchObject({ code: 409 });
    expect((await get('detail', { id: current.id })).data.title).toBe('用户协议');
  });

  test('is forgotten by caches with every change', async () => {
    let id = '';
    const changes: Record<string, () => Promise<unknown>> = {
      create: async () => {
        id = (await write({ effectiveAt: tomorrow() })).data.id;
      },
      save: () => post('save', { id, title: '改过的', body: '<p>正文</p>', effectiveAt: tomorrow() }),
      delete: () => post('delete', { id }),
    };
    for (const [name, change] of Object.entries(changes))
      expect(await purgedBy(portal, change), name).toEqual(['agreements']);
    expect(await purgedBy(portal, () => post('delete', { id })), 'delete again').toEqual([]);
  });

  test('of the same day gets a number suffix, also when two are written at once', async () => {
    const versions = (await Promise.all([write(), write(), write()])).map(({ data }) => data.version);
    const [day = ''] = [...versions].sort();
    expect([...versions].sort()).toEqual([day, `${day}.2`, `${day}.3`]);
  });

  test.each([
    [{ kind: 'other' }, '文本类型'],
    [{ title: ' ' }, '标题'],
    [{ title: '长'.repeat(61) }, '标题'],
    [{ body: '<p> </p>' }, '正文'],
    [{ body: 1 }, '正文'],
    [{ effectiveAt: 'soon' }, '生效时间'],
    [{ effectiveAt: '2020-01-01T00:00:00+08:00' }, '生效时间'],
  ])('with %j is rejected by field, and not written', async (changes, message) => {
    expect(await write(changes)).toMatchObject({ code: 400, msg: expect.stringContaining(message) });
    expect(await portal.ctx.db.selectFrom('agreements').selectAll().execute()).toEqual([]);
  });

  test('is audited with its author', async () => {
    const { data } = await write();
    const { body } = await portal.call('GET /admin/audit/list', {
      query: { target: `agreement:${data.id}` },
      token: admin,
    });
    expect(body.data.records).toMatchObject([
      { action: 'agreement.create', after: { version: data.version, title: '用户协议' } },
    ]);
  });
});

describe('a member who agreed to a replaced version', () => {
  const phone = '13700007777';
  const token = async (body: Record<string, string>) =>
    (await portal.call('POST /blade-auth/oauth/token', { body })).body;
  const byPassword = { grant_type: 'password', username: phone, password: 'correct horse' };

  test('is asked again once at the next login, by any method', async () => {
    const first = (await write()).data.version;
    const registered = await token({
      grant_type: 'register',
      phone,
      value: await receiveCode(portal, { phone, purpose: 'register' }),
      password: 'correct horse',
      agreement: first,
    });
    expect(registered.access_token).toBeTruthy();
    expect((await token(byPassword)).access_token, 'nothing has changed').toBeTruthy();

    const second = (await write({ body: '<p>第二版。</p>' })).data.version;
    const refused = await token(byPassword);
    expect(refused).toMatchObject({
      error_code: 400,
      error: 'consent_renewal',
      error_description: expect.stringContaining('《用户协议》已更新'),
    });
    expect(await token({ ...byPassword, agreement: first })).toMatchObject({ error: 'consent_renewal' });

    const value = await receiveCode(portal, { phone, purpose: 'login' });
    const byCode = { grant_type: 'sms_code', phone, value };
    expect(await token(byCode)).toMatchObject({ error: 'consent_renewal' });
    expect(
      (await token({ ...byCode, agreement: second })).access_token,
      'the code is still valid',
    ).toBeTruthy();

    expect((await token(byPassword)).access_token, 'is not asked again').toBeTruthy();
    const consents = await portal.ctx.db
      .selectFrom('consents')
      .select('version')
      .where('member_id', '=', registered.user_id)
      .orderBy('id')
      .execute();
    expect(consents.map(({ version }) => version)).toEqual([first, second]);
  });
});

test.each([
  ['GET', 'list'],
  ['GET', 'detail'],
  ['POST', 'create'],
  ['POST', 'save'],
  ['POST', 'delete'],
])('%s /admin/agreement/%s checks settings.manage before anything else', async (method, path) => {
  const statusFor = async (given?: string) =>
    (
      await portal.call(`${method} /admin/agreement/${path}`, {
        ...(given ? { token: given } : {}),
        ...(method === 'POST' ? { body: {} } : {}),
      })
    ).status;
  expect(await statusFor()).toBe(401);
  expect(await statusFor((await logIn(portal)).token)).toBe(403);
  expect(await statusFor((await logIn(portal, { role: 'editor' })).token)).toBe(403);
});
