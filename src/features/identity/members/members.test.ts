import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayOf } from '#shared/dates.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { logIn } from '#testing/posts-and-members.ts';

let portal: Portal;
let admin: { token: string; memberId: string };
let operator: { token: string; memberId: string };
beforeAll(async () => {
  portal = await openPortal();
  admin = await logIn(portal, { role: 'admin' });
  operator = await logIn(portal, { role: 'operator' });
});
afterAll(() => portal.close());

const get = async (path: string, query: Record<string, string> = {}, token = operator.token) =>
  (await portal.call(`GET /admin/member/${path}`, { query, token })).body;
const post = async (path: string, body: object, token = operator.token) =>
  (await portal.call(`POST /admin/member/${path}`, { body, token })).body;
const idsOf = (answer: { data: { records: { id: string }[] } }) => answer.data.records.map(({ id }) => id);
const idsIn = async (filter: Record<string, string>) => idsOf(await get('list', { ...filter, size: '100' }));
const rename = (id: string, name: string) =>
  portal.ctx.db.updateTable('members').set({ name }).where('id', '=', id).execute();
const mobileOf = async (id: string) =>
  (await portal.ctx.db.selectFrom('members').select('mobile').where('id', '=', id).executeTakeFirstOrThrow())
    .mobile;
const isLogin = async (token: string) => (await portal.call('GET /reception/isLogin', { token })).body.data;
const actionsOn = async (target: string) =>
  (await portal.call('GET /admin/audit/list', { query: { target }, token: admin.token })).body.data.records;

describe('adding a member', () => {
  const mobile = '13612345678';
  const taken = '13612345672';
  beforeAll(() => post('create', { mobile: taken }));

  test('by mobile number, who logs in by SMS code', async () => {
    const { data } = await post('create', { mobile: '+86 136-1234-5678', name: '新 会员' });
    expect(await mobileOf(data.id)).toBe(mobile);
    expect((await get('detail', { id: data.id })).data).toMatchObject({
      name: '新 会员',
      hasPassword: false,
      consents: [],
    });
    expect(await actionsOn(`member:${data.id}`)).toMatchObject([{ action: 'member.create' }]);
    const unnamed = (await post('create', { mobile: '13612345679' })).data;
    expect((await get('detail', { id: unnamed.id })).data.name).toMatch(/^会员\d{6}$/);
  });

  test.each([
    [{ mobile: taken }, 409, '已经有会员'],
    [{ mobile: '12345' }, 400, '手机号不正确'],
    [{ mobile: '' }, 400, '手机号不正确'],
    [{ mobile: '13612345670', name: '长'.repeat(21) }, 400, '昵称过长'],
  ])('refuses %j', async (body, code, message) => {
    const refused = await post('create', body);
    expect(refused.code).toBe(code);
    expect(refused.msg).toContain(message);
  });

  test('needs the permission to manage members', async () => {
    const { token } = await logIn(portal, { role: 'reviewer' });
    expect((await post('create', { mobile: '13612345671' }, token)).code).toBe(403);
  });
});

