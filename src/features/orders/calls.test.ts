import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { withdrawPost } from '#features/posts/index.ts';
import { purge } from '#kernel/cache/purge.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { dayOf } from '#shared/dates.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost, logIn } from '#testing/posts-and-members.ts';
import {
  addCoupon,
  addPlan,
  addSellingAuthor,
  asMember,
  finishRefundOf,
  orderFor,
  payOrderOf,
} from '#testing/sales.ts';
import { waitFor } from '#testing/wait-for.ts';
import { failRefund, orderData } from './index.ts';

let portal: Portal;
let postId: string;
let finance: string;
let buyer: { token: string; memberId: string };
let ctx: Context;
beforeAll(async () => {
  portal = await openPortal();
  await addSellingAuthor(portal, '长堤');
  postId = await addPost(portal, {
    title: '要付费的一篇',
    access: 'paid',
    price: 1200,
    body: '<p>开头。</p><!--paywall--><p>付费的句子。</p>',
  });
  finance = (await logIn(portal, { role: 'finance' })).token;
});
afterAll(() => portal.close());
beforeEach(async () => {
  buyer = await logIn(portal);
  ctx = asMember(portal.ctx, buyer.memberId);
});

const post = async (path: string, body: object, token = buyer.token) =>
  (await portal.call(`POST ${path}`, { body, token })).body;
const get = async (path: string, query: Record<string, string> = {}, token = buyer.token) =>
  (await portal.call(`GET ${path}`, { query, token })).body;
const create = (changes: object = {}, token = buyer.token) =>
  post('/member/createOrder', { thing: `post:${postId}`, agreed: true, ...changes }, token);
const read = async (id = postId, token = buyer.token) =>
  (await portal.call('POST /reception/article/selectArticle', { query: { id }, token })).body;
const detail = async (id: string, token = buyer.token) => (await get('/member/order', { id }, token)).data;
const bought = async (changes: object = {}) => {
  const { data } = await create(changes);
  await payOrderOf(ctx, data.id);
  return data.id as string;
};

describe('order', () => {
  test('has a number, its price, 30 minutes to pay and the available actions', async () => {
    const { data } = await create();
    expect(data).toMatchObject({
      number: expect.stringMatching(/^G\d{24}$/),
      kind: 'post',
      shelf: 'article',
      title: '要付费的一篇',
      amount: 1200,
      state: 'pending',
      canPay: true,
      canCancel: true,
      canInvoice: false,
      refundable: { isAllowed: false, why: '订单尚未支付' },
      post: { id: postId, columnId: '2', isWithdrawn: false },
    });
    expect(data.secondsLeft).toBeGreaterThan(1790);
    expect(data.secondsLeft).toBeLessThanOrEqual(1800);
  });

  test('for the same thing returns the pending one, also in concurrent calls', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => create()));
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
  });

  test('unlocks the post when paid, and cannot be placed again', async () => {
    expect((await read()).data.locked).toBe(true);
    const id = await bought();
    expect((await read()).data.body).toContain('付费的句子');
    expect(await detail(id)).toMatchObject({ state: 'paid', canPay: false, canCancel: false });
    expect(await create()).toMatchObject({ code: 409, msg: '你已购买过这篇内容，可以直接阅读' });
  });

  test('requires the confirmation that no 7-day return applies', async () => {
    const answer = await create({ agreed: false });
    expect(answer).toMatchObject({ code: 400, field: 'agreed' });
    expect((await get('/member/orders')).data.total).toBe(0);
  });

  test('keeps its price when the price changes, and rejects a buyer who saw another price', async () => {
    const id = await addPost(portal, { access: 'paid', price: 500 });
    const { data } = await create({ thing: `post:${id}`, price: 500 });
    await portal.ctx.db.updateTable('posts').set({ price: 900 }).where('id', '=', id).execute();
    expect(await detail(data.id)).toMatchObject({ amount: 500 });
    expect(await payOrderOf(ctx, data.id)).toBe('paid');
    const late = await logIn(portal);
    expect(await create({ thing: `post:${id}`, price: 500 }, late.token)).toMatchObject({
      code: 409,
      msg: '价格已变动，现价 ¥9，请确认后再下单',
    });
  });

  test('with another coupon replaces the pending one', async () => {
    const { data: first } = await create();
    const coupon = await addCoupon(portal);
    const { data: second } = await create({ couponCode: coupon.code });
    expect(second).toMatchObject({ listPrice: 1200, discount: 500, amount: 700 });
    expect(await detail(first.id)).toMatchObject({ state: 'closed', closeReason: 'superseded' });
    expect((await create({ couponCode: coupon.code })).data.id).toBe(second.id);
    expect((await create()).data.id).toBe(second.id);
  });

  test('for another VIP plan replaces the pending one, but not a pending gift', async () => {
    const [month, year] = [await addPlan(portal), await addPlan(portal, { months: 12, price: 30_000 })];
    const { data: first } = await create({ thing: `plan:${month}` });
    const { data: second } = await create({ thing: `plan:${year}` });
    await create({ thing: `plan:${month}`, isGift: true });
    expect((await detail(first.id)).closeReason).toBe('superseded');
    expect((await detail(second.id)).state).toBe('pending');
    const pending = (await get('/member/orders', { state: 'pending' })).data;
    expect(pending.records.map(({ isGift }: { isGift: boolean }) => isGift)).toEqual([true, false]);
  });

  test('can be cancelled, also repeatedly, but not once it is paid', async () => {
    const { data } = await create();
    expect(await post('/member/cancelOrder', { id: data.id })).toMatchObject({ code: 200 });
    expect(await post('/member/cancelOrder', { id: data.id })).toMatchObject({ code: 200 });
    const id = await bought();
    expect(await post('/member/cancelOrder', { id })).toMatchObject({ code: 409 });
  });

  test('of another member returns 404', async () => {
    const { data } = await create();
    const other = await logIn(portal);
    for (const [path, body] of [
      ['/member/cancelOrder', { id: data.id }],
      ['/member/requestRefund', { id: data.id, reason: '不想要' }],
      ['/member/requestInvoice', { id: data.id, titleKind: 'person', title: '张三', email: 'a@b.cn' }],
    ] as const)
      expect(await post(path, body, other.token), path).toMatchObject({ code: 404 });
    expect(await get('/member/order', { id: data.id }, other.token)).toMatchObject({ code: 404 });
    expect((await detail(data.id)).state).toBe('pending');
  });

  test('is rejected while twenty are pending', async () => {
    for (let count = 0; count < 20; count += 1)
      await create({ thing: `post:${await addPost(portal, { access: 'paid', price: 100 })}` });
    expect(await create()).toMatchObject({ code: 409, msg: expect.stringContaining('太多') });
  });
});

