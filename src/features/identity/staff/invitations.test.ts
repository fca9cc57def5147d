import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayMs } from '#shared/dates.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { logIn } from '#testing/posts-and-members.ts';

type Person = { token: string; memberId: string };

let portal: Portal;
let admin: Person;
beforeAll(async () => {
  portal = await openPortal({ TRUST_PROXY: '1' });
  admin = await logIn(portal, { role: 'admin' });
});
afterAll(() => portal.close());

const post = async (path: string, body: object, token?: string, headers: Record<string, string> = {}) =>
  (await portal.call(`POST ${path}`, { body, headers, ...(token ? { token } : {}) })).body;
const invite = async (changes: object = {}, token = admin.token) =>
  post('/admin/invitation/create', { name: '周明', roles: ['editor'], days: 7, ...changes }, token);
const look = (token: string) => post('/reception/lookInvitation', { token });
const accept = (token: string, { token: session }: Person) =>
  post('/member/acceptInvitation', { token }, session);
const listed = async (id: string) =>
  (
    await portal.call('GET /admin/invitation/list', { query: { size: '100' }, token: admin.token })
  ).body.data.records.find((row: { id: string }) => row.id === id);
const heldBy = async ({ token }: Person) =>
  (await portal.call('GET /member/profile', { token })).body.data.menuIds.toSorted();
const mobileOf = async ({ memberId }: Person) =>
  (
    await portal.ctx.db
      .selectFrom('members')
      .select('mobile')
      .where('id', '=', memberId)
      .executeTakeFirstOrThrow()
  ).mobile;
const setRow = (id: string, values: { expires_at?: Date }) =>
  portal.ctx.db.updateTable('staff_invitations').set(values).where('id', '=', id).execute();

