import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { defineAuthors } from '#features/authors/index.ts';
import { defineColumns } from '#features/columns/index.ts';
import type { Context } from '#kernel/context.ts';
import { dayMs } from '#shared/dates.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost, logIn } from '#testing/posts-and-members.ts';
import {
  addPlan,
  addSellingAuthor,
  asMember,
  finishRefundOf,
  orderFor,
  payOrderOf,
  refundAll,
} from '#testing/sales.ts';
import { remindOfExpiry } from './trade-notices.ts';

let portal: Portal;
let buyer: { token: string; memberId: string };
let ctx: Context;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal.close());
beforeEach(async () => {
  buyer = await logIn(portal);
  ctx = asMember(portal.ctx, buyer.memberId);
});

/** The buyer's notices, oldest first. */
const listNotices = async (): Promise<{ title: string; body: string }[]> =>
  (
    await portal.call('GET /member/notices', { token: buyer.token, query: { size: '50' } })
  ).body.data.records.reverse();
const titles = async () => (await listNotices()).map(({ title }) => title);
const finance = async () => asMember(portal.ctx, (await logIn(portal, { role: 'finance' })).memberId);

test('notifies a buyer once of a payment, of returned money that paid nothing, and of a refund', async () => {
  const postId = await addPost(portal, { title: '值得一读', access: 'paid', price: 1200 });
  const id = await orderFor(ctx, { thing: `post:${postId}` });
  await payOrderOf(ctx, id);
  await payOrderOf(ctx, id);
  expect(await listNotices()).toMatchObject([{ title: '购买成功', body: '“值得一读”，实付 ¥12。' }]);
  await refundAll(await finance(), id);
  expect(await listNotices()).toMatchObject([
    {},
    { title: '退款成功', body: '“值得一读”的 ¥12 已原路退回。所购内容的阅读权限同时结束。' },
  ]);
});

test('notifies an author of a sale and of their share, but not of the buyer', async () => {
  const author = await logIn(portal);
  await defineAuthors(portal.ctx, [{ name: '卖内参的人', member_id: author.memberId }]);
  await defineColumns(portal.ctx, [{ id: '6', columnName: '内参', kind: 'reference' }]);
  const postId = await addPost(portal, {
    columnId: '6',
    author: '卖内参的人',
    title: '三张承兑汇票',
    access: 'paid',
    price: 1900,
  });
  const id = await orderFor(ctx, { thing: `post:${postId}` });
  await payOrderOf(ctx, id);
  await payOrderOf(ctx, id);
  const { body } = await portal.call('GET /member/notices', { token: author.token, query: { kind: 'sale' } });
  expect(body.data.records).toMatchObject([
    {
      kind: 'sale',
      title: '《三张承兑汇票》售出一份',
      body: '售价 ¥19，你的收入 ¥13.30，过了退款期即可提现。',
      link: '/personal/reference',
    },
  ]);
  expect(await titles()).toEqual(['购买成功']);
});

test('notifies a buyer of what staff decide about a refund and an invoice, and of a returned double payment', async () => {
  const { token: staff } = await logIn(portal, { role: 'finance' });
  const send = async (path: string, body: object, token = buyer.token) =>
    (await portal.call(`POST ${path}`, { body, token })).body;
  const postId = await addPost(portal, { title: '值得一读', access: 'paid', price: 1200 });
  const id = await orderFor(ctx, { thing: `post:${postId}` });
  await payOrderOf(ctx, id);
  await payOrderOf(ctx, id);
  const surplus = await portal.ctx.db
    .selectFrom('refunds')
    .select('id')
    .where('order_id', '=', id)
    .executeTakeFirstOrThrow();
  await finishRefundOf(ctx, surplus.id);
  const request = { id, titleKind: 'person', title: '张三', email: 'z@example.cn' };
  const { invoice } = (await send('/member/requestInvoice', request)).data;
  await send('/admin/invoice/reject', { id: invoice.id, note: '抬头有误' }, staff);
  for (const [decision, note] of [
    ['reject', '已读完全文'],
    ['approve', ''],
  ] as const) {
    const { refunds } = (await send('/member/requestRefund', { id, reason: '不好看' })).data;
    const open = refunds.find(({ state }: { state: string }) => state === 'requested');
    await send(`/admin/refund/${decision}`, { id: open.id, note }, staff);
  }
  expect((await listNotices()).slice(1)).toMatchObject([
    { title: '多付的款项已退回', body: '“值得一读”多收的 ¥12 已原路退回，不影响你已购买的内容。' },
    { title: '开票申请未通过', body: '“值得一读”：抬头有误' },
    { title: '退款申请未通过', body: '“值得一读”：已读完全文' },
    { title: '退款申请已同意', body: '“值得一读”的 ¥12 将原路退回，到账后会再通知你。' },
  ]);
});