describe('an order for something that is not for sale fails with the reason', () => {
  test.each([
    ['public', { access: 'public' }, '不单独出售'],
    ['VIP only', { access: 'vip' }, '不单独出售'],
    ['a draft', { access: 'paid', price: 100, state: 'draft' }, '不存在'],
    [
      'scheduled',
      { access: 'paid', price: 100, state: 'scheduled', publishedAt: new Date(Date.now() + 9e6) },
      '不存在',
    ],
  ])('a post that is %s', async (_, changes, message) => {
    const id = await addPost(portal, changes as never);
    expect((await create({ thing: `post:${id}` })).msg).toContain(message);
  });

  test('a withdrawn post, and an unknown one', async () => {
    const id = await addPost(portal, { access: 'paid', price: 100 });
    await withdrawPost(portal.ctx, id);
    expect(await create({ thing: `post:${id}` })).toMatchObject({ code: 404 });
    expect(await create({ thing: 'post:999999999' })).toMatchObject({ code: 404 });
    expect(await create({ thing: 'plan:999999999' })).toMatchObject({ code: 404 });
  });

  test('the buyer’s own post', async () => {
    const id = await addPost(portal, { access: 'paid', price: 100, author: '自己' });
    await portal.ctx.db
      .updateTable('authors')
      .set({ member_id: buyer.memberId })
      .where('name', '=', '自己')
      .execute();
    expect(await create({ thing: `post:${id}` })).toMatchObject({
      code: 409,
      msg: expect.stringContaining('自己的作品'),
    });
    await portal.ctx.db.updateTable('authors').set({ member_id: null }).where('name', '=', '自己').execute();
  });

  test('a post that is free for VIP, to VIP members only', async () => {
    const id = await addPost(portal, { access: 'paid', price: 100, vipFree: true });
    const vip = await logIn(portal, { vipDays: 3 });
    expect((await create({ thing: `post:${id}` }, vip.token)).msg).toContain('VIP 会员可以免费阅读');
    expect(await create({ thing: `post:${id}` })).toMatchObject({ code: 200 });
  });

  test('a post of a column that the buyer subscribes to', async () => {
    const plan = await addPlan(portal, { scope: 'column', column_id: '2', price: 900 });
    await bought({ thing: `plan:${plan}` });
    expect((await create()).msg).toContain('订阅的栏目包含这篇');
  });

  test('a plan that is no longer sold', async () => {
    const plan = await addPlan(portal, { is_active: false });
    expect(await create({ thing: `plan:${plan}` })).toMatchObject({
      code: 409,
      msg: expect.stringContaining('停售'),
    });
  });

  test.each([
    [{ thing: undefined }, '要购买的内容'],
    [{ thing: 'post:0' }, '要购买的内容'],
    [{ thing: 'vip:1' }, '要购买的内容'],
    [{ thing: `post:${'9'.repeat(30)}` }, '要购买的内容'],
    [{ agreed: 'yes' }, '确认'],
    [{ agreed: undefined }, '确认'],
    [{ couponCode: 'NONE' }, '优惠码'],
    [{ couponCode: ' ' }, '优惠码'],
    [{ price: -1 }, '价格'],
    [{ isGift: 2 }, '赠送'],
  ])('%j is rejected and names the field', async (changes, message) => {
    expect(await create(changes)).toMatchObject({ code: 400, msg: expect.stringContaining(message) });
    expect((await get('/member/orders')).data.total).toBe(0);
  });
});

describe('quote', () => {
  const quote = (query: Record<string, string>) =>
    get('/member/quoteOrder', { thing: `post:${postId}`, ...query });

  test('returns the price, with a valid and an invalid coupon, and reserves nothing', async () => {
    const coupon = await addCoupon(portal);
    expect((await quote({})).data).toMatchObject({ listPrice: 1200, amount: 1200, pendingOrderId: null });
    expect((await quote({ couponCode: coupon.code })).data).toMatchObject({
      discount: 500,
      amount: 700,
      couponName: '立减',
      couponFault: '',
    });
    expect((await quote({ couponCode: 'NONE' })).data).toMatchObject({
      amount: 1200,
      couponFault: expect.stringContaining('不存在'),
    });
    const row = await portal.ctx.db
      .selectFrom('coupons')
      .select('used')
      .where('id', '=', coupon.id)
      .executeTakeFirst();
    expect(row?.used).toBe(0);
  });

  test('allows ten wrong coupon codes in 15 minutes, and does not count right ones', async () => {
    const coupon = await addCoupon(portal);
    for (let count = 0; count < 11; count += 1)
      expect((await quote({ couponCode: coupon.code })).data.couponFault).toBe('');
    const answers = await Promise.all(
      Array.from({ length: 13 }, (_, place) => quote({ couponCode: `NO${place}` })),
    );
    expect(answers.filter(({ code }) => code === 429)).toHaveLength(3);
    expect(await create({ couponCode: 'NONE' })).toMatchObject({ code: 429 });
    expect(await create()).toMatchObject({ code: 200 });
  });

  test('includes the pending order', async () => {
    const { data } = await create();
    expect((await quote({})).data.pendingOrderId).toBe(data.id);
  });
});