describe('invitation', () => {
  test('makes staff who may write an author by the name they were invited by, whose drafts are theirs', async () => {
    const authorOf = async ({ memberId }: Person) =>
      portal.ctx.db.selectFrom('authors').select(['id', 'name']).where('member_id', '=', memberId).execute();
    const guest = await logIn(portal);
    const { data } = await invite({ name: '写稿的周明' });
    await accept(data.token, guest);
    await accept(data.token, guest);
    const [author] = await authorOf(guest);
    expect(await authorOf(guest)).toEqual([{ id: expect.any(String), name: '写稿的周明' }]);
    const draft = await post('/admin/post/create', { columnId: '2' }, guest.token);
    const { author_id } = await portal.ctx.db
      .selectFrom('posts')
      .select('author_id')
      .where('id', '=', draft.data.id)
      .executeTakeFirstOrThrow();
    expect(author_id).toBe(author?.id);
    for (const changes of [
      { name: '写稿的周明' },
      { name: '官方小编' },
      { name: '算账的', roles: ['operator'] },
    ]) {
      const other = await logIn(portal);
      await accept((await invite(changes)).data.token, other);
      expect(await authorOf(other), changes.name).toEqual([]);
    }
  });

  test('shows the inviter and the role, and gives exactly these permissions, at once and once', async () => {
    const { data } = await invite();
    expect((await look(data.token)).data).toMatchObject({ name: '周明', roles: ['编辑'], mobile: null });
    const guest = await logIn(portal);
    const answer = await accept(data.token, guest);
    expect(answer).toMatchObject({ code: 200, data: { roles: ['编辑'], isTotpDue: false } });
    expect(await heldBy(guest)).toEqual(answer.data.menuIds.toSorted());
    expect((await portal.call('GET /admin/post/list', { token: guest.token })).status).toBe(200);
    expect((await portal.call('GET /admin/role/list', { token: guest.token })).status).toBe(403);
    expect(await accept(data.token, guest)).toMatchObject({ code: 200 });
    const other = await logIn(portal);
    const refused = await accept(data.token, other);
    expect(refused).toMatchObject({ code: 409 });
    expect(refused.msg).toContain('只能用一次');
    expect(await look(data.token)).toMatchObject({ code: 409 });
    expect(await listed(data.id)).toMatchObject({ state: 'accepted', acceptedBy: { id: guest.memberId } });
    const audit = await portal.call('GET /admin/audit/list', {
      query: { target: `invitation:${data.id}` },
      token: admin.token,
    });
    expect(audit.body.data.records).toMatchObject([
      {
        action: 'invitation.accept',
        memberId: guest.memberId,
        after: { memberId: guest.memberId, roles: ['editor'] },
      },
      { action: 'invitation.create', memberId: admin.memberId },
    ]);
  });

  test('makes one of two concurrent acceptors staff', async () => {
    const { data } = await invite();
    const guests = await Promise.all([logIn(portal), logIn(portal), logIn(portal)]);
    const answers = await Promise.all(guests.map((guest) => accept(data.token, guest)));
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409, 409]);
    const held = await Promise.all(guests.map(heldBy));
    expect(held.filter((codes) => codes.length > 0)).toHaveLength(1);
  });

  test('stores only the hash of its token', async () => {
    const { data } = await invite();
    const row = await portal.ctx.db
      .selectFrom('staff_invitations')
      .selectAll()
      .where('id', '=', data.id)
      .executeTakeFirstOrThrow();
    expect(row.token_hash).toHaveLength(32);
    const audit = await portal.ctx.db.selectFrom('audit_entries').selectAll().execute();
    for (const stored of [row, audit, await listed(data.id)])
      expect(JSON.stringify(stored)).not.toContain(data.token);
  });

  test('for a number works only for that number’s account, in whatever notation it was written', async () => {
    const guest = await logIn(portal);
    const mobile = await mobileOf(guest);
    const { data } = await invite({ mobile: `+86 ${mobile.slice(0, 3)}-${mobile.slice(3)}` });
    const masked = `${mobile.slice(0, 3)}****${mobile.slice(-4)}`;
    expect((await look(data.token)).data.mobile).toBe(masked);
    const stranger = await logIn(portal);
    const refused = await accept(data.token, stranger);
    expect(refused).toMatchObject({ code: 403 });
    expect(refused.msg).toContain(masked);
    expect(await heldBy(stranger)).toEqual([]);
    expect(await accept(data.token, guest)).toMatchObject({ code: 200 });
  });

  test('works no more after it has expired or was revoked', async () => {
    const guest = await logIn(portal);
    const { data: late } = await invite();
    await setRow(late.id, { expires_at: new Date(Date.now() - 1000) });
    const { data: revoked } = await invite();
    expect(await post('/admin/invitation/revoke', { id: revoked.id }, admin.token)).toMatchObject({
      code: 200,
    });
    expect(await post('/admin/invitation/revoke', { id: revoked.id }, admin.token)).toMatchObject({
      code: 409,
    });
    expect(await listed(late.id)).toMatchObject({ state: 'expired' });
    expect(await listed(revoked.id)).toMatchObject({ state: 'revoked' });
    for (const [{ token }, words] of [
      [late, '已过期'],
      [revoked, '已被撤回'],
    ] as const) {
      expect((await look(token)).msg).toContain(words);
      expect(await accept(token, guest)).toMatchObject({ code: 409 });
    }
    expect(await heldBy(guest)).toEqual([]);
  });

  test('gives nothing if its sender no longer may give it', async () => {
    const sender = await logIn(portal, { role: 'admin' });
    const { data } = await invite({ roles: ['admin'] }, sender.token);
    const { data: second } = await invite({}, sender.token);
    await post('/admin/staff/takeRole', { id: sender.memberId, role: 'admin' }, admin.token);
    const guest = await logIn(portal);
    for (const { token } of [data, second])
      expect((await accept(token, guest)).msg).toContain('邀请人已不能给出这些角色');
    await post('/admin/staff/giveRole', { id: sender.memberId, role: 'admin' }, admin.token);
    await post('/admin/member/block', { id: sender.memberId, reason: '离职' }, admin.token);
    expect(await accept(data.token, guest)).toMatchObject({ code: 409 });
    expect(await heldBy(guest)).toEqual([]);
  });

  test('requires a session to accept', async () => {
    const { data } = await invite();
    expect(await post('/member/acceptInvitation', { token: data.token })).toMatchObject({ code: 401 });
  });

  test('prevents deleting a role that it offers', async () => {
    const made = await post(
      '/admin/role/create',
      { name: '待上任', permissions: ['content.view'] },
      admin.token,
    );
    const { data } = await invite({ roles: [made.data.code] });
    const refused = await post('/admin/role/delete', { code: made.data.code }, admin.token);
    expect(refused).toMatchObject({ code: 409 });
    expect(refused.msg).toContain('邀请');
    await post('/admin/invitation/revoke', { id: data.id }, admin.token);
    expect(await post('/admin/role/delete', { code: made.data.code }, admin.token)).toMatchObject({
      code: 200,
    });
    expect(await listed(data.id)).toMatchObject({ roles: ['已删除的角色'] });
  });

  test.each([
    [{ name: ' ' }, '姓名'],
    [{ name: '字'.repeat(31) }, '姓名'],
    [{ mobile: '1234' }, '手机号'],
    [{ roles: [] }, '角色'],
    [{ roles: ['nobody'] }, '角色'],
    [{ days: 0 }, '有效天数'],
    [{ days: 31 }, '有效天数'],
    [{ days: 1.5 }, '有效天数'],
  ])('with %j is rejected and names the field', async (changes, words) => {
    const count = async () =>
      (await portal.ctx.db.selectFrom('staff_invitations').select('id').execute()).length;
    const before = await count();
    const answer = await invite(changes);
    expect(answer).toMatchObject({ code: 400 });
    expect(answer.msg).toContain(words);
    expect(await count()).toBe(before);
  });
});

