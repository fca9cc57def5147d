import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Context } from '#kernel/context.ts';
import { dayMs } from '#shared/dates.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost, logIn } from '#testing/posts-and-members.ts';
import { addPlan, asMember, balances, orderFor, payOrderOf, refundAll } from '#testing/sales.ts';

let portal: Portal;
let finance: string;
let buyer: Context;
let author: { token: string; memberId: string; authorId: string };
let serial = 0;
beforeAll(async () => {
  portal = await openPortal();
  finance = (await logIn(portal, { role: 'finance' })).token;
});
afterAll(() => portal.close());
beforeEach(async () => {
  serial += 1;
  buyer = asMember(portal.ctx, (await logIn(portal)).memberId);
  const member = await logIn(portal);
  const { id } = await portal.ctx.db
    .insertInto('authors')
    .values({ name: `作者 ${serial}`, member_id: member.memberId })
    .returning('id')
    .executeTakeFirstOrThrow();
  author = { ...member, authorId: id };
});

const post = async (path: string, body: object, token = author.token) =>
  (await portal.call(`POST ${path}`, { body, token })).body;
const get = async (path: string, query: Record<string, string> = {}, token = author.token) =>
  (await portal.call(`GET ${path}`, { query, token })).body;
const ago = (days: number) => ({ now: () => new Date(Date.now() - days * dayMs) });

/** Sells a post of the author `days` days ago. @returns the order */
const sell = (price: number, days: number): Promise<string> => sellAt(price, ago(days));

/** Sells a post of the author at the given time. @returns the order */
async function sellAt(price: number, clock: Pick<Context, 'now'>): Promise<string> {
  const postId = await addPost(portal, { access: 'paid', price, author: `作者 ${serial}` });
  const then = { ...buyer, ...clock };
  const id = await orderFor(then, { thing: `post:${postId}` });
  await payOrderOf(then, id);
  return id;
}
const income = async () => (await get('/member/getIncome')).data;
const requestWithdrawal = (amount: number, payee = '张三 工商银行 6222 0000') =>
  post('/member/requestWithdrawal', { amount, payee });

describe('an author’s income', () => {
  test('is their share of each sale, and refundable sales are not available yet', async () => {
    await sell(20_000, 8);
    await sell(10_000, 6);
    expect(await income()).toEqual({
      isAuthor: true,
      balance: 21_000,
      settling: 7000,
      available: 14_000,
      paidOut: 0,
      least: 10_000,
      sharePercent: 70,
      open: null,
    });
  });

  test('is reduced by refunds, and may be negative after a withdrawal', async () => {
    const id = await sell(20_000, 8);
    const { data } = await requestWithdrawal(14_000);
    await post('/admin/withdrawal/approve', { id: data.id }, finance);
    await refundAll(buyer, id);
    expect(await income()).toMatchObject({ balance: -14_000, available: 0 });
    await sell(30_000, 8);
    expect(await income()).toMatchObject({ balance: 7000, available: 7000 });
  });

  test('is listed by line and by month, and the months add up to the balance', async () => {
    await sell(20_000, 40);
    const late = await sell(10_000, 1);
    await refundAll(buyer, late);
    const { data } = await get('/member/incomeLines', { size: '2' });
    expect(data.records).toMatchObject([
      { kind: 'refund', amount: -7000, orderId: late },
      { kind: 'sale', amount: 7000, orderId: late },
    ]);
    const next = (await get('/member/incomeLines', { size: '2', cursor: data.cursor })).data;
    expect(next).toMatchObject({ records: [{ kind: 'sale', amount: 14_000 }], cursor: null });
    const months = (await get('/member/incomeMonths')).data;
    expect(months[0].balance).toBe(14_000);
    expect(months.at(-1)).toMatchObject({
      sales: 1,
      earned: 14_000,
      refunded: 0,
      withdrawn: 0,
      balance: 14_000,
    });
    const total = (name: string) => months.reduce((sum: number, month: never) => sum + month[name], 0);
    expect(total('earned') - total('refunded') - total('withdrawn')).toBe(14_000);
  });

  test('is summed by months that begin at midnight in Shanghai', async () => {
    await sellAt(1000, { now: () => new Date('2026-03-31T23:59:59+08:00') });
    await sellAt(2000, { now: () => new Date('2026-04-01T00:00:00+08:00') });
    expect((await get('/member/incomeMonths')).data).toMatchObject([
      { month: '2026-04', earned: 1400, balance: 2100 },
      { month: '2026-03', earned: 700, balance: 700 },
    ]);
  });

  test('is empty for a member who is not an author', async () => {
    const { token } = await logIn(portal);
    expect((await get('/member/getIncome', {}, token)).data).toMatchObject({ isAuthor: false, balance: 0 });
    for (const path of ['/member/incomeLines', '/member/withdrawals'])
      expect((await get(path, {}, token)).data.records).toEqual([]);
    expect((await get('/member/incomeMonths', {}, token)).data).toEqual([]);
    expect(await post('/member/requestWithdrawal', { amount: 10_000, payee: '某' }, token)).toMatchObject({
      code: 403,
    });
  });
});