describe('GET /member/orders', () => {
  test('lists three shelves, newest first, and continues at the cursor', async () => {
    const news = await addPost(portal, { columnId: '1', access: 'paid', price: 100 });
    const plan = await addPlan(portal);
    const ids = [
      await bought(),
      await bought({ thing: `post:${news}` }),
      await bought({ thing: `plan:${plan}` }),
    ];
    const list = async (query: Record<string, string>) => (await get('/member/orders', query)).data;
    const shown = async (query: Record<string, string>) =>
      (await list(query)).records.map(({ id }: { id: string }) => id);
    expect(await shown({ shelf: 'article' })).toEqual([ids[0]]);
    expect(await shown({ shelf: 'information', state: 'bought' })).toEqual([ids[1]]);
    expect(await shown({ shelf: 'subscription', state: 'paid' })).toEqual([ids[2]]);
    expect(await shown({ state: 'pending' })).toEqual([]);
    const first = await list({ size: '2' });
    expect(first).toMatchObject({ total: 3, pages: 2 });
    expect(await shown({ size: '2', cursor: first.cursor })).toEqual([ids[0]]);
    expect(await shown({ size: '2', current: '2' })).toEqual([ids[0]]);
  });
});

describe('gift', () => {
  test('grants its buyer nothing; its code can be read again and redeemed by another member', async () => {
    const id = await bought({ isGift: true });
    expect((await read()).data.locked).toBe(true);
    const { gift } = await detail(id);
    expect(gift).toEqual({ code: expect.stringMatching(/^(\w{4}-){3}\w{4}$/), redeemedAt: null });
    expect((await detail(id)).gift.code).toBe(gift.code);
    const friend = await logIn(portal);
    expect(await post('/member/redeemCode', { code: gift.code }, friend.token)).toMatchObject({ code: 200 });
    expect((await read(postId, friend.token)).data.locked).toBe(false);
    expect((await detail(id)).gift.redeemedAt).not.toBeNull();
    expect((await detail(id)).refundable).toMatchObject({ isAllowed: false, why: '礼物已被兑换，不能退款' });
    expect(await post('/member/requestRefund', { id, reason: '不要了' })).toMatchObject({ code: 409 });
  });

  test('is taken from the member who redeemed it when staff refund it', async () => {
    const id = await bought({ isGift: true });
    const { gift } = await detail(id);
    const friend = await logIn(portal);
    await post('/member/redeemCode', { code: gift.code }, friend.token);
    const { data } = await post('/admin/order/refund', { id, reason: '误购' }, finance);
    await finishRefundOf(ctx, data.refundId);
    expect((await read(postId, friend.token)).data.locked).toBe(true);
    expect((await detail(id)).gift).toBeNull();
  });

  test('has no valid code after a refund', async () => {
    const id = await bought({ isGift: true });
    const { gift } = await detail(id);
    await post('/member/requestRefund', { id, reason: '不送了' });
    const [refund] = (await detail(id)).refunds;
    await post('/admin/refund/approve', { id: refund.id }, finance);
    await finishRefundOf(ctx, refund.id);
    const friend = await logIn(portal);
    expect(await post('/member/redeemCode', { code: gift.code }, friend.token)).toMatchObject({
      code: 409,
      msg: '兑换码已作废',
    });
  });
});

