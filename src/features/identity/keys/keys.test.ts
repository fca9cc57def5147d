import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeApi } from '#kernel/http/openapi.ts';
import { dayMs } from '#shared/dates.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost, logIn } from '#testing/posts-and-members.ts';

type Person = { token: string; memberId: string };

let portal: Portal;
let admin: Person;
beforeAll(async () => {
  portal = await openPortal();
  admin = await logIn(portal, { role: 'admin' });
});
afterAll(() => portal.close());

const send = async (path: string, body: object, token = admin.token) =>
  (await portal.call(`POST ${path}`, { body, token })).body;
const create = async (changes: object = {}, token = admin.token) =>
  send('/admin/apiKey/create', { name: '导入脚本', scopes: ['content.view'], ...changes }, token);
const list = async () => (await portal.call('GET /admin/apiKey/list', { token: admin.token })).body.data;
const find = async (id: string) => (await list()).keys.find((key: { id: string }) => key.id === id);
/** Calls as a program does: with the key alone. */
const callBy = (key: string, name: string, options: object = {}) =>
  portal.call(name, { ...options, headers: { authorization: `Bearer ${key}` } });

/** A member of staff with a role of exactly these permissions. */
async function staffWith(permissions: string[]): Promise<Person & { role: string }> {
  const person = await logIn(portal);
  const name = `角色${person.memberId}`;
  const { data } = await send('/admin/role/create', { name, permissions });
  await send('/admin/staff/giveRole', { id: person.memberId, role: data.code });
  return { ...person, role: data.code };
}