describe('finding members', () => {
  test('matches the beginning of a name, an id and a whole number in any notation', async () => {
    const { memberId } = await logIn(portal);
    await rename(memberId, '林_栖𠮷');
    const mobile = await mobileOf(memberId);
    expect(idsOf(await get('list', { keyword: '林_栖' }))).toEqual([memberId]);
    for (const keyword of ['栖', '林%', '林X'])
      expect(idsOf(await get('list', { keyword })), keyword).toEqual([]);
    expect(idsOf(await get('list', { keyword: memberId }))).toContain(memberId);
    for (const keyword of [mobile, `+86 ${mobile.slice(0, 3)} ${mobile.slice(3)}`])
      expect(idsOf(await get('list', { keyword })), keyword).toEqual([memberId]);
  });

  test('does not match the beginning of a number without members.manage, so that numbers cannot be guessed digit by digit', async () => {
    const { memberId } = await logIn(portal);
    const mobile = await mobileOf(memberId);
    const { data: role } = await portal
      .call('GET /member/profile', { token: operator.token })
      .then(({ body }) => body);
    expect(role.menuIds).toContain('members.manage');
    for (const keyword of [mobile.slice(0, 7), mobile.slice(0, 10)])
      expect(idsOf(await get('list', { keyword, size: '100' })), keyword).toContain(memberId);
    await portal.ctx.db
      .insertInto('roles')
      .values({ code: 'looker', name: '只看', permissions: ['members.view'] })
      .execute();
    const looker = await logIn(portal);
    await portal.ctx.db
      .insertInto('member_roles')
      .values({ member_id: looker.memberId, role: 'looker' })
      .execute();
    expect(idsOf(await get('list', { keyword: mobile.slice(0, 10) }, looker.token))).toEqual([]);
    expect(idsOf(await get('list', { keyword: mobile }, looker.token))).toEqual([memberId]);
  });

  test('lists the newest first, page by page by cursor, each member once', async () => {
    const made = [];
    for (let i = 0; i < 5; i += 1) made.push((await logIn(portal)).memberId);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof get>> = await get('list', {
        size: '2',
        ...(cursor && { cursor }),
      });
      seen.push(...idsOf(page));
      cursor = page.data.cursor;
    } while (cursor);
    expect(seen.slice(0, 5)).toEqual(made.toReversed());
    expect(new Set(seen).size).toBe(seen.length);
    // More are not counted.
    expect(Math.min(seen.length, 1000)).toBe((await get('list')).data.total);
  });

  test('filters by day of registration, and its pages lose no member registered in the same millisecond', async () => {
    const at = new Date('2024-02-29T12:00:00.123Z');
    const made = [];
    for (let i = 0; i < 5; i += 1) {
      const { memberId } = await logIn(portal);
      await portal.ctx.db.updateTable('members').set({ created_at: at }).where('id', '=', memberId).execute();
      made.push(memberId);
    }
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof get>> = await get('list', {
        startTime: '2024-02-29',
        endTime: '2024-02-29',
        size: '2',
        ...(cursor && { cursor }),
      });
      seen.push(...idsOf(page));
      cursor = page.data.cursor;
    } while (cursor);
    expect(seen).toEqual(made.toReversed());
    expect((await get('list', { endTime: '2024-02-28' })).data.total).toBe(0);
  });

  test('filters by role, state and VIP', async () => {
    const [vips, leavers] = [await idsIn({ vip: 'yes' }), await idsIn({ state: 'leaving' })];
    const vip = await logIn(portal, { vipDays: 3 });
    const leaving = await logIn(portal);
    await portal.ctx.db
      .updateTable('members')
      .set({ deletion_due_at: new Date(Date.now() + 1000) })
      .where('id', '=', leaving.memberId)
      .execute();
    expect(idsOf(await get('list', { role: 'operator' }))).toEqual([operator.memberId]);
    expect(await idsIn({ role: 'staff' })).toEqual(
      expect.arrayContaining([operator.memberId, admin.memberId]),
    );
    expect(await idsIn({ vip: 'yes' })).toEqual([vip.memberId, ...vips]);
    expect(await idsIn({ state: 'leaving' })).toEqual([leaving.memberId, ...leavers]);
    expect(await idsIn({ state: 'active' })).not.toContain(leaving.memberId);
  });

  test.each([
    ['state', 'x', '状态'],
    ['vip', 'x', 'VIP'],
    ['startTime', '2026-02-30', '开始时间'],
    ['tag', '字'.repeat(21), '标签'],
    ['cursor', 'x', '游标'],
  ])('rejects %s=%s and names the field', async (name, value, words) => {
    const answer = await get('list', { [name]: value });
    expect(answer).toMatchObject({ code: 400 });
    expect(answer.msg).toContain(words);
  });
});