describe('refund', () => {
  test('can be requested and approved, and ends the purchase when the money is returned', async () => {
    const id = await bought();
    const refundRequest = await post('/member/requestRefund', { id, reason: '买错了' });
    expect(refundRequest.data).toMatchObject({ state: 'paid', refundable: { isAllowed: false } });
    expect(await post('/member/requestRefund', { id, reason: '再来' })).toMatchObject({ code: 409 });
    const [refund] = refundRequest.data.refunds;
    expect(refund).toMatchObject({ kind: 'request', state: 'requested', amount: 1200, reason: '买错了' });
    const listed = (await get('/admin/refund/list', { state: 'requested' }, finance)).data.records;
    expect(listed[0]).toMatchObject({
      id: refund.id,
      orderId: id,
      orderTitle: '要付费的一篇',
      gateway: 'sandbox',
    });
    expect(await post('/admin/refund/approve', { id: refund.id }, finance)).toMatchObject({ code: 200 });
    expect(await post('/admin/refund/approve', { id: refund.id }, finance)).toMatchObject({ code: 409 });
    expect((await detail(id)).state).toBe('refunding');
    await finishRefundOf(ctx, refund.id);
    expect(await detail(id)).toMatchObject({ state: 'refunded', refundedAmount: 1200 });
    expect((await read()).data.locked).toBe(true);
    expect(await create()).toMatchObject({ code: 200 });
  });

  test('leaves the order paid if rejected, and shows the reason', async () => {
    const id = await bought();
    const [refund] = (await post('/member/requestRefund', { id, reason: '不好看' })).data.refunds;
    expect(await post('/admin/refund/reject', { id: refund.id, note: '' }, finance)).toMatchObject({
      code: 400,
      field: 'note',
    });
    await post('/admin/refund/reject', { id: refund.id, note: '已读完全文' }, finance);
    expect(await detail(id)).toMatchObject({
      state: 'paid',
      refunds: [{ state: 'rejected', note: '已读完全文' }],
    });
    expect((await read()).data.locked).toBe(false);
  });

  test('cannot be requested after the configured days, but staff can still refund', async () => {
    const id = await bought();
    await portal.ctx.db
      .updateTable('orders')
      .set({ paid_at: new Date(Date.now() - 8 * 86_400_000) })
      .where('id', '=', id)
      .execute();
    expect((await detail(id)).refundable).toMatchObject({ isAllowed: false, why: '已超过 7 天的退款期限' });
    expect(await post('/member/requestRefund', { id, reason: '太晚' })).toMatchObject({ code: 409 });
    expect(await post('/admin/order/refund', { id, reason: '客服同意' }, finance)).toMatchObject({
      code: 200,
    });
  });

  test('of a withdrawn post needs no approval, however old the purchase', async () => {
    const gone = await addPost(portal, { access: 'paid', price: 700 });
    const id = await bought({ thing: `post:${gone}` });
    await portal.ctx.db
      .updateTable('orders')
      .set({ paid_at: new Date(Date.now() - 90 * 86_400_000) })
      .where('id', '=', id)
      .execute();
    await withdrawPost(portal.ctx, gone);
    expect((await read(gone)).data).toMatchObject({
      lockReason: 'withdrawn',
      offers: [{ type: 'refund', price: 700, orderId: id }],
    });
    const { data } = await post('/member/requestRefund', { id, reason: '文章已撤下' });
    expect(data).toMatchObject({ state: 'refunding', refunds: [{ kind: 'withdrawn', state: 'approved' }] });
  });

  test('of their own order is given by staff in whole only', async () => {
    const id = await bought();
    const role = { member_id: buyer.memberId, role: 'finance' };
    await ctx.db.insertInto('member_roles').values(role).execute();
    const refund = (more: object) =>
      post('/admin/order/refund', { id, reason: '自己的', ...more }, buyer.token);
    expect(await refund({ amount: 300 })).toMatchObject({
      code: 403,
      msg: expect.stringContaining('只能全额退款'),
    });
    expect(await refund({})).toMatchObject({ code: 200 });
    await ctx.db.deleteFrom('member_roles').where('member_id', '=', buyer.memberId).execute();
  });

  test('of a part leaves the order paid; one larger than the rest is rejected', async () => {
    const id = await bought();
    const first = await post('/admin/order/refund', { id, amount: 300, reason: '折扣补偿' }, finance);
    expect(await post('/admin/order/refund', { id, amount: 1, reason: '再退' }, finance)).toMatchObject({
      code: 409,
      msg: '这笔订单的退款正在处理',
    });
    await finishRefundOf(ctx, first.data.refundId);
    expect(await detail(id)).toMatchObject({
      state: 'paid',
      refundedAmount: 300,
      refundable: { amount: 900 },
    });
    expect(await post('/admin/order/refund', { id, amount: 901, reason: '过多' }, finance)).toMatchObject({
      code: 400,
      msg: '退款金额超过可退的 ¥9',
    });
  });

  test('that failed permanently waits for staff, who retry or abandon it', async () => {
    const id = await bought();
    const { data } = await post('/admin/order/refund', { id, reason: '误购' }, finance);
    const fail = () =>
      inTransaction(ctx, (trx) =>
        failRefund(ctx, trx, { refundId: data.refundId, error: '商户余额不足', isFinal: true }),
      );
    expect(await post('/admin/refund/retry', { id: data.refundId }, finance)).toMatchObject({ code: 409 });
    await fail();
    const open = (await get('/admin/refund/list', { state: 'open' }, finance)).data.records;
    expect(open.find((one: { id: string }) => one.id === data.refundId)).toMatchObject({
      state: 'failed',
      error: '商户余额不足',
    });
    expect(await post('/admin/refund/retry', { id: data.refundId }, finance)).toMatchObject({ code: 200 });
    await fail();
    await post('/admin/refund/abandon', { id: data.refundId, note: '改为线下补偿' }, finance);
    expect(await detail(id)).toMatchObject({ state: 'paid', refundedAmount: 0 });
  });

  test('is rejected for an order that cost nothing', async () => {
    const coupon = await addCoupon(portal, { amount_off: 5000 });
    const { data } = await create({ couponCode: coupon.code });
    expect(data).toMatchObject({ state: 'paid', amount: 0, refundable: { isAllowed: false } });
    expect(await post('/admin/order/refund', { id: data.id, reason: '试试' }, finance)).toMatchObject({
      code: 409,
    });
  });

  test('of surplus cannot be abandoned', async () => {
    const id = await bought();
    await payOrderOf(ctx, id, 1200);
    const [refund] = (await detail(id)).refunds;
    expect(refund).toMatchObject({ kind: 'surplus', state: 'approved' });
    await inTransaction(ctx, (trx) =>
      failRefund(ctx, trx, { refundId: refund.id, error: '失败', isFinal: true }),
    );
    expect(await post('/admin/refund/abandon', { id: refund.id, note: '算了' }, finance)).toMatchObject({
      code: 409,
    });
  });

  test.each([
    ['/admin/refund/approve', {}],
    ['/admin/refund/reject', { note: '不行' }],
    ['/admin/refund/retry', {}],
    ['/admin/refund/abandon', { note: '不行' }],
    ['/admin/order/refund', { reason: '没有' }],
  ])('%s returns 404 for an unknown id', async (path, body) => {
    expect(await post(path, { id: '999999', ...body }, finance)).toMatchObject({ code: 404 });
  });
});