describe('an API key', () => {
  test('makes the calls of its scopes without client and session, and no others', async () => {
    const { data } = await create({ scopes: ['content.view', 'tags.manage'] });
    expect((await callBy(data.key, 'GET /admin/post/list')).status).toBe(200);
    expect((await callBy(data.key, 'GET /admin/tag/list')).status).toBe(200);
    const refused = await callBy(data.key, 'GET /admin/member/list');
    expect(refused).toMatchObject({ status: 403 });
    expect(refused.body.msg).toContain('members.view');
  });

  test('is refused by calls that need the person, and reads as a visitor', async () => {
    const { data } = await create();
    const own = await callBy(data.key, 'GET /member/profile');
    expect(own).toMatchObject({ status: 403 });
    expect(own.body.msg).toContain('本人登录');
    const id = await addPost(portal, {
      access: 'paid',
      price: 100,
      body: '<p>开头。</p><!--paywall--><p>锁住的话。</p>',
    });
    const detail = await callBy(data.key, 'POST /reception/article/selectArticle', { query: { id } });
    expect(detail.status).toBe(200);
    expect(detail.text).not.toContain('锁住的话');
  });

  test('is refused together with a session, and if it is wrong', async () => {
    const { data } = await create();
    const both = await portal.call('GET /admin/post/list', {
      token: admin.token,
      headers: { authorization: `Bearer ${data.key}` },
    });
    expect(both.status).toBe(400);
    for (const wrong of [
      '',
      'x',
      `${data.key.slice(0, -1)}${data.key.endsWith('A') ? 'B' : 'A'}`,
      `${data.key}A`,
    ])
      for (const name of ['GET /admin/post/list', 'GET /reception/isLogin'])
        expect((await callBy(wrong, name)).status, `${name} ${wrong}`).toBe(401);
  });

  test('is stored as a hash and shown once', async () => {
    const { data } = await create({ name: '只看一次' });
    const rows = await portal.ctx.db.selectFrom('api_keys').selectAll().execute();
    const audit = await portal.ctx.db.selectFrom('audit_entries').selectAll().execute();
    for (const stored of [rows, audit, await list()]) {
      expect(JSON.stringify(stored)).toContain('只看一次');
      expect(JSON.stringify(stored)).not.toContain(data.key);
    }
    expect(await find(data.id)).toMatchObject({ hint: data.key.slice(0, 8), lastUsedAt: null });
  });

  test('stops when it is revoked and when it expires', async () => {
    const { data: revoked } = await create();
    const { data: expired } = await create({ days: 1 });
    for (const { key } of [revoked, expired])
      expect((await callBy(key, 'GET /admin/post/list')).status).toBe(200);
    expect(await send('/admin/apiKey/revoke', { id: revoked.id })).toMatchObject({ code: 200 });
    expect(await send('/admin/apiKey/revoke', { id: revoked.id })).toMatchObject({ code: 404 });
    await portal.ctx.db
      .updateTable('api_keys')
      .set({ expires_at: new Date(Date.now() - dayMs) })
      .where('id', '=', expired.id)
      .execute();
    for (const { key } of [revoked, expired])
      expect((await callBy(key, 'GET /admin/post/list')).status).toBe(401);
    expect(await find(revoked.id)).toBeUndefined();
    expect(await find(expired.id)).toMatchObject({ isExpired: true });
  });

  test('loses what its owner loses, and everything when they are blocked or deleted', async () => {
    const owner = await staffWith(['staff.manage', 'content.view', 'tags.manage']);
    const { data } = await create({ scopes: ['content.view', 'tags.manage'] }, owner.token);
    await send('/admin/role/save', {
      code: owner.role,
      name: `改${owner.memberId}`,
      permissions: ['staff.manage', 'content.view'],
    });
    expect((await callBy(data.key, 'GET /admin/post/list')).status).toBe(200);
    expect((await callBy(data.key, 'GET /admin/tag/list')).status).toBe(403);
    expect(await find(data.id)).toMatchObject({ effectiveScopes: ['content.view'] });
    await send('/admin/member/block', { id: owner.memberId, reason: '离职' });
    const blocked = await callBy(data.key, 'GET /admin/post/list');
    expect(blocked.status).toBe(401);
    expect(blocked.body.msg).toContain('停用');
    expect(await find(data.id)).toMatchObject({ effectiveScopes: [] });
    await send('/admin/member/unblock', { id: owner.memberId });
    await portal.ctx.db
      .updateTable('members')
      .set({ deletion_due_at: new Date(Date.now() - dayMs) })
      .where('id', '=', owner.memberId)
      .execute();
    const { deleteDueMembers } = await import('../account/deletion.ts');
    expect(await deleteDueMembers(portal.ctx, portal.app)).toBe(1);
    expect((await callBy(data.key, 'GET /admin/post/list')).status).toBe(401);
    expect(await find(data.id)).toBeUndefined();
  });

  test('gives nothing that its creator lacks, and no power over staff and keys', async () => {
    const owner = await staffWith(['staff.manage', 'content.view']);
    const excessive = await create({ scopes: ['content.view', 'content.edit'] }, owner.token);
    expect(excessive).toMatchObject({ code: 403 });
    const unscopable = ['staff.manage', 'settings.security'];
    for (const [code, reason] of [
      ['staff.manage', '接口密钥不能有“员工与角色”权限'],
      ['settings.security', '接口密钥不能有“安全设置”权限'],
      ['*', '选中的权限里有一项不存在，请刷新页面后重新选择'],
      ['unknown.code', '选中的权限里有一项不存在，请刷新页面后重新选择'],
    ])
      expect(await create({ scopes: [code] })).toMatchObject({ code: 400, field: 'scopes', msg: reason });
    const offered = (await list()).permissions.map(({ code }: { code: string }) => code);
    for (const code of unscopable) expect(offered).not.toContain(code);
  });

  test('of an administrator changes ordinary settings and no security settings', async () => {
    const { data } = await create({ scopes: ['settings.manage'] });
    const save = (group: string, values: object) =>
      portal.call('POST /admin/settings/save', {
        headers: { authorization: `Bearer ${data.key}` },
        body: { group, values, base: null },
      });
    const refused = await save('statistics', {
      ...{ baidu: '', google: '', letters: false },
      umamiScript: 'https://evil.example/script.js',
      umamiSite: '01234567-89ab-cdef-0123-456789abcdef',
    });
    expect(refused.body).toMatchObject({ code: 403, msg: '“访问统计”的设置需要“安全设置”权限' });
    const { groups } = (await callBy(data.key, 'GET /admin/settings/list')).body.data;
    const names = groups.map(({ name }: { name: string }) => name);
    expect(names).toContain('site');
    expect(names).not.toContain('mail');
    // A scope that was stored before it became one that no key has gives nothing.
    await portal.ctx.db
      .updateTable('api_keys')
      .set({ scopes: ['settings.security', 'staff.manage'] })
      .where('id', '=', data.id)
      .execute();
    expect((await callBy(data.key, 'GET /admin/settings/list')).status).toBe(403);
    expect((await callBy(data.key, 'GET /admin/staff/list')).status).toBe(403);
  });

  test('is named in the audit log and in the security log', async () => {
    const { data } = await create({ name: '整理标签', scopes: ['content.edit', 'content.view'] });
    const saved = await callBy(data.key, 'POST /admin/savedView/save', {
      body: { list: 'posts', name: '密钥的视图', filters: {} },
    });
    expect(saved.status, saved.text).toBe(200);
    await callBy(data.key, 'GET /admin/audit/list');
    const read = async (query: Record<string, string>) =>
      (await portal.call('GET /admin/audit/list', { query, token: admin.token })).body.data.records;
    expect((await read({ action: 'saved-view.save' }))[0]).toMatchObject({
      memberId: admin.memberId,
      keyName: '整理标签',
    });
    expect((await read({ target: `api-key:${data.id}` }))[0]).toMatchObject({
      action: 'api-key.create',
      keyName: null,
    });
    expect((await read({ scope: 'security', action: 'security.refused' }))[0].after).toMatchObject({
      call: 'GET /admin/audit/list',
      key: '整理标签',
    });
  });

  test('makes 300 calls a minute, and the next one waits', async () => {
    const { data } = await create({ name: '很快' });
    const now = portal.ctx.now();
    await portal.ctx.db
      .insertInto('rate_limits')
      .values({
        key: `api-key-calls:${data.id}`,
        hits: Array.from({ length: 299 }, () => now),
        expires_at: new Date(now.getTime() + 60_000),
      })
      .execute();
    expect((await callBy(data.key, 'GET /admin/post/list')).status).toBe(200);
    const refused = await callBy(data.key, 'GET /admin/post/list');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await find(data.id)).lastUsedAt).not.toBeNull();
  });

  test.each([
    [{ name: ' ' }, '名称'],
    [{ name: '字'.repeat(31) }, '名称'],
    [{ scopes: [] }, '权限'],
    [{ scopes: 'content.view' }, '权限', 200],
    [{ days: 0 }, '有效天数'],
    [{ days: 731 }, '有效天数'],
  ])('with %j names the field', async (changes, words, code = 400) => {
    const answer = await create(changes);
    expect(answer).toMatchObject({ code });
    if (code === 400) expect(answer.msg).toContain(words);
  });
});

