import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { feature as audit, recordAction } from '#features/audit/index.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { type Job, provide } from '#kernel/feature.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { logIn, receiveCode, relaxedCodeLimits, solveProof } from '#testing/posts-and-members.ts';

let portal: Portal;
let admin: { token: string; memberId: string };
beforeAll(async () => {
  portal = await openPortal(relaxedCodeLimits);
  admin = await logIn(portal, { role: 'admin' });
});
afterAll(() => portal.close());
beforeEach(() => portal.ctx.db.deleteFrom('rate_limits').execute());

type Entry = { action: string; memberId: string | null; target: string; after: Record<string, string> };

async function securityLog(filter: Record<string, string> = {}): Promise<Entry[]> {
  const query = { scope: 'security', size: '100', ...filter };
  return (await portal.call('GET /admin/audit/list', { token: admin.token, query })).body.data.records;
}
const mobileOf = async (id: string) =>
  (await portal.ctx.db.selectFrom('members').select('mobile').where('id', '=', id).executeTakeFirstOrThrow())
    .mobile;
const token = async (body: Record<string, string>) =>
  (await portal.call('POST /blade-auth/oauth/token', { body })).body;
const runJob = async (name: string) => {
  const jobs = provide<never, readonly Job[]>(audit.jobs, {} as never);
  await jobs
    ?.find((job) => job.name === name)
    ?.run(portal.ctx, {
      since: new Date(),
      signal: new AbortController().signal,
    });
};