describe('invoice', () => {
  const company = {
    titleKind: 'company',
    title: '观澜科技',
    taxNumber: '91310000MA1FL0000X',
    email: 'cw@example.cn',
  };
  const requestInvoice = (id: string, changes: object = {}) =>
    post('/member/requestInvoice', { id, ...company, ...changes });
  const issue = async (id: string, bytes = Buffer.from('%PDF-1.7 发票'), number?: string) => {
    const form = new FormData();
    form.append('id', id);
    if (number !== undefined) form.append('number', number);
    form.append('file', new Blob([Uint8Array.from(bytes)]), 'f.pdf');
    const encoded = new Response(form);
    return (
      await portal.call('POST /admin/invoice/issue', {
        token: finance,
        body: Buffer.from(await encoded.arrayBuffer()),
        headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
      })
    ).body;
  };

  test('can be requested once and issued, and is visible to its member only', async () => {
    const id = await bought();
    expect((await requestInvoice(id)).data).toMatchObject({
      invoice: { state: 'requested', title: '观澜科技' },
      canInvoice: false,
    });
    expect(await requestInvoice(id)).toMatchObject({ code: 409 });
    const listed = (await get('/admin/invoice/list', { state: 'requested' }, finance)).data.records;
    expect(listed[0]).toMatchObject({ orderId: id, amount: 1200, taxNumber: '91310000MA1FL0000X' });
    expect(
      (await portal.call('GET /member/downloadInvoice', { query: { id }, token: buyer.token })).status,
    ).toBe(404);
    expect(await issue(listed[0].id, Buffer.from('<script>'))).toMatchObject({
      code: 400,
      msg: expect.stringContaining('PDF'),
    });
    expect(await issue(listed[0].id)).toMatchObject({ code: 200 });
    expect(await issue(listed[0].id)).toMatchObject({ code: 409 });
    const file = await portal.call('GET /member/downloadInvoice', { query: { id }, token: buyer.token });
    expect(file.status).toBe(200);
    expect(file.text).toContain('%PDF-1.7 发票');
    const other = await logIn(portal);
    expect(
      (await portal.call('GET /member/downloadInvoice', { query: { id }, token: other.token })).status,
    ).toBe(404);
  });

  test('is for what the buyer has paid and not got back', async () => {
    const id = await bought({ couponCode: (await addCoupon(portal, { amount_off: 100 })).code });
    await requestInvoice(id);
    const amount = async () =>
      (await get('/admin/invoice/list', { state: 'requested' }, finance)).data.records.find(
        ({ orderId }: { orderId: string }) => orderId === id,
      ).amount;
    expect(await amount()).toBe(1100);
    const { data } = await post('/admin/order/refund', { id, amount: 300, reason: '补偿' }, finance);
    await finishRefundOf(ctx, data.refundId);
    expect(await amount()).toBe(800);
  });

  test('keeps its number and amount when the order is refunded later, which staff must confirm', async () => {
    const id = await bought();
    const requestId = (await requestInvoice(id)).data.invoice.id;
    expect(await issue(requestId, undefined, '第一号')).toMatchObject({
      code: 400,
      msg: expect.stringContaining('发票号码应为 8 到 20 位'),
    });
    expect(await issue(requestId, undefined, '26312000000123456789')).toMatchObject({ code: 200 });
    const listed = async () =>
      (await get('/admin/invoice/list', { state: 'issued' }, finance)).data.records.find(
        ({ orderId }: { orderId: string }) => orderId === id,
      );
    const issued = { number: '26312000000123456789', amount: 1200 };
    expect(await listed()).toMatchObject({ ...issued, refundedAfter: 0 });
    const unconfirmed = await post('/admin/order/refund', { id, reason: '买错了' }, finance);
    expect(unconfirmed).toMatchObject({ code: 409 });
    expect(unconfirmed.msg).toContain('已开发票 26312000000123456789，退款后要红冲');
    expect((await detail(id)).state).toBe('paid');
    const refund = { id, reason: '买错了', afterInvoice: true };
    const { data } = await post('/admin/order/refund', refund, finance);
    await finishRefundOf(ctx, data.refundId);
    expect(await listed()).toMatchObject({ ...issued, refundedAfter: 1200 });
    expect((await detail(id)).invoice).toMatchObject(issued);
    expect((await get('/admin/order/detail', { id }, finance)).data.refunds).toMatchObject([
      { issuedInvoice: { number: '26312000000123456789' } },
    ]);
  });

  test('of a request for a refund is confirmed as well, and one from before numbers has the amount of its day', async () => {
    const id = await bought();
    const partly = await post('/admin/order/refund', { id, amount: 200, reason: '补偿' }, finance);
    await finishRefundOf(ctx, partly.data.refundId);
    const requestId = (await requestInvoice(id)).data.invoice.id;
    expect(await issue(requestId)).toMatchObject({ code: 200 });
    const { db } = portal.ctx;
    await db.updateTable('invoice_requests').set({ amount: null }).where('id', '=', requestId).execute();
    const requested = await post('/member/requestRefund', { id, reason: '买错了' });
    const refundId = requested.data.refunds.at(-1).id;
    expect(await post('/admin/refund/approve', { id: refundId }, finance)).toMatchObject({
      code: 409,
      msg: expect.stringContaining('已开发票，退款后要红冲'),
    });
    const approved = await post('/admin/refund/approve', { id: refundId, afterInvoice: true }, finance);
    expect(approved).toMatchObject({ code: 200 });
    await finishRefundOf(ctx, refundId);
    expect((await detail(id)).invoice).toMatchObject({ state: 'issued', number: '', amount: 1000 });
  });

  test('cannot be issued while a refund is open, or for an order that was refunded in full', async () => {
    const id = await bought();
    const requestId = (await requestInvoice(id)).data.invoice.id;
    await post('/member/requestRefund', { id, reason: '买错了' });
    expect(await issue(requestId)).toMatchObject({
      code: 409,
      msg: expect.stringContaining('退款还没有办完'),
    });
    const refundId = (await detail(id)).refunds[0].id;
    await post('/admin/refund/approve', { id: refundId }, finance);
    await finishRefundOf(ctx, refundId);
    expect(await issue(requestId)).toMatchObject({ code: 409, msg: expect.stringContaining('已全额退款') });
    expect((await detail(id)).invoice).toMatchObject({ state: 'requested', amount: null });
  });

  test('can be requested again after a rejection', async () => {
    const id = await bought();
    const { invoice } = (await requestInvoice(id)).data;
    await post('/admin/invoice/reject', { id: invoice.id, note: '税号有误' }, finance);
    expect(await detail(id)).toMatchObject({
      invoice: { state: 'rejected', note: '税号有误' },
      canInvoice: true,
    });
    expect(
      (await requestInvoice(id, { titleKind: 'person', title: '张三', taxNumber: '' })).data.invoice,
    ).toMatchObject({
      state: 'requested',
      titleKind: 'person',
      note: '',
    });
    expect(await post('/admin/invoice/reject', { id: '99999', note: '无' }, finance)).toMatchObject({
      code: 404,
    });
  });

  test('is rejected for an unpaid order', async () => {
    const { data } = await create();
    expect(await requestInvoice(data.id)).toMatchObject({ code: 409 });
  });

  test.each([
    [{ titleKind: 'firm' }, '抬头类型'],
    [{ title: ' ' }, '发票抬头'],
    [{ taxNumber: '123' }, '税号'],
    [{ email: 'nobody' }, '接收邮箱'],
  ])('with %j is rejected and names the field', async (changes, message) => {
    const id = await bought();
    expect(await requestInvoice(id, changes)).toMatchObject({
      code: 400,
      msg: expect.stringContaining(message),
    });
    expect((await detail(id)).invoice).toBeNull();
  });
});

