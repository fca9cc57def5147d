import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openPortal, type Portal } from '#testing/portal.ts';
import { logIn, relaxedCodeLimits, solveProof } from '#testing/posts-and-members.ts';
import { purgedBy } from '#testing/purges.ts';
import { waitFor } from '#testing/wait-for.ts';

type Person = { token: string; memberId: string };

let portal: Portal;
let admin: Person;
/** Has the permissions to manage staff and to view content only. */
let clerk: Person;
beforeAll(async () => {
  portal = await openPortal(relaxedCodeLimits);
  admin = await logIn(portal, { role: 'admin' });
  clerk = await logIn(portal);
  const code = await createRole('人事', ['staff.manage', 'content.view']);
  expect(await post('staff/giveRole', { id: clerk.memberId, role: code })).toMatchObject({ code: 200 });
});
afterAll(() => portal.close());

const get = async (path: string, query: Record<string, string> = {}, token = admin.token) =>
  (await portal.call(`GET /admin/${path}`, { query, token })).body;
const post = async (path: string, body: object, token = admin.token) =>
  (await portal.call(`POST /admin/${path}`, { body, token })).body;
async function createRole(name: string, permissions: string[], token = admin.token): Promise<string> {
  const answer = await post('role/create', { name, permissions }, token);
  expect(answer).toMatchObject({ code: 200 });
  return answer.data.code;
}
const rolesNow = async () => (await get('role/list')).data.roles as { code: string; name: string }[];
const roleOf = async (code: string) => (await rolesNow()).find((role) => role.code === code);
const heldBy = async ({ token }: Person) =>
  (await portal.call('GET /member/profile', { token })).body.data.menuIds.toSorted();
const rolesOf = async ({ memberId }: Person) =>
  (
    await portal.ctx.db
      .selectFrom('member_roles')
      .select('role')
      .where('member_id', '=', memberId)
      .orderBy('role')
      .execute()
  ).map(({ role }) => role);
const actionsOn = async (target: string) => (await get('audit/list', { target })).data.records;

test('every process learns at once what a role or a member may do now', async () => {
  const { memberId: id } = await logIn(portal);
  const ofMember = `member:${id}`;
  let role = '';
  const fields = () => ({ code: role, name: '即时生效', permissions: ['content.view', 'content.edit'] });
  const changes: [string, string[], () => Promise<unknown>][] = [
    [
      'create a role',
      ['roles'],
      async () => {
        role = await createRole('即时', ['content.view']);
      },
    ],
    ['change a role', ['roles'], () => post('role/save', fields())],
    ['give it', [ofMember], () => post('staff/giveRole', { id, role })],
    ['limit to columns', [ofMember], () => post('staff/setColumns', { id, columnIds: ['2'] })],
    ['the same limit again', [], () => post('staff/setColumns', { id, columnIds: ['2'] })],
    ['end the limit', [ofMember], () => post('staff/setColumns', { id, columnIds: [] })],
    ['take it away', [ofMember], () => post('staff/takeRole', { id, role })],
    ['delete a role', ['roles'], () => post('role/delete', { code: role })],
  ];
  for (const [name, tags, change] of changes) {
    const purged = await purgedBy(portal, change);
    if (tags.length === 0) expect(purged, name).toEqual([]);
    else expect(purged, name).toEqual(expect.arrayContaining(tags));
  }
});