describe('withdrawal', () => {
  test('of their own is neither approved nor paid by staff', async () => {
    await sell(20_000, 40);
    const { data } = await requestWithdrawal(12_000);
    await portal.ctx.db
      .insertInto('member_roles')
      .values({ member_id: author.memberId, role: 'finance' })
      .execute();
    const refused = { code: 403, msg: '不能处理自己的提现，请由其他同事操作' };
    expect(await post('/admin/withdrawal/approve', { id: data.id })).toMatchObject(refused);
    await post('/admin/withdrawal/approve', { id: data.id }, finance);
    expect(await post('/admin/withdrawal/pay', { id: data.id, note: 'X' })).toMatchObject(refused);
  });

  test('is requested, approved and paid, with ledger entries', async () => {
    await sell(20_000, 40);
    const { withdrawals = 0, bank = 0 } = await balances(portal.ctx);
    const { data } = await requestWithdrawal(12_000);
    expect(await income()).toMatchObject({ balance: 14_000, available: 2000, open: { state: 'requested' } });
    const listed = (await get('/admin/withdrawal/list', { state: 'requested' }, finance)).data.records;
    expect(listed[0]).toMatchObject({
      id: data.id,
      authorId: author.authorId,
      payee: '张三 工商银行 6222 0000',
    });
    expect(await post('/admin/withdrawal/pay', { id: data.id, note: 'X' }, finance)).toMatchObject({
      code: 409,
    });
    expect(await post('/admin/withdrawal/approve', { id: data.id }, finance)).toMatchObject({ code: 200 });
    expect(await post('/admin/withdrawal/approve', { id: data.id }, finance)).toMatchObject({ code: 409 });
    expect(await income()).toMatchObject({ balance: 2000, available: 2000, open: { state: 'approved' } });
    expect(await balances(portal.ctx)).toMatchObject({ withdrawals: withdrawals - 12_000 });
    await post('/admin/withdrawal/pay', { id: data.id, note: '网银 20261121' }, finance);
    expect(await income()).toMatchObject({ balance: 2000, paidOut: 12_000, open: null });
    expect(await balances(portal.ctx)).toMatchObject({ withdrawals, bank: bank - 12_000 });
    expect((await get('/member/withdrawals')).data.records).toMatchObject([
      { state: 'paid', amount: 12_000, note: '网银 20261121' },
    ]);
    const months = (await get('/member/incomeMonths')).data;
    expect(months).toMatchObject([
      { earned: 0, withdrawn: 12_000, balance: 2000 },
      { earned: 14_000, withdrawn: 0, balance: 14_000 },
    ]);
  });

  test('returns to the balance if rejected, also after the approval', async () => {
    await sell(20_000, 8);
    const first = await requestWithdrawal(14_000);
    await post('/admin/withdrawal/reject', { id: first.data.id, note: '账号有误' }, finance);
    expect(await income()).toMatchObject({ balance: 14_000, available: 14_000, open: null });
    const second = await requestWithdrawal(14_000);
    await post('/admin/withdrawal/approve', { id: second.data.id }, finance);
    await post('/admin/withdrawal/reject', { id: second.data.id, note: '银行退回' }, finance);
    expect(await income()).toMatchObject({ balance: 14_000, available: 14_000, open: null });
    expect(await post('/admin/withdrawal/pay', { id: second.data.id, note: 'X' }, finance)).toMatchObject({
      code: 409,
    });
  });

  test('is created once by concurrent requests', async () => {
    await sell(40_000, 8);
    const answers = await Promise.all(Array.from({ length: 5 }, () => requestWithdrawal(10_000)));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 409)).toHaveLength(4);
  });

  test('is rejected above the available amount, and cannot be approved after a refund reduced the balance', async () => {
    const id = await sell(20_000, 8);
    expect(await requestWithdrawal(14_001)).toMatchObject({
      code: 409,
      msg: '可提现金额为 ¥140，请调整后再申请',
    });
    const { data } = await requestWithdrawal(14_000);
    await refundAll(buyer, id);
    expect(await post('/admin/withdrawal/approve', { id: data.id }, finance)).toMatchObject({ code: 409 });
    expect(await income()).toMatchObject({ balance: 0 });
  });

  test.each([
    [{ amount: 9999 }, '提现金额至少 ¥100'],
    [{ amount: 0 }, '提现金额'],
    [{ amount: -5 }, '提现金额'],
    [{ amount: 1.5 }, '提现金额'],
    [{ payee: ' ' }, '收款账户'],
  ])('with %j is rejected and names the field', async (changes, message) => {
    const answer = await post('/member/requestWithdrawal', { amount: 10_000, payee: '张三', ...changes });
    expect(answer).toMatchObject({ code: 400, msg: expect.stringContaining(message) });
  });

  test.each([
    ['approve', { note: '' }],
    ['reject', { note: '不行' }],
    ['pay', { note: 'X' }],
  ])('%s returns 404 for an unknown withdrawal', async (verb, body) => {
    expect(await post(`/admin/withdrawal/${verb}`, { id: '999999', ...body }, finance)).toMatchObject({
      code: 404,
    });
  });

  test('is audited without the payee’s account', async () => {
    await sell(20_000, 8);
    const { data } = await requestWithdrawal(10_000, '绝密账号 6222');
    await post('/admin/withdrawal/approve', { id: data.id, note: '核对无误' }, finance);
    const rows = await portal.ctx.db
      .selectFrom('audit_entries')
      .selectAll()
      .where('target', '=', `withdrawal:${data.id}`)
      .execute();
    expect(rows).toMatchObject([
      {
        action: 'withdrawal.approve',
        before: { state: 'requested' },
        after: { state: 'approved', amount: 10_000 },
      },
    ]);
    expect(JSON.stringify(rows)).not.toContain('绝密');
  });
});