describe('member details', () => {
  test('mask the number; members.manage reveals it, which is audited', async () => {
    const { memberId } = await logIn(portal, { vipDays: 2 });
    const mobile = await mobileOf(memberId);
    const { data } = await get('detail', { id: memberId });
    expect(data).toMatchObject({
      id: memberId,
      mobile: `${mobile.slice(0, 3)}****${mobile.slice(-4)}`,
      roles: [],
      tags: [],
      hasPassword: true,
      hasTotp: false,
      blockedAt: null,
      sessions: [{ device: expect.any(String) }],
    });
    expect(data.vipUntil).not.toBeNull();
    for (const answer of [await get('detail', { id: memberId }), await get('list', { size: '100' })])
      expect(JSON.stringify(answer)).not.toContain(mobile);
    expect((await post('reveal', { id: memberId })).data).toEqual({ mobile, email: null });
    expect(await actionsOn(`member:${memberId}`)).toMatchObject([
      { action: 'member.reveal', memberId: operator.memberId, before: null, after: null },
    ]);
  });

  test('mask an administrator’s number for an operator, also in reveal, export and search by prefix', async () => {
    const boss = await logIn(portal, { role: 'admin' });
    const reader = await logIn(portal);
    const mobile = await mobileOf(boss.memberId);
    for (const { memberId } of [boss, reader])
      await portal.ctx.db
        .updateTable('members')
        .set({ email: `mail${memberId}@example.cn` })
        .where('id', '=', memberId)
        .execute();
    expect(await post('reveal', { id: boss.memberId })).toMatchObject({
      code: 403,
      msg: expect.stringContaining('权限比你多'),
    });
    const exported = await portal.call('GET /admin/member/export', { token: operator.token, query: {} });
    expect(exported.text).toContain(`${mobile.slice(0, 3)}****${mobile.slice(-4)}`);
    expect(exported.text).not.toContain(mobile);
    expect(exported.text).toContain('m***@example.cn');
    expect(exported.text).not.toContain(`mail${boss.memberId}@example.cn`);
    expect(exported.text).toContain(`mail${reader.memberId}@example.cn`);
    const found = async (keyword: string, token: string) => {
      const { body } = await portal.call('GET /admin/member/list', { token, query: { keyword } });
      return body.data.records.map(({ id }: { id: string }) => id);
    };
    const prefix = mobile.slice(0, 10);
    expect(await found(prefix, operator.token)).not.toContain(boss.memberId);
    expect(await found(prefix, boss.token)).toContain(boss.memberId);
    const revealed = await portal.call('POST /admin/member/reveal', {
      token: boss.token,
      body: { id: boss.memberId },
    });
    expect(revealed.body.data.mobile).toBe(mobile);
    // Other tests rely on there being exactly one administrator.
    await portal.ctx.db.deleteFrom('member_roles').where('member_id', '=', boss.memberId).execute();
  });

  test('return 404 for an unknown member in every call', async () => {
    expect(await get('detail', { id: '999999999' })).toMatchObject({ code: 404 });
    for (const path of ['reveal', 'unblock', 'signOut'])
      expect(await post(path, { id: '999999999' }), path).toMatchObject({ code: 404 });
    expect(await post('block', { id: '999999999', reason: '测试' })).toMatchObject({ code: 404 });
    expect(await post('addTags', { ids: ['999999999'], tags: ['甲'] })).toMatchObject({ code: 404 });
  });
});