describe('roles', () => {
  test('lists built-in roles first, with their number of members and a description of every permission', async () => {
    const { data } = await get('role/list');
    expect(data.roles.slice(0, 5)).toMatchObject(
      ['admin', 'editor', 'reviewer', 'operator', 'finance'].map((code) => ({ code, isBuiltin: true })),
    );
    expect(data.roles[0]).toMatchObject({ members: 1, permissions: ['*'] });
    const named = new Set(data.permissions.map(({ code }: { code: string }) => code));
    for (const { permissions } of data.roles.slice(1))
      for (const code of permissions) expect(named).toContain(code);
  });

  test('creates, changes and deletes a custom role, and open sessions follow at once', async () => {
    const code = await createRole('特约编辑', ['content.view', 'content.edit']);
    const person = await logIn(portal);
    await post('staff/giveRole', { id: person.memberId, role: code });
    expect(await heldBy(person)).toEqual(['content.edit', 'content.view']);
    await post('role/save', { code, name: '看稿人', permissions: ['content.view'] });
    expect(await heldBy(person)).toEqual(['content.view']);
    const refused = await post('role/delete', { code });
    expect(refused).toMatchObject({ code: 409 });
    expect(refused.msg).toContain('还有 1 人');
    await post('staff/takeRole', { id: person.memberId, role: code });
    expect(await heldBy(person)).toEqual([]);
    expect(await post('role/delete', { code })).toMatchObject({ code: 200 });
    expect(await roleOf(code)).toBeUndefined();
    expect(await actionsOn(`role:${code}`)).toMatchObject([
      { action: 'role.delete', before: { name: '看稿人' } },
      {
        action: 'role.save',
        before: { name: '特约编辑', permissions: ['content.view', 'content.edit'] },
        after: { name: '看稿人', permissions: ['content.view'] },
      },
      { action: 'role.create', after: { name: '特约编辑' } },
    ]);
  });

  test('rejects changing or deleting a built-in role', async () => {
    const before = await roleOf('editor');
    const fields = { code: 'editor', name: '别的', permissions: ['content.view'] };
    expect(await post('role/save', fields)).toMatchObject({ code: 409 });
    expect(await post('role/delete', { code: 'editor' })).toMatchObject({ code: 409 });
    expect(await roleOf('editor')).toEqual(before);
  });

  test('creates one of two roles with the same name concurrently and gives the other a conflict', async () => {
    const answers = await Promise.all(
      [1, 2].map(() => post('role/create', { name: '同名', permissions: ['content.view'] })),
    );
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
    expect(answers.find(({ code }) => code === 409).field).toBe('name');
    const other = await createRole('另一个', ['content.view']);
    expect(
      await post('role/save', { code: other, name: '同名', permissions: ['content.view'] }),
    ).toMatchObject({ code: 409 });
  });

  test.each([
    [{ name: '', permissions: ['content.view'] }, '角色名称'],
    [{ name: '字'.repeat(21), permissions: ['content.view'] }, '角色名称'],
    [{ name: '空的', permissions: [] }, '权限'],
    [{ name: '全能', permissions: ['*'] }, '选中的权限里有一项不存在'],
    [{ name: '编的', permissions: ['content.rule'] }, '选中的权限里有一项不存在'],
  ])(
    'rejects %j with the field’s name, also for an administrator, and creates no role',
    async (body, words) => {
      const before = await rolesNow();
      const answer = await post('role/create', body);
      expect(answer).toMatchObject({ code: 400 });
      expect(answer.msg).toContain(words);
      expect(await rolesNow()).toEqual(before);
    },
  );

  test('returns 404 for an unknown role', async () => {
    const fields = { code: 'own-none', name: '无', permissions: ['content.view'] };
    expect(await post('role/save', fields)).toMatchObject({ code: 404 });
    expect(await post('role/delete', { code: 'own-none' })).toMatchObject({ code: 404 });
    const { memberId: id } = await logIn(portal);
    expect(await post('staff/giveRole', { id, role: 'own-none' })).toMatchObject({ code: 404 });
    expect(await post('staff/giveRole', { id: '999999999', role: 'editor' })).toMatchObject({ code: 404 });
  });
});