test('limits wrong tokens per address', async () => {
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const guess = (token: string, address: string) =>
    post('/reception/lookInvitation', { token }, undefined, from(address));
  for (let i = 0; i < 20; i += 1)
    expect(await guess(`wrong-${i}`, '203.0.113.9')).toMatchObject({ code: 404 });
  const answer = await portal.call('POST /reception/lookInvitation', {
    body: { token: 'wrong' },
    headers: from('203.0.113.9'),
  });
  expect(answer.status).toBe(429);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  expect(await guess('wrong', '198.51.100.9')).toMatchObject({ code: 404 });
});

test('for the number of a deleted account is open to no one', async () => {
  const guest = await logIn(portal);
  const mobile = await mobileOf(guest);
  const { data } = await invite({ mobile });
  await portal.ctx.db
    .updateTable('members')
    .set({ deletion_due_at: new Date(Date.now() - dayMs) })
    .where('id', '=', guest.memberId)
    .execute();
  const { deleteDueMembers } = await import('../account/deletion.ts');
  expect(await deleteDueMembers(portal.ctx, portal.app)).toBe(1);
  expect(await listed(data.id)).toMatchObject({ state: 'revoked', mobile: null });
  expect(await accept(data.token, await logIn(portal))).toMatchObject({ code: 409 });
});

describe('with STAFF_TOTP=required', () => {
  let strict: Portal;
  beforeAll(async () => {
    strict = await openPortal({ STAFF_TOTP: 'required' });
  });
  afterAll(() => strict.close());

  test('the new member of staff has no permissions without a second factor, and the response says so', async () => {
    const sender = await logIn(strict, { role: 'admin' });
    await strict.ctx.db
      .updateTable('members')
      .set({ totp_secret: 'JBSWY3DPEHPK3PXP', totp_enabled_at: new Date() })
      .where('id', '=', sender.memberId)
      .execute();
    const made = await strict.call('POST /admin/invitation/create', {
      body: { name: '周明', roles: ['editor'], days: 1 },
      token: sender.token,
    });
    const guest = await logIn(strict);
    const { body } = await strict.call('POST /member/acceptInvitation', {
      body: { token: made.body.data.token },
      token: guest.token,
    });
    expect(body.data).toMatchObject({ roles: ['编辑'], menuIds: [], isTotpDue: true });
    expect((await strict.call('GET /admin/post/list', { token: guest.token })).status).toBe(403);
    const list = await strict.call('GET /admin/staff/list', { token: sender.token });
    expect(list.body.data).toMatchObject({
      isTotpRequired: true,
      records: [
        { id: sender.memberId, hasTotp: true },
        { id: guest.memberId, hasTotp: false },
      ],
    });
  });
});