test('notifies an author when their withdrawal is rejected, approved and paid', async () => {
  const { token: staff } = await logIn(portal, { role: 'finance' });
  const author = await logIn(portal);
  await addSellingAuthor(portal, '取款的人', { memberId: author.memberId });
  const postId = await addPost(portal, { author: '取款的人', access: 'paid', price: 20_000 });
  const then = { ...ctx, now: () => new Date(Date.now() - 8 * dayMs) };
  await payOrderOf(then, await orderFor(then, { thing: `post:${postId}` }));
  const request = async () => {
    const body = { amount: 12_000, payee: '张三 6222' };
    return (await portal.call('POST /member/requestWithdrawal', { body, token: author.token })).body.data.id;
  };
  const decide = async (decision: string, body: object) =>
    expect((await portal.call(`POST /admin/withdrawal/${decision}`, { body, token: staff })).status).toBe(
      200,
    );
  await decide('reject', { id: await request(), note: '账号有误' });
  const id = await request();
  await decide('approve', { id });
  await decide('pay', { id, note: '网银 20261121' });
  const { body } = await portal.call('GET /member/notices', {
    token: author.token,
    query: { kind: 'system' },
  });
  const link = '/personal/reference';
  expect(body.data.records.reverse()).toMatchObject([
    { title: '提现申请未通过', body: '金额 ¥120。账号有误', link },
    { title: '提现申请已同意', body: '金额 ¥120。', link },
    { title: '提现已打款', body: '金额 ¥120。网银 20261121', link },
  ]);
});

test('notifies no one of a purchase whose transaction fails', async () => {
  const postId = await addPost(portal, { access: 'paid', price: 1200 });
  const id = await orderFor(ctx, { thing: `post:${postId}` });
  await portal.ctx.db
    .transaction()
    .execute(async (trx) => {
      await portal.ctx.events.emit(ctx, trx, 'order.paid', {
        orderId: id,
        number: 'G1',
        memberId: buyer.memberId,
        kind: 'post',
        title: '没有成',
        isGift: false,
        amount: 1,
        endsAt: null,
      });
      throw new Error('died');
    })
    .catch(() => undefined);
  expect(await titles()).toEqual([]);
});

test('notifies a member seven days and one day before VIP ends, once each, and not after a renewal', async () => {
  const plan = await addPlan(portal, { months: null, days: 30 });
  const id = await orderFor(ctx, { thing: `plan:${plan}` });
  await payOrderOf(ctx, id);
  const on = (days: number) =>
    remindOfExpiry({ ...portal.ctx, now: () => new Date(Date.now() + days * dayMs) });
  for (const day of [0, 20, 22.9]) await on(day);
  expect(await titles()).toEqual(['购买成功']);
  for (const day of [23.5, 23.5, 23.9, 26]) await on(day);
  expect((await titles()).slice(1)).toEqual(['你的 VIP 会员将于 7 天内到期']);
  for (const day of [29.5, 29.9, 31]) await on(day);
  expect((await titles()).slice(2)).toEqual(['你的 VIP 会员将于 1 天内到期']);

  const other = await logIn(portal);
  const theirs = asMember(portal.ctx, other.memberId);
  for (let time = 0; time < 2; time += 1)
    await payOrderOf(theirs, await orderFor(theirs, { thing: `plan:${plan}` }));
  await on(23.5);
  const notices = await portal.ctx.db
    .selectFrom('notices')
    .select('title')
    .where('member_id', '=', other.memberId)
    .execute();
  expect(notices.map(({ title }) => title)).toEqual(['购买成功', '购买成功']);
});

test.for([
  { length: 7, at: [0, 0.01, 1, 5.9, 6.5, 7.5], expected: [6.5] },
  { length: 13, at: [0, 5.9, 6.5, 12.5], expected: [12.5] },
  { length: 14, at: [0, 6.9, 7.5, 13.5], expected: [7.5, 13.5] },
  { length: 1, at: [0, 0.5, 1.5], expected: [] },
])(
  'announces the end of $length days only when at most half of them are left',
  async ({ length, at, expected }) => {
    const plan = await addPlan(portal, { months: null, days: length });
    await payOrderOf(ctx, await orderFor(ctx, { thing: `plan:${plan}` }));
    const announced: number[] = [];
    for (const day of at) {
      const before = (await titles()).length;
      await remindOfExpiry({ ...portal.ctx, now: () => new Date(Date.now() + day * dayMs) });
      if ((await titles()).length > before) announced.push(day);
    }
    expect(announced).toEqual(expected);
  },
);