describe('staff who lack a permission', () => {
  test('cannot give it by a new role, a changed role or an existing role', async () => {
    const person = await logIn(portal);
    const tried: [string, object][] = [
      ['role/create', { name: '越权', permissions: ['content.view', 'content.publish'] }],
      ['staff/giveRole', { id: person.memberId, role: 'admin' }],
      ['staff/giveRole', { id: person.memberId, role: 'editor' }],
      ['invitation/create', { name: '友人', roles: ['admin'], days: 1 }],
    ];
    const lesser = await createRole('小角色', ['content.view'], clerk.token);
    tried.push(['role/save', { code: lesser, name: '小角色', permissions: ['content.publish'] }]);
    const greater = await createRole('大角色', ['content.publish']);
    tried.push(['role/save', { code: greater, name: '大角色', permissions: ['content.view'] }]);
    tried.push(['role/delete', { code: greater }]);
    for (const [path, body] of tried)
      expect(await post(path, body, clerk.token), `${path} ${JSON.stringify(body)}`).toMatchObject({
        code: 403,
      });
    expect(await rolesOf(person)).toEqual([]);
    expect(await post('staff/giveRole', { id: person.memberId, role: lesser }, clerk.token)).toMatchObject({
      code: 200,
    });
    expect(await heldBy(person)).toEqual(['content.view']);
  });

  test('cannot give it to themselves, nor demote, block or reset a member who holds it', async () => {
    const before = await rolesOf(clerk);
    const lesser = await createRole('自己的', ['content.view'], clerk.token);
    for (const [path, body] of [
      ['staff/giveRole', { id: clerk.memberId, role: lesser }],
      ['staff/takeRole', { id: clerk.memberId, role: before[0] }],
      ['staff/resetTotp', { id: clerk.memberId }],
    ] as const)
      expect(await post(path, body, clerk.token), path).toMatchObject({ code: 409 });
    const editor = await logIn(portal, { role: 'editor' });
    for (const [path, body] of [
      ['staff/takeRole', { id: editor.memberId, role: 'editor' }],
      ['staff/resetTotp', { id: editor.memberId }],
    ] as const)
      expect(await post(path, body, clerk.token), path).toMatchObject({ code: 403 });
    expect(await rolesOf(clerk)).toEqual(before);
    expect(await rolesOf(editor)).toEqual(['editor']);
  });
});

describe('the last administrator', () => {
  test('remains when two administrators remove each other’s role concurrently', async () => {
    const other = await logIn(portal, { role: 'admin' });
    const answers = await Promise.all([
      post('staff/takeRole', { id: other.memberId, role: 'admin' }, admin.token),
      post('staff/takeRole', { id: admin.memberId, role: 'admin' }, other.token),
    ]);
    const left = [...(await rolesOf(admin)), ...(await rolesOf(other))];
    expect(left).toEqual(['admin']);
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(answers.find(({ code }) => code !== 200).code).toBeOneOf([403, 409]);
    if ((await rolesOf(other)).length > 0) {
      await post('staff/giveRole', { id: admin.memberId, role: 'admin' }, other.token);
      await post('staff/takeRole', { id: other.memberId, role: 'admin' });
    }
    expect(await rolesOf(admin)).toEqual(['admin']);
  });

  test('is not replaced by one whose account is scheduled for deletion', async () => {
    const other = await logIn(portal, { role: 'admin' });
    const change = (values: { deletion_due_at: Date | null }) =>
      portal.ctx.db.updateTable('members').set(values).where('id', '=', other.memberId).execute();
    const take = () => post('staff/takeRole', { id: admin.memberId, role: 'admin' }, other.token);
    await change({ deletion_due_at: new Date(Date.now() + 60_000) });
    expect(await take()).toMatchObject({ code: 409 });
    await change({ deletion_due_at: null });
    expect(await take()).toMatchObject({ code: 200 });
    await post('staff/giveRole', { id: admin.memberId, role: 'admin' }, other.token);
    await post('staff/takeRole', { id: other.memberId, role: 'admin' });
  });

  test('cannot request deletion before there is another one', async () => {
    // A code to staff is not shown in the outbox, so the test intercepts the message.
    const send = vi.spyOn(portal.app.identity.sms, 'send');
    const { mobile } = await portal.ctx.db
      .selectFrom('members')
      .select('mobile')
      .where('id', '=', admin.memberId)
      .executeTakeFirstOrThrow();
    await portal.call('POST /blade-auth/oauth/sms/send-validate', {
      body: { phone: mobile, purpose: 'delete', proof: await solveProof(portal) },
      token: admin.token,
    });
    const value = await waitFor(() => {
      const code = send.mock.calls.at(-1)?.[1].code;
      expect(code).toBeDefined();
      return code;
    });
    const leave = async () =>
      (await portal.call('POST /member/requestDeletion', { body: { value }, token: admin.token })).body;
    const refused = await leave();
    expect(refused).toMatchObject({ code: 409 });
    expect(refused.msg).toContain('最后一位管理员');
    const other = await logIn(portal, { role: 'admin' });
    expect(await leave()).toMatchObject({ code: 200 });
    await portal.call('POST /member/cancelDeletion', { token: admin.token });
    await post('staff/takeRole', { id: other.memberId, role: 'admin' });
  });
});