describe('ledger for staff', () => {
  test('account balances sum to zero', async () => {
    const order = await orderFor(buyer, { thing: `plan:${await addPlan(portal)}` });
    await payOrderOf(buyer, order);
    const { data } = await get('/admin/ledger/accounts', {}, finance);
    expect(data.reduce((sum: number, { balance }: { balance: number }) => sum + balance, 0)).toBe(0);
    expect(data.map(({ account }: { account: string }) => account)).toContain('authors');
    const owed = await portal.ctx.db
      .selectFrom('ledger_entries')
      .select((entry) => entry.fn.sum<string>('amount').as('sum'))
      .where('account', 'like', 'author:%')
      .executeTakeFirst();
    expect(data.at(-1)).toEqual({ account: 'authors', balance: Number(owed?.sum) });
  });

  test('bookings are listed newest first, by account or order, and continue at the cursor', async () => {
    const ids = [await sell(1000, 8), await sell(2000, 8), await sell(3000, 8)];
    const list = async (query: Record<string, string>) =>
      (await get('/admin/ledger/list', query, finance)).data;
    const account = `author:${author.authorId}`;
    const first = await list({ account, size: '2' });
    expect(first.records.map(({ orderId }: { orderId: string }) => orderId)).toEqual([ids[2], ids[1]]);
    expect(first.records[0]).toMatchObject({
      kind: 'sale',
      orderNumber: expect.stringMatching(/^G/),
      entries: [
        { account: 'gateway:sandbox', amount: 3000 },
        { account, amount: -2100 },
        { account: 'revenue', amount: -900 },
      ],
    });
    const next = await list({ account, size: '2', cursor: first.cursor });
    expect(next.records.map(({ orderId }: { orderId: string }) => orderId)).toEqual([ids[0]]);
    expect((await list({ orderId: ids[1] ?? '' })).records).toHaveLength(1);
    expect((await list({ size: '1' })).records).toHaveLength(1);
    expect((await list({ account: 'nobody' })).records).toEqual([]);
  });

  test('an author’s account is shown with its months', async () => {
    await sell(20_000, 8);
    const { data } = await get('/admin/ledger/author', { authorId: author.authorId }, finance);
    expect(data).toMatchObject({ authorName: `作者 ${serial}`, balance: 14_000, available: 14_000 });
    expect(data.months).toHaveLength(1);
    expect(await get('/admin/ledger/author', { authorId: '999999' }, finance)).toMatchObject({ code: 404 });
  });
});