describe('blocking an account', () => {
  test('ends its sessions at once and prevents log-in until it is unblocked', async () => {
    const { token, memberId, refreshToken } = await logIn(portal);
    const blocked = await idsIn({ state: 'blocked' });
    expect(await post('block', { id: memberId, reason: '  ' })).toMatchObject({ code: 400 });
    expect(await isLogin(token)).toBe(true);
    expect(await post('block', { id: memberId, reason: '发布广告' })).toMatchObject({ code: 200 });
    expect(await isLogin(token)).toBe(false);
    const renewed = await portal.call('POST /blade-auth/oauth/token', {
      body: { grant_type: 'refresh_token', refresh_token: refreshToken },
    });
    expect(renewed.body.error_code).toBe(400);
    const mobile = await mobileOf(memberId);
    const logInAgain = () =>
      portal.call('POST /blade-auth/oauth/token', {
        body: { grant_type: 'password', username: mobile, password: 'correct horse' },
      });
    expect((await logInAgain()).body.error_description).toContain('停用');
    expect((await get('detail', { id: memberId })).data).toMatchObject({
      blockReason: '发布广告',
      sessions: [],
    });
    expect(await idsIn({ state: 'blocked' })).toEqual([memberId, ...blocked]);
    expect(await post('block', { id: memberId, reason: '再次' })).toMatchObject({ code: 409 });
    expect(await post('unblock', { id: memberId })).toMatchObject({ code: 200 });
    expect(await post('unblock', { id: memberId })).toMatchObject({ code: 409 });
    expect(await isLogin(token)).toBe(false);
    expect((await logInAgain()).body.access_token).toBeTruthy();
    expect(await actionsOn(`member:${memberId}`)).toMatchObject([
      { action: 'member.unblock', before: { reason: '发布广告' }, after: { blockedAt: null } },
      { action: 'member.block', before: { blockedAt: null }, after: { reason: '发布广告' } },
    ]);
  });

  test('is rejected for one’s own account, and for staff without staff.manage', async () => {
    const reason = '测试';
    expect(await post('block', { id: operator.memberId, reason })).toMatchObject({ code: 409 });
    const editor = await logIn(portal, { role: 'editor' });
    for (const [path, body] of [
      ['block', { id: editor.memberId, reason }],
      ['signOut', { id: editor.memberId }],
    ] as const)
      expect(await post(path, body), path).toMatchObject({ code: 403 });
    expect(await isLogin(editor.token)).toBe(true);
    expect(await post('block', { id: editor.memberId, reason }, admin.token)).toMatchObject({ code: 200 });
    expect(await isLogin(editor.token)).toBe(false);
  });

  test('leaves one of two administrators who block each other concurrently', async () => {
    const other = await logIn(portal, { role: 'admin' });
    const answers = await Promise.all([
      post('block', { id: other.memberId, reason: '甲' }, admin.token),
      post('block', { id: admin.memberId, reason: '乙' }, other.token),
    ]);
    const codes = answers.map(({ code }) => code);
    expect(codes.filter((code) => code === 200)).toHaveLength(1);
    expect(codes.find((code) => code !== 200)).toBeOneOf([401, 409]);
    const shut = await portal.ctx.db
      .selectFrom('members')
      .select('id')
      .where('id', 'in', [admin.memberId, other.memberId])
      .where('blocked_at', 'is not', null)
      .execute();
    expect(shut).toHaveLength(1);
    await portal.ctx.db
      .updateTable('members')
      .set({ blocked_at: null })
      .where('id', '=', admin.memberId)
      .execute();
    const mobile = await mobileOf(admin.memberId);
    const { body } = await portal.call('POST /blade-auth/oauth/token', {
      body: { grant_type: 'password', username: mobile, password: 'correct horse' },
    });
    admin = { token: body.access_token, memberId: admin.memberId };
  });

  test('signing out ends every session and leaves the account unblocked', async () => {
    const { token, memberId } = await logIn(portal);
    expect(await post('signOut', { id: memberId })).toMatchObject({ code: 200 });
    expect(await post('signOut', { id: memberId })).toMatchObject({ code: 200 });
    expect(await isLogin(token)).toBe(false);
    expect((await get('detail', { id: memberId })).data).toMatchObject({ sessions: [], blockedAt: null });
  });
});

describe('member tags', () => {
  test('are added to and removed from many members at once, with one audit entry per member', async () => {
    const [one, two] = [(await logIn(portal)).memberId, (await logIn(portal)).memberId];
    expect(await post('addTags', { ids: [one, two], tags: ['重点', ' 机构 '] })).toMatchObject({ code: 200 });
    expect(await post('addTags', { ids: [one, two], tags: ['重点'] })).toMatchObject({ code: 200 });
    expect((await get('detail', { id: one })).data.tags).toEqual(['机构', '重点']);
    expect(idsOf(await get('list', { tag: '机构' }))).toEqual([two, one]);
    // Other tests of this file add tags too.
    expect((await get('tags')).data).toEqual(
      expect.arrayContaining([
        { tag: '机构', members: 2 },
        { tag: '重点', members: 2 },
      ]),
    );
    expect(await post('removeTags', { ids: [one], tags: ['机构', '没有的'] })).toMatchObject({ code: 200 });
    expect(idsOf(await get('list', { tag: '机构' }))).toEqual([two]);
    expect(await actionsOn(`member:${one}`)).toMatchObject([
      { action: 'member.removeTags', before: { tags: ['机构', '重点'] }, after: { tags: ['重点'] } },
      { action: 'member.addTags', before: { tags: [] }, after: { tags: ['机构', '重点'] } },
    ]);
  });

  test('are rejected beyond the limit per member, and no member is changed', async () => {
    const [full, empty] = [(await logIn(portal)).memberId, (await logIn(portal)).memberId];
    const tags = Array.from({ length: 20 }, (_, at) => `满${at}`);
    await post('addTags', { ids: [full], tags });
    const answer = await post('addTags', { ids: [empty, full], tags: ['再一个'] });
    expect(answer).toMatchObject({ code: 400 });
    expect(answer.msg).toContain('标签');
    expect((await get('detail', { id: empty })).data.tags).toEqual([]);
    await post('removeTags', { ids: [full], tags });
  });

  test.each([
    [{ ids: [], tags: ['甲'] }, '会员'],
    [{ ids: ['x'], tags: ['甲'] }, '会员编号'],
    [{ ids: ['1001'], tags: [] }, '标签'],
    [{ ids: ['1001'], tags: [' '] }, '标签'],
    [{ ids: ['1001'], tags: ['字'.repeat(21)] }, '标签'],
    [{ ids: ['1001'] }, '标签'],
  ])('reject %j and name the field', async (body, words) => {
    const answer = await post('addTags', body);
    expect(answer).toMatchObject({ code: 400 });
    expect(answer.msg).toContain(words);
  });
});