describe('admin calls for orders', () => {
  const list = async (query: Record<string, string>) => (await get('/admin/order/list', query, finance)).data;

  test('filter by number, buyer, payment, state, kind, post and day', async () => {
    const id = await bought();
    const { number } = await detail(id);
    expect((await list({ keyword: number.toLowerCase() })).records).toMatchObject([
      { id, memberId: buyer.memberId, memberMobile: expect.stringContaining('****'), authorName: '长堤' },
    ]);
    const { mobile, name } = await portal.ctx.db
      .selectFrom('members')
      .select(['mobile', 'name'])
      .where('id', '=', buyer.memberId)
      .executeTakeFirstOrThrow();
    expect((await list({ keyword: number.slice(0, 17) })).records.length).toBeGreaterThan(0);
    expect((await list({ keyword: mobile })).records).toHaveLength(1);
    expect((await list({ keyword: mobile.slice(0, 10) })).records).toEqual([]);
    expect(
      (await list({ keyword: name.slice(0, 2), size: '100' })).records.map(
        (order: { id: string }) => order.id,
      ),
    ).toContain(id);
    const payment = await portal.ctx.db
      .selectFrom('payments')
      .select(['trade_number', 'gateway_number'])
      .where('order_id', '=', id)
      .executeTakeFirstOrThrow();
    for (const trade of [payment.trade_number, payment.gateway_number ?? ''])
      expect((await list({ keyword: trade })).records).toMatchObject([{ id }]);
    for (const keyword of ['13000000000', '%', '_', 'G1', name.slice(1)])
      expect((await list({ keyword })).records, keyword).toEqual([]);
    expect(
      (await list({ memberId: buyer.memberId, state: 'paid', kind: 'post', postId })).records,
    ).toHaveLength(1);
    expect((await list({ memberId: buyer.memberId, state: 'closed' })).records).toEqual([]);
    expect((await list({ memberId: buyer.memberId, endTime: '2020-01-01' })).records).toEqual([]);
    expect((await list({ memberId: buyer.memberId, startTime: '2020-01-01' })).records).toHaveLength(1);
  });

  test('continue at the cursor', async () => {
    for (let count = 0; count < 3; count += 1) {
      await create({ thing: `post:${await addPost(portal, { access: 'paid', price: 100 })}` });
    }
    const first = await list({ memberId: buyer.memberId, size: '2' });
    const next = await list({ memberId: buyer.memberId, size: '2', cursor: first.cursor });
    expect([first.records.length, next.records.length, next.cursor]).toEqual([2, 1, null]);
  });

  test('return an order with its ledger entries', async () => {
    const id = await bought();
    const { data } = await get('/admin/order/detail', { id }, finance);
    expect(data).toMatchObject({
      authorShare: 7000,
      payments: [{ gateway: 'sandbox', state: 'succeeded', amount: 1200, isSurplus: false }],
      entries: [
        { kind: 'sale', account: 'gateway:sandbox', amount: 1200 },
        { account: `author:${data.authorId}`, amount: -840 },
        { account: 'revenue', amount: -360 },
      ],
    });
    expect(await get('/admin/order/detail', { id: '99999' }, finance)).toMatchObject({ code: 404 });
  });

  test('sum revenue by day without gaps', async () => {
    const before = (await get('/admin/order/revenue', {}, finance)).data.days;
    expect(before).toHaveLength(30);
    const id = await bought();
    const { data } = await post('/admin/order/refund', { id, amount: 200, reason: '补偿' }, finance);
    await finishRefundOf(ctx, data.refundId);
    const after = (await get('/admin/order/revenue', {}, finance)).data.days;
    const change = (name: string) => after.at(-1)[name] - before.at(-1)[name];
    expect(['orders', 'amount', 'post', 'vip', 'refunded'].map(change)).toEqual([1, 1200, 1200, 0, 200]);
    expect(await get('/admin/order/revenue', { startTime: '2020-01-01' }, finance)).toMatchObject({
      code: 400,
    });
  });

  test('count days from midnight in Shanghai, in revenue and in the filter of the list', async () => {
    const ids: string[] = [];
    for (const at of ['2026-03-31T23:59:59+08:00', '2026-04-01T00:00:00+08:00']) {
      const then = { ...ctx, now: () => new Date(at) };
      const id = await orderFor(then, {
        thing: `post:${await addPost(portal, { access: 'paid', price: 700 })}`,
      });
      await payOrderOf(then, id);
      ids.push(id);
    }
    for (const [place, day] of ['2026-03-31', '2026-04-01'].entries()) {
      const period = { startTime: day, endTime: day };
      const { days } = (await get('/admin/order/revenue', period, finance)).data;
      expect(days).toMatchObject([{ day, orders: 1, amount: 700 }]);
      const { records } = await list({ ...period, memberId: buyer.memberId });
      expect(records).toMatchObject([{ id: ids[place] }]);
    }
  });

  test('export revenue by day as CSV, and audit the export', async () => {
    const { data: refund } = await post(
      '/admin/order/refund',
      { id: await bought(), amount: 200, reason: '补偿' },
      finance,
    );
    await finishRefundOf(ctx, refund.refundId);
    await bought({ thing: `plan:${await addPlan(portal)}` });
    const query = { startTime: dayOf(new Date()) };
    const { text } = await portal.call('GET /admin/order/exportRevenue', { query, token: finance });
    const [shown] = (await get('/admin/order/revenue', query, finance)).data.days;
    const [names, today, ...rest] = text.replace('\uFEFF', '').trim().split('\r\n');
    expect(names).toBe(
      '日期,订单,销售额（元）,VIP（元）,栏目订阅（元）,单篇内容（元）,退款（元）,净销售额（元）',
    );
    const amounts = ['amount', 'vip', 'column', 'post', 'refunded'].map((name) => shown[name]);
    // Otherwise the export could mix them up unseen.
    expect(new Set(amounts).size).toBe(5);
    const fen = [...amounts, shown.amount - shown.refunded];
    expect(today).toBe([shown.day, shown.orders, ...fen.map((one) => (one / 100).toFixed(2))].join());
    expect(rest).toEqual([]);
    const tooLong = await portal.call('GET /admin/order/exportRevenue', {
      query: { startTime: '2020-01-01' },
      token: finance,
    });
    expect(tooLong.status).toBe(400);
    expect((await portal.call('GET /admin/order/exportRevenue', {})).status).toBe(401);
    const { token } = await logIn(portal);
    expect((await portal.call('GET /admin/order/exportRevenue', { token })).status).toBe(403);
    const audited = await portal.ctx.db
      .selectFrom('audit_entries')
      .select('after')
      .where('action', '=', 'order.exportRevenue')
      .execute();
    expect(audited).toEqual([{ after: { from: query.startTime, to: query.startTime } }]);
  });

  test('export orders as CSV for Excel, and audit the export', async () => {
    const risky = await addPost(portal, { title: '=1+1,"危险"', access: 'paid', price: 1250 });
    const { code: couponCode } = await addCoupon(portal);
    const order = await bought({ thing: `post:${risky}`, couponCode });
    const refund = await post('/admin/order/refund', { id: order, amount: 200, reason: '补偿' }, finance);
    await finishRefundOf(ctx, refund.data.refundId);
    const { token, memberId } = await logIn(portal, { role: 'finance' });
    const { text, headers } = await portal.call('GET /admin/order/export', {
      token,
      query: { state: 'paid', kind: 'post' },
    });
    expect(headers['content-type']).toContain('text/csv');
    const [names, first] = text.replace('\uFEFF', '').split('\r\n');
    expect(names).toContain('订单号,类型,内容');
    expect(names?.endsWith('按 VIP 价')).toBe(true);
    expect(first?.endsWith(',否')).toBe(true);
    expect(first).toContain(`"'=1+1,""危险""",${buyer.memberId},长堤,12.50,5.00,7.50,2.00,已支付,沙箱,S`);
    const { db } = portal.ctx;
    await db.updateTable('payments').set({ fee: 5 }).where('order_id', '=', order).execute();
    await db.updateTable('refunds').set({ fee: 1 }).where('order_id', '=', order).execute();
    const charged = await portal.call('GET /admin/order/export', { token, query: { state: 'paid' } });
    expect(charged.text).toMatch(/已支付,沙箱,S\d+,0\.04,/);
    const none = await portal.call('GET /admin/order/export', {
      token,
      query: { endTime: '2020-01-01' },
    });
    expect(none.text.trim().split('\r\n')).toHaveLength(1);
    const taken = await portal.ctx.db
      .selectFrom('audit_entries')
      .select('after')
      .where('action', '=', 'order.export')
      .where('member_id', '=', memberId)
      .execute();
    expect(taken).toHaveLength(3);
  });

  test('export each order once beyond the thousand of a batch', async () => {
    // All have the same time, so only the id tells where a batch ends.
    await sql`
      insert into orders (number, member_id, kind, shelf, thing, post_id, title, list_price, amount, state,
        close_reason, closed_at, expires_at, created_at)
      select 'G20200601' || i, ${buyer.memberId}::bigint, 'post', 'article', ${`post:${postId}`}, ${postId}::bigint, '千笔',
        100, 100, 'closed', 'expired', '2020-06-01T12:30Z', '2020-06-01T12:30Z', '2020-06-01T12:00Z'
      from generate_series(1, 1001) i`.execute(portal.ctx.db);
    const { text } = await portal.call('GET /admin/order/export', {
      token: finance,
      query: { startTime: '2020-06-01', endTime: '2020-06-01' },
    });
    const [, ...rows] = text.trim().split('\r\n');
    expect(rows).toHaveLength(1001);
    expect(new Set(rows).size).toBe(1001);
  });

  test('audit the actions of staff', async () => {
    const id = await bought();
    await post('/admin/order/refund', { id, amount: 200, reason: '补偿' }, finance);
    const rows = await portal.ctx.db
      .selectFrom('audit_entries')
      .select(['action', 'after'])
      .where('target', '=', `order:${id}`)
      .execute();
    expect(rows).toMatchObject([{ action: 'order.refund', after: { amount: 200, reason: '补偿' } }]);
  });
});