describe('exports', () => {
  test('an author exports the lines of their own account, as CSV for Excel, at most ten times an hour', async () => {
    const then = { ...buyer, ...ago(8) };
    const postId = await addPost(portal, {
      title: '=1+1',
      access: 'paid',
      price: 1000,
      author: `作者 ${serial}`,
    });
    const order = await orderFor(then, { thing: `post:${postId}` });
    await payOrderOf(then, order);
    await refundAll(buyer, order);
    const exportIncome = (token: string) => portal.call('GET /member/exportIncome', { token });
    const { text, headers } = await exportIncome(author.token);
    expect(headers['content-type']).toContain('text/csv');
    const [names, ...lines] = text.replace('\uFEFF', '').trim().split('\r\n');
    expect(names).toBe('时间,事由,内容,金额（元）');
    const time = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,/;
    for (const line of lines) expect(line).toMatch(time);
    expect(lines.map((line) => line.replace(time, ''))).toEqual(["退款,'=1+1,-7.00", "售出,'=1+1,7.00"]);
    const stranger = await logIn(portal);
    expect((await exportIncome(stranger.token)).status).toBe(404);
    for (let time = 0; time < 9; time += 1) expect((await exportIncome(author.token)).status).toBe(200);
    expect((await exportIncome(author.token)).body.msg).toBe('一小时最多导出 10 次，请稍后再试');
  });

  test('continue beyond the thousand bookings of a batch, each once', async () => {
    // All have the same time, so only the id tells where a batch ends.
    const account = `author:${author.authorId}`;
    await sql`
      with added as (
        insert into ledger_transactions (key, kind, author_id, created_at)
        select 'many:' || i, 'sale', ${author.authorId}::bigint, '2026-06-01T12:00Z' from generate_series(1, 1001) i
        returning id)
      insert into ledger_entries (transaction_id, account, amount)
      select id, e.account, e.amount from added, (values (${account}, -7), ('revenue', 7)) e (account, amount)`.execute(
      portal.ctx.db,
    );
    const own = (await portal.call('GET /member/exportIncome', { token: author.token })).text;
    expect(own.trim().split('\r\n')).toHaveLength(1 + 1001);
    for (const query of [{ account }, {}]) {
      const { text } = await portal.call('GET /admin/ledger/export', { query, token: finance });
      const ofAuthor = text.split('\r\n').filter((row) => row.includes(`,作者 作者 ${serial},`));
      expect(new Set(ofAuthor).size).toBe(1001);
      expect(ofAuthor).toHaveLength(1001);
    }
  });

  test('staff export the bookings of an account or of all, which is audited', async () => {
    await sell(1000, 8);
    const account = `author:${author.authorId}`;
    const { text } = await portal.call('GET /admin/ledger/export', { query: { account }, token: finance });
    const rows = text.replace('\uFEFF', '').trim().split('\r\n');
    expect(rows[0]).toBe('编号,时间,事由,订单号,渠道单号,账户,金额（元）');
    expect(rows[1]).toMatch(/,S\d+,沙箱,10\.00$/);
    expect(rows.slice(1).map((row) => row.split(',').slice(-2))).toEqual([
      ['沙箱', '10.00'],
      [`作者 作者 ${serial}`, '-7.00'],
      ['平台收入', '-3.00'],
    ]);
    const all = (await portal.call('GET /admin/ledger/export', { token: finance })).text;
    expect(all.split('\r\n').length).toBeGreaterThan(rows.length);
    const audited = await portal.ctx.db
      .selectFrom('audit_entries')
      .select('after')
      .where('action', '=', 'ledger.export')
      .execute();
    expect(audited).toContainEqual({ after: { account } });
  });
});

describe('permissions', () => {
  test.each([
    ['GET', '/admin/ledger/accounts', 'ledger.view'],
    ['GET', '/admin/ledger/list', 'ledger.view'],
    ['GET', '/admin/ledger/author', 'ledger.view'],
    ['GET', '/admin/ledger/export', 'ledger.view'],
    ['GET', '/admin/withdrawal/list', 'ledger.view'],
    ['POST', '/admin/withdrawal/approve', 'ledger.settle'],
    ['POST', '/admin/withdrawal/reject', 'ledger.settle'],
    ['POST', '/admin/withdrawal/pay', 'ledger.settle'],
  ])('%s %s requires %s before anything else', async (method, path, permission) => {
    const statusFor = async (token?: string) =>
      (
        await portal.call(`${method} ${path}`, {
          ...(token ? { token } : {}),
          ...(method === 'POST' ? { body: {} } : {}),
        })
      ).status;
    expect(await statusFor()).toBe(401);
    expect(await statusFor(author.token)).toBe(403);
    expect(await statusFor((await logIn(portal, { role: 'editor' })).token)).toBe(403);
    const call = portal.app.calls.find((one) => one.method === method && one.path === path);
    expect(call?.access).toEqual({ permission });
    expect([200, 400]).toContain(await statusFor(finance));
  });

  test.each([
    'GET /member/getIncome',
    'GET /member/incomeMonths',
    'GET /member/incomeLines',
    'GET /member/withdrawals',
    'GET /member/exportIncome',
    'POST /member/requestWithdrawal',
  ])('%s rejects a visitor', async (key) => {
    expect((await portal.call(key, key.startsWith('POST') ? { body: {} } : {})).status).toBe(401);
  });
});