test('calls about keys need the permission for staff', async () => {
  const { token } = await staffWith(['content.view']);
  for (const [name, body] of [
    ['GET /admin/apiKey/list', undefined],
    ['POST /admin/apiKey/create', { name: '密钥', scopes: ['content.view'] }],
    ['POST /admin/apiKey/revoke', { id: '1' }],
  ] as const) {
    expect((await portal.call(name, { body, token })).status).toBe(403);
    expect((await portal.call(name, { body })).status).toBe(401);
  }
});

test('OpenAPI names the scope of each staff call', () => {
  // biome-ignore lint/suspicious/noExplicitAny: a JSON document
  const described: any = describeApi(portal.app.calls, { title: '', version: '1', base: '/api' });
  expect(described.components.securitySchemes.key).toMatchObject({ type: 'http', scheme: 'bearer' });
  expect(described.paths['/admin/tag/list'].get.security).toContainEqual({ key: ['tags.manage'] });
  expect(described.paths['/member/profile'].get.security).toEqual([{ client: [], session: [] }]);
});

describe('with STAFF_TOTP=required', () => {
  test('a key of an owner without a second factor gives nothing', async () => {
    const strict = await openPortal({ STAFF_TOTP: 'required' });
    try {
      const person = await logIn(strict, { role: 'admin' });
      const setTotp = (enabledAt: Date | null) =>
        strict.ctx.db
          .updateTable('members')
          .set({ totp_secret: enabledAt && 'JBSWY3DPEHPK3PXP', totp_enabled_at: enabledAt })
          .where('id', '=', person.memberId)
          .execute();
      await setTotp(new Date());
      const { body } = await strict.call('POST /admin/apiKey/create', {
        body: { name: '密钥', scopes: ['content.view'] },
        token: person.token,
      });
      const headers = { authorization: `Bearer ${body.data.key}` };
      expect((await strict.call('GET /admin/post/list', { headers })).status).toBe(200);
      await setTotp(null);
      expect((await strict.call('GET /admin/post/list', { headers })).status).toBe(403);
    } finally {
      await strict.close();
    }
  });
});