test('show an author their sales and income, and of the buyer’s name the first character only', async () => {
  const author = await logIn(portal);
  const id = await addPost(portal, { access: 'paid', price: 1000, author: '卖文者' });
  await portal.ctx.db
    .updateTable('authors')
    .set({ member_id: author.memberId })
    .where('name', '=', '卖文者')
    .execute();
  const sold = await bought({ thing: `post:${id}` });
  const { data } = await get('/member/sales', {}, author.token);
  expect(data.records).toMatchObject([{ orderId: sold, amount: 1000, income: 700, isRefunded: false }]);
  expect(JSON.stringify(data)).not.toContain(buyer.memberId);
  const { name } = await portal.ctx.db
    .selectFrom('members')
    .select('name')
    .where('id', '=', buyer.memberId)
    .executeTakeFirstOrThrow();
  expect(data.records[0].buyer).toBe(`${[...name][0]}**`);
  expect(JSON.stringify(data)).not.toContain(name);
  expect((await get('/member/sales')).data.records).toEqual([]);
  for (const [amount, left] of [
    [301, { refundedAmount: 301, income: 490, isRefunded: false }],
    [699, { refundedAmount: 1000, income: 0, isRefunded: true }],
  ] as const) {
    const refund = await post('/admin/order/refund', { id: sold, amount, reason: '补偿' }, finance);
    await finishRefundOf(ctx, refund.data.refundId);
    const { records } = (await get('/member/sales', {}, author.token)).data;
    expect(records).toMatchObject([{ orderId: sold, amount: 1000, ...left }]);
  }
});