describe('exporting the member list', () => {
  test('returns CSV for Excel with the whole numbers of the filter and no formulas, and is audited', async () => {
    const { memberId } = await logIn(portal);
    await rename(memberId, '=1+1');
    await post('addTags', { ids: [memberId], tags: ['导出'] });
    const answer = await portal.call('GET /admin/member/export', {
      query: { tag: '导出' },
      token: operator.token,
    });
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.text.startsWith('\uFEFF')).toBe(true);
    const rows = parse(answer.text, { bom: true, columns: true }) as Record<string, string>[];
    expect(rows).toMatchObject([
      { 编号: memberId, 昵称: "'=1+1", 手机号: await mobileOf(memberId), 标签: '导出' },
    ]);
    expect(rows[0]?.注册时间).toMatch(new RegExp(`^${dayOf(new Date())} \\d\\d:\\d\\d$`));
    expect((await actionsOn('members'))[0]).toMatchObject({
      action: 'member.export',
      after: { tag: '导出' },
    });
    await post('removeTags', { ids: [memberId], tags: ['导出'] });
  });

  test('contains each member once beyond the thousand of a batch, also of a period', async () => {
    // All have the same time, so with a period only the id tells where a batch ends.
    await sql`
      with added as (
        insert into members (mobile, name) select 'export:' || i, '千人' from generate_series(1, 1001) i returning id)
      insert into member_tags (member_id, tag) select id, '千人' from added`.execute(portal.ctx.db);
    for (const period of [{}, { startTime: '2020-01-01' }]) {
      const query = { tag: '千人', ...period };
      const { text } = await portal.call('GET /admin/member/export', { query, token: operator.token });
      const rows = parse(text, { bom: true, columns: true }) as Record<string, string>[];
      expect(new Set(rows.map(({ 编号 }) => 编号)).size).toBe(1001);
      expect(rows).toHaveLength(1001);
    }
  });
});

describe('permissions', () => {
  const calls: [string, string, string][] = [
    ['GET', 'list', 'members.view'],
    ['GET', 'detail', 'members.view'],
    ['GET', 'tags', 'members.view'],
    ['GET', 'export', 'members.manage'],
    ['POST', 'reveal', 'members.manage'],
    ['POST', 'block', 'members.manage'],
    ['POST', 'unblock', 'members.manage'],
    ['POST', 'signOut', 'members.manage'],
    ['POST', 'addTags', 'members.manage'],
    ['POST', 'removeTags', 'members.manage'],
  ];

  test.each(calls)('%s /admin/member/%s requires %s before anything else', async (method, path, code) => {
    const call = portal.app.calls.find(
      (one) => one.method === method && one.path === `/admin/member/${path}`,
    );
    expect(call?.access).toEqual({ permission: code });
    const statusFor = async (token?: string) =>
      (
        await portal.call(`${method} /admin/member/${path}`, {
          ...(token ? { token } : {}),
          ...(method === 'POST' ? { body: {} } : {}),
        })
      ).status;
    expect(await statusFor()).toBe(401);
    expect(await statusFor((await logIn(portal)).token)).toBe(403);
    expect(await statusFor((await logIn(portal, { role: 'editor' })).token)).toBe(403);
  });
});