describe('the security log', () => {
  test('records log-ins, wrong passwords and lock-outs with their address, and no secret', async () => {
    const { memberId } = await logIn(portal);
    const mobile = await mobileOf(memberId);
    const masked = `${mobile.slice(0, 3)}****${mobile.slice(-4)}`;
    const failLogin = async () =>
      token({
        grant_type: 'password',
        username: mobile,
        password: 'my secret guess',
        proof: await solveProof(portal),
      });
    for (let tries = 0; tries < 13; tries += 1) await failLogin();
    const log = await securityLog();
    expect(
      log.find(({ action, target }) => action === 'security.logIn' && target === `member:${memberId}`),
    ).toMatchObject({
      after: { address: '127.0.0.1', by: 'password' },
    });
    const about = log.filter(({ after }) => after?.account === masked);
    expect(about.filter(({ action }) => action === 'security.logInFailed')).toHaveLength(10);
    // Of repeated refusals only one is recorded.
    expect(about.filter(({ action }) => action === 'security.lockedOut')).toHaveLength(1);
    expect(JSON.stringify(log)).not.toContain('my secret guess');
    expect(JSON.stringify(log)).not.toContain(mobile);
  });

  test('records wrong codes, also those for a forgotten password', async () => {
    const { memberId } = await logIn(portal);
    const phone = await mobileOf(memberId);
    const code = await receiveCode(portal, { phone, purpose: 'reset' });
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    const body = { phone, value: wrong, password: 'a new long secret' };
    await portal.call('POST /reception/resetPassword', { body });
    await portal.call('POST /reception/resetPassword', { body: { ...body, value: code } });
    const log = await securityLog();
    expect(log.slice(0, 2)).toMatchObject([
      { action: 'security.accountChanged', target: `member:${memberId}`, after: { what: '重设密码' } },
      { action: 'security.logInFailed', after: { by: 'reset' } },
    ]);
    expect(JSON.stringify(log)).not.toContain(code);
  });

  test('records a member who makes an admin call, at most once in 15 minutes', async () => {
    const { token: session, memberId } = await logIn(portal);
    for (let tries = 0; tries < 3; tries += 1)
      expect((await portal.call('GET /admin/member/list', { token: session })).status).toBe(403);
    const log = (await securityLog()).filter(({ memberId: by }) => by === memberId);
    expect(log.filter(({ action }) => action === 'security.refused')).toMatchObject([
      { after: { call: 'GET /admin/member/list', address: '127.0.0.1' } },
    ]);
  });

  test('records staff who are refused for lack of a permission', async () => {
    const operator = await logIn(portal, { role: 'operator' });
    const body = { id: admin.memberId };
    const { status } = await portal.call('POST /admin/member/reveal', { token: operator.token, body });
    expect(status).toBe(403);
    expect(await securityLog()).toContainEqual(
      expect.objectContaining({ action: 'security.refused', memberId: operator.memberId }),
    );
  });

  test('records changes of passwords and roles, and exports of members', async () => {
    const { token: session, memberId } = await logIn(portal);
    await portal.call('POST /member/changePassword', {
      token: session,
      body: { oldPassword: 'correct horse', password: 'battery staple' },
    });
    await portal.call('GET /admin/member/export', { token: admin.token });
    const actions = (await securityLog()).map(({ action, target }) => [action, target]);
    expect(actions).toContainEqual(['security.accountChanged', `member:${memberId}`]);
    expect(actions).toContainEqual(['member.export', 'members']);
  });

  test('has what staff do to accounts, permissions, keys and settings, and who takes data away, and nothing else', async () => {
    const security = [
      ...[
        'api-key.create',
        'staff.giveRole',
        'role.save',
        'invitation.create',
        'settings.save',
        'webhook.save',
      ],
      ...['member.reveal', 'member.export', 'member.block', 'member.unblock', 'member.signOut'],
      ...['transfer.export', 'transfer.download', 'order.export'],
    ];
    const others = [
      ...['member.create', 'member.addTags', 'member.giveVip', 'transfer.import', 'order.refund'],
      ...['post.publish', 'page.save', 'saved-view.save', 'order.exportRevenue'],
    ];
    const target = 'test:security';
    await inTransaction(portal.ctx, async (trx) => {
      for (const action of [...security, ...others]) await recordAction(portal.ctx, trx, { action, target });
    });
    const logged = (await securityLog({ target })).map(({ action }) => action);
    expect(logged.reverse()).toEqual(security);
  });

  test('lists log-ins separately from the actions of staff', async () => {
    await inTransaction(portal.ctx, (trx) =>
      recordAction(portal.ctx, trx, { action: 'member.export', target: 'members' }),
    );
    const query = { size: '100' };
    const { body } = await portal.call('GET /admin/audit/list', { token: admin.token, query });
    const actions = body.data.records.map(({ action }: Entry) => action);
    expect(actions).toContain('member.export');
    expect(actions.filter((action: string) => action.startsWith('security.'))).toEqual([]);
    expect((await securityLog({ action: 'security.logIn' })).length).toBeGreaterThan(0);
  });

  test('sends administrators one notice about a burst of failures', async () => {
    const notices = async () => {
      const { body } = await portal.call('GET /member/notices', { token: admin.token });
      return body.data.records.filter(({ title }: { title: string }) => title.includes('安全提醒'));
    };
    await runJob('security-watch');
    expect(await notices()).toHaveLength(0);
    await portal.ctx.db
      .insertInto('audit_entries')
      .values(Array.from({ length: 100 }, () => ({ action: 'security.logInFailed', target: 'visitor' })))
      .execute();
    await runJob('security-watch');
    await runJob('security-watch');
    expect(await notices()).toMatchObject([{ link: '/admin/audit?scope=security' }]);
  });

  test('deletes events after six months, but not the actions of staff', async () => {
    const old = new Date(Date.now() - 200 * 86_400_000);
    await portal.ctx.db
      .insertInto('audit_entries')
      .values([
        { action: 'security.logIn', target: 'visitor', created_at: old },
        { action: 'role.save', target: 'role:old', created_at: old },
      ])
      .execute();
    await runJob('security-tidy');
    const remaining = await portal.ctx.db
      .selectFrom('audit_entries')
      .select('action')
      .where('created_at', '<', new Date(Date.now() - 190 * 86_400_000))
      .execute();
    expect(remaining).toEqual([{ action: 'role.save' }]);
  });
});