describe('offers of a locked post', () => {
  test('are the post, its column and VIP at their lowest prices, the cheapest first', async () => {
    const id = await addPost(portal, { columnId: '3', access: 'paid', price: 800, vipFree: true });
    await addPlan(portal, { scope: 'column', column_id: '3', price: 2500 });
    await addPlan(portal, { price: 5000, first_price: 1900 });
    const { offers } = (await read(id)).data;
    expect(offers.map(({ type }: { type: string }) => type)).toEqual(['post', 'vip', 'column']);
    expect(offers[0]).toMatchObject({ price: 800, thing: `post:${id}` });
    expect(offers[1].price).toBeLessThanOrEqual(1900);
    expect(offers[2]).toMatchObject({ title: '订阅“VIP 专享”，阅读栏目全部内容', price: 2500 });
    const dear = await addPost(portal, { columnId: '3', access: 'paid', price: 9900, vipFree: true });
    expect(typesOf(await read(dear))).toEqual(['vip', 'column', 'post']);
    const forVip = await addPost(portal, { columnId: '3', access: 'vip' });
    expect(typesOf(await read(forVip))).toEqual(['vip', 'column']);
  });

  test('leave out VIP where it does not open the post, and what is not on sale', async () => {
    const apart = await addPost(portal, { columnId: '2', access: 'paid', price: 800 });
    expect(typesOf(await read(apart))).not.toContain('vip');
    const forVip = await addPost(portal, { columnId: '2', access: 'vip' });
    expect(typesOf(await read(forVip))).toContain('vip');
    const { db } = portal.ctx;
    const onSale = await db.selectFrom('plans').select('id').where('is_active', '=', true).execute();
    await db.updateTable('plans').set({ is_active: false }).where('scope', '=', 'vip').execute();
    await purge(portal.ctx, db, ['plans']);
    try {
      await waitFor(async () => expect(typesOf(await read(forVip))).not.toContain('vip'));
    } finally {
      const ids = onSale.map(({ id }) => id);
      await db.updateTable('plans').set({ is_active: true }).where('id', 'in', ids).execute();
      await purge(portal.ctx, db, ['plans']);
    }
  });
});

const typesOf = ({ data }: { data: { offers: { type: string }[] } }) => data.offers.map(({ type }) => type);

describe('permissions', () => {
  test.each([
    ['GET', '/admin/order/list', 'orders.view'],
    ['GET', '/admin/order/detail', 'orders.view'],
    ['GET', '/admin/order/revenue', 'orders.view'],
    ['GET', '/admin/order/export', 'orders.view'],
    ['POST', '/admin/order/refund', 'orders.refund'],
    ['GET', '/admin/refund/list', 'orders.view'],
    ['POST', '/admin/refund/approve', 'orders.refund'],
    ['POST', '/admin/refund/reject', 'orders.refund'],
    ['POST', '/admin/refund/retry', 'orders.refund'],
    ['POST', '/admin/refund/abandon', 'orders.refund'],
    ['GET', '/admin/invoice/list', 'orders.view'],
    ['POST', '/admin/invoice/issue', 'orders.invoice'],
    ['POST', '/admin/invoice/reject', 'orders.invoice'],
  ])('%s %s requires %s before anything else', async (method, path, permission) => {
    const statusFor = async (token?: string) =>
      (
        await portal.call(`${method} ${path}`, {
          ...(token ? { token } : {}),
          ...(method === 'POST' ? { body: {} } : {}),
        })
      ).status;
    expect(await statusFor()).toBe(401);
    expect(await statusFor(buyer.token)).toBe(403);
    expect(await statusFor((await logIn(portal, { role: 'editor' })).token)).toBe(403);
    const call = portal.app.calls.find((one) => one.method === method && one.path === path);
    expect(call?.access).toEqual({ permission });
    expect([200, 400, 415]).toContain(await statusFor(finance));
  });

  test.each([
    'GET /member/quoteOrder',
    'POST /member/createOrder',
    'POST /member/cancelOrder',
    'GET /member/orders',
    'GET /member/order',
    'POST /member/requestRefund',
    'POST /member/requestInvoice',
    'GET /member/downloadInvoice',
    'GET /member/sales',
  ])('%s rejects a visitor', async (key) => {
    expect((await portal.call(key, key.startsWith('POST') ? { body: {} } : {})).status).toBe(401);
  });
});

test('deleting a member closes their pending orders and keeps paid ones', async () => {
  const id = await bought();
  const { data } = await create({ thing: `plan:${await addPlan(portal)}` });
  await inTransaction(ctx, (trx) =>
    ctx.events.emit(ctx, trx, 'member.deleted', { memberId: buyer.memberId }),
  );
  expect((await detail(data.id)).state).toBe('closed');
  expect((await detail(id)).state).toBe('paid');
});

test('the export of a member’s data contains only their own orders and invoices', async () => {
  const id = await bought();
  await post('/member/requestInvoice', { id, titleKind: 'person', title: '张三', email: 'z@example.cn' });
  const copy: Record<string, unknown[]> = {};
  for (const { name, read: part } of orderData) {
    copy[name] = [];
    for await (const row of await part(portal.ctx, buyer.memberId)) copy[name].push(row);
  }
  expect(copy).toMatchObject({
    orders: [{ title: '要付费的一篇', amount: 1200, state: 'paid' }],
    invoices: [{ title: '张三', email: 'z@example.cn', state: 'requested' }],
  });
});