describe('resetting a lost second factor', () => {
  test('removes it and all sessions on behalf of another member of staff, and is audited', async () => {
    const person = await logIn(portal, { role: 'editor' });
    expect(await post('staff/resetTotp', { id: person.memberId })).toMatchObject({ code: 409 });
    await portal.ctx.db
      .updateTable('members')
      .set({ totp_secret: 'JBSWY3DPEHPK3PXP', totp_enabled_at: new Date() })
      .where('id', '=', person.memberId)
      .execute();
    const listed = async () =>
      (await get('staff/list', { size: '100' })).data.records.find(
        ({ id }: { id: string }) => id === person.memberId,
      );
    expect(await listed()).toMatchObject({ hasTotp: true, roles: [{ code: 'editor', name: '编辑' }] });
    expect(await post('staff/resetTotp', { id: person.memberId })).toMatchObject({ code: 200 });
    expect(await listed()).toMatchObject({ hasTotp: false });
    expect((await portal.call('GET /reception/isLogin', { token: person.token })).body.data).toBe(false);
    expect(await actionsOn(`member:${person.memberId}`)).toMatchObject([
      { action: 'staff.resetTotp', before: { hasTotp: true }, after: { hasTotp: false } },
    ]);
    expect(await post('staff/resetTotp', { id: '999999999' })).toMatchObject({ code: 404 });
  });
});

test('GET /admin/staff lists only staff, page by page, with masked numbers', async () => {
  const member = await logIn(portal);
  const seen: { id: string; mobile: string }[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof get>> = await get('staff/list', {
      size: '2',
      ...(cursor && { cursor }),
    });
    seen.push(...page.data.records);
    cursor = page.data.cursor;
  } while (cursor);
  const ids = seen.map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining([admin.memberId, clerk.memberId]));
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).not.toContain(member.memberId);
  for (const { mobile } of seen) expect(mobile).toMatch(/^139\*{4}\d{4}$/);
});

describe('permissions', () => {
  const calls: [string, string][] = [
    ['GET', 'role/list'],
    ['POST', 'role/create'],
    ['POST', 'role/save'],
    ['POST', 'role/delete'],
    ['GET', 'staff/list'],
    ['POST', 'staff/giveRole'],
    ['POST', 'staff/takeRole'],
    ['POST', 'staff/resetTotp'],
    ['POST', 'invitation/create'],
    ['GET', 'invitation/list'],
    ['POST', 'invitation/revoke'],
  ];

  test.each(calls)('%s /admin/%s requires staff.manage before anything else', async (method, path) => {
    const call = portal.app.calls.find((one) => one.path === `/admin/${path}`);
    expect(call?.access).toEqual({ permission: 'staff.manage' });
    const statusFor = async (token?: string) =>
      (
        await portal.call(`${method} /admin/${path}`, {
          ...(token ? { token } : {}),
          ...(method === 'POST' ? { body: {} } : {}),
        })
      ).status;
    expect(await statusFor()).toBe(401);
    expect(await statusFor((await logIn(portal)).token)).toBe(403);
    expect(await statusFor((await logIn(portal, { role: 'operator' })).token)).toBe(403);
  });
});
