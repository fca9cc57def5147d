import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ensureAuthors } from '#features/authors/index.ts';
import { withdrawPost } from '#features/posts/index.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { addPiece, logIn } from '#testing/builders.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addCoupon, addPlan, asMember, finishRefundOf, payOrderOf } from '#testing/sales.ts';
import { failRefund, orderData } from './index.ts';

let portal: Portal;
let piece: string;
let finance: string;
let buyer: { token: string; memberId: string };
let ctx: Context;
beforeAll(async () => {
  portal = await openPortal();
  await ensureAuthors(portal.ctx, ['长堤']);
  piece = await addPiece(portal, {
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
  (await portal.ask(`POST ${path}`, { body, token })).body;
const get = async (path: string, query: Record<string, string> = {}, token = buyer.token) =>
  (await portal.ask(`GET ${path}`, { query, token })).body;
const create = (changes: object = {}, token = buyer.token) =>
  post('/member/createOrder', { thing: `post:${piece}`, agreed: true, ...changes }, token);
const read = async (id = piece, token = buyer.token) =>
  (await portal.ask('POST /reception/article/selectArticle', { query: { id }, token })).body;
const detail = async (id: string, token = buyer.token) => (await get('/member/order', { id }, token)).data;
const bought = async (changes: object = {}) => {
  const { data } = await create(changes);
  await payOrderOf(ctx, data.id);
  return data.id as string;
};

describe('an order', () => {
  test('has a number, its price, half an hour, and what can be done about it', async () => {
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
      post: { id: piece, columnId: '2', isWithdrawn: false },
    });
    expect(data.secondsLeft).toBeGreaterThan(1790);
    expect(data.secondsLeft).toBeLessThanOrEqual(1800);
  });

  test('for the same thing is the pending one, also of many at once', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => create()));
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
  });

  test('opens the piece when it is paid, and cannot be made again', async () => {
    expect((await read()).data.locked).toBe(true);
    const id = await bought();
    expect((await read()).data.body).toContain('付费的句子');
    expect(await detail(id)).toMatchObject({ state: 'paid', canPay: false, canCancel: false });
    expect(await create()).toMatchObject({ code: 409, msg: '您已购买过这篇内容，可以直接阅读' });
  });

  test('needs the confirmation that no 7-day return applies', async () => {
    const answer = await create({ agreed: false });
    expect(answer).toMatchObject({ code: 400, msg: expect.stringContaining('（agreed）') });
    expect((await get('/member/orders')).data.total).toBe(0);
  });

  test('keeps its price when the price changes, and tells who was shown another', async () => {
    const id = await addPiece(portal, { access: 'paid', price: 500 });
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

  test('for another plan of VIP replaces the pending one; a gift stands beside it', async () => {
    const [month, year] = [await addPlan(portal), await addPlan(portal, { months: 12, price: 30_000 })];
    const { data: first } = await create({ thing: `plan:${month}` });
    const { data: second } = await create({ thing: `plan:${year}` });
    await create({ thing: `plan:${month}`, isGift: true });
    expect((await detail(first.id)).closeReason).toBe('superseded');
    expect((await detail(second.id)).state).toBe('pending');
    const pending = (await get('/member/orders', { state: 'pending' })).data;
    expect(pending.records.map(({ isGift }: { isGift: boolean }) => isGift)).toEqual([true, false]);
  });

  test('is cancelled once, and not when it is paid', async () => {
    const { data } = await create();
    expect(await post('/member/cancelOrder', { id: data.id })).toMatchObject({ code: 200 });
    expect(await post('/member/cancelOrder', { id: data.id })).toMatchObject({ code: 200 });
    const id = await bought();
    expect(await post('/member/cancelOrder', { id })).toMatchObject({ code: 409 });
  });

  test('of another member is not there', async () => {
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

  test('of twenty pending no more are made', async () => {
    for (let count = 0; count < 20; count += 1)
      await create({ thing: `post:${await addPiece(portal, { access: 'paid', price: 100 })}` });
    expect(await create()).toMatchObject({ code: 409, msg: expect.stringContaining('太多') });
  });
});

describe('what is not for sale is refused with the reason', () => {
  test.each([
    ['free for all', { access: 'public' }, '不单独出售'],
    ['for VIP', { access: 'vip' }, '不单独出售'],
    ['a draft', { access: 'paid', price: 100, state: 'draft' }, '不存在'],
    [
      'to come',
      { access: 'paid', price: 100, state: 'scheduled', publishedAt: new Date(Date.now() + 9e6) },
      '不存在',
    ],
  ])('a piece that is %s', async (_, changes, message) => {
    const id = await addPiece(portal, changes as never);
    expect((await create({ thing: `post:${id}` })).msg).toContain(message);
  });

  test('a piece that was withdrawn, and one that never was', async () => {
    const id = await addPiece(portal, { access: 'paid', price: 100 });
    await withdrawPost(portal.ctx, id);
    expect(await create({ thing: `post:${id}` })).toMatchObject({ code: 404 });
    expect(await create({ thing: 'post:999999999' })).toMatchObject({ code: 404 });
    expect(await create({ thing: 'plan:999999999' })).toMatchObject({ code: 404 });
  });

  test('one’s own piece', async () => {
    const id = await addPiece(portal, { access: 'paid', price: 100, author: '自己' });
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

  test('a piece that VIP reads for nothing, to VIP; others buy it', async () => {
    const id = await addPiece(portal, { access: 'paid', price: 100, vipFree: true });
    const vip = await logIn(portal, { vipDays: 3 });
    expect((await create({ thing: `post:${id}` }, vip.token)).msg).toContain('VIP 会员可以免费阅读');
    expect(await create({ thing: `post:${id}` })).toMatchObject({ code: 200 });
  });

  test('a piece of a column one subscribes to', async () => {
    const plan = await addPlan(portal, { scope: 'column', column_id: '2', price: 900 });
    await bought({ thing: `plan:${plan}` });
    expect((await create()).msg).toContain('订阅的栏目包含这篇');
  });

  test('a plan that is not sold any more', async () => {
    const plan = await addPlan(portal, { is_active: false });
    expect(await create({ thing: `plan:${plan}` })).toMatchObject({
      code: 409,
      msg: expect.stringContaining('停售'),
    });
  });

  test.each([
    [{ thing: undefined }, '（thing）'],
    [{ thing: 'post:0' }, '（thing）'],
    [{ thing: 'vip:1' }, '（thing）'],
    [{ thing: `post:${'9'.repeat(30)}` }, '（thing）'],
    [{ agreed: 'yes' }, '确认（agreed）'],
    [{ agreed: undefined }, '确认（agreed）'],
    [{ couponCode: 'NONE' }, '优惠码（couponCode）'],
    [{ couponCode: ' ' }, '优惠码（couponCode）'],
    [{ price: -1 }, '价格（price）'],
    [{ isGift: 1 }, '赠送（isGift）'],
  ])('%j is refused by its field', async (changes, message) => {
    expect(await create(changes)).toMatchObject({ code: 400, msg: expect.stringContaining(message) });
    expect((await get('/member/orders')).data.total).toBe(0);
  });
});

describe('a quote', () => {
  const ask = (query: Record<string, string>) =>
    get('/member/quoteOrder', { thing: `post:${piece}`, ...query });

  test('says what it costs, with a coupon and with one that does not serve, and holds nothing', async () => {
    const coupon = await addCoupon(portal);
    expect((await ask({})).data).toMatchObject({ listPrice: 1200, amount: 1200, pendingOrderId: null });
    expect((await ask({ couponCode: coupon.code })).data).toMatchObject({
      discount: 500,
      amount: 700,
      couponName: '立减',
      couponFault: '',
    });
    expect((await ask({ couponCode: 'NONE' })).data).toMatchObject({
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

  test('of coupons that are none is given ten times in a quarter of an hour, and right ones do not count', async () => {
    const coupon = await addCoupon(portal);
    for (let count = 0; count < 11; count += 1)
      expect((await ask({ couponCode: coupon.code })).data.couponFault).toBe('');
    const answers = await Promise.all(
      Array.from({ length: 13 }, (_, place) => ask({ couponCode: `NO${place}` })),
    );
    expect(answers.filter(({ code }) => code === 429)).toHaveLength(3);
    expect(await create({ couponCode: 'NONE' })).toMatchObject({ code: 429 });
    expect(await create()).toMatchObject({ code: 200 });
  });

  test('names the pending order', async () => {
    const { data } = await create();
    expect((await ask({})).data.pendingOrderId).toBe(data.id);
  });
});

describe('one’s own orders', () => {
  test('are on three shelves, newest first, and go on at the cursor', async () => {
    const news = await addPiece(portal, { columnId: '1', access: 'paid', price: 100 });
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

describe('a gift', () => {
  test('grants nobody, and its code can be read again and redeemed by another', async () => {
    const id = await bought({ isGift: true });
    expect((await read()).data.locked).toBe(true);
    const { gift } = await detail(id);
    expect(gift).toEqual({ code: expect.stringMatching(/^(\w{4}-){3}\w{4}$/), redeemedAt: null });
    expect((await detail(id)).gift.code).toBe(gift.code);
    const friend = await logIn(portal);
    expect(await post('/member/redeemCode', { code: gift.code }, friend.token)).toMatchObject({ code: 200 });
    expect((await read(piece, friend.token)).data.locked).toBe(false);
    expect((await detail(id)).gift.redeemedAt).not.toBeNull();
    expect((await detail(id)).refundable).toMatchObject({ isAllowed: false, why: '礼物已被兑换，不能退款' });
    expect(await post('/member/requestRefund', { id, reason: '不要了' })).toMatchObject({ code: 409 });
  });

  test('that staff refund is taken back from who redeemed it', async () => {
    const id = await bought({ isGift: true });
    const { gift } = await detail(id);
    const friend = await logIn(portal);
    await post('/member/redeemCode', { code: gift.code }, friend.token);
    const { data } = await post('/admin/order/refund', { id, reason: '误购' }, finance);
    await finishRefundOf(ctx, data.refundId);
    expect((await read(piece, friend.token)).data.locked).toBe(true);
    expect((await detail(id)).gift).toBeNull();
  });

  test('that is refunded before it is redeemed is worth nothing', async () => {
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

describe('a refund', () => {
  test('is asked for, agreed to, and ends what was bought when the money is back', async () => {
    const id = await bought();
    const asked = await post('/member/requestRefund', { id, reason: '买错了' });
    expect(asked.data).toMatchObject({ state: 'paid', refundable: { isAllowed: false } });
    expect(await post('/member/requestRefund', { id, reason: '再来' })).toMatchObject({ code: 409 });
    const [refund] = asked.data.refunds;
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

  test('that is refused leaves the order paid, and says why', async () => {
    const id = await bought();
    const [refund] = (await post('/member/requestRefund', { id, reason: '不好看' })).data.refunds;
    expect(await post('/admin/refund/reject', { id: refund.id, note: '' }, finance)).toMatchObject({
      code: 400,
      msg: expect.stringContaining('（note）'),
    });
    await post('/admin/refund/reject', { id: refund.id, note: '已读完全文' }, finance);
    expect(await detail(id)).toMatchObject({
      state: 'paid',
      refunds: [{ state: 'rejected', note: '已读完全文' }],
    });
    expect((await read()).data.locked).toBe(false);
  });

  test('is not asked for after the operator’s days, but staff may', async () => {
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

  test('of a withdrawn piece goes back without asking, however long ago it was bought', async () => {
    const gone = await addPiece(portal, { access: 'paid', price: 700 });
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

  test('of a part leaves the order paid; more than is left is refused', async () => {
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
      msg: '退款金额（amount）超过可退的 ¥9',
    });
  });

  test('that failed for good waits for staff, who try it again or give it up', async () => {
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

  test('of what cost nothing is none', async () => {
    const coupon = await addCoupon(portal, { amount_off: 5000 });
    const { data } = await create({ couponCode: coupon.code });
    expect(data).toMatchObject({ state: 'paid', amount: 0, refundable: { isAllowed: false } });
    expect(await post('/admin/order/refund', { id: data.id, reason: '试试' }, finance)).toMatchObject({
      code: 409,
    });
  });

  test('of surplus cannot be given up', async () => {
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
  ])('%s of what does not exist is 404', async (path, body) => {
    expect(await post(path, { id: '999999', ...body }, finance)).toMatchObject({ code: 404 });
  });
});

describe('an invoice', () => {
  const company = {
    titleKind: 'company',
    title: '观澜科技',
    taxNumber: '91310000MA1FL0000X',
    email: 'cw@example.cn',
  };
  const ask = (id: string, changes: object = {}) =>
    post('/member/requestInvoice', { id, ...company, ...changes });
  const issue = async (id: string, bytes = Buffer.from('%PDF-1.7 发票')) => {
    const form = new FormData();
    form.append('id', id);
    form.append('file', new Blob([Uint8Array.from(bytes)]), 'f.pdf');
    const encoded = new Response(form);
    return (
      await portal.ask('POST /admin/invoice/issue', {
        token: finance,
        body: Buffer.from(await encoded.arrayBuffer()),
        headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
      })
    ).body;
  };

  test('is asked for once, issued, and its member’s alone', async () => {
    const id = await bought();
    expect((await ask(id)).data).toMatchObject({
      invoice: { state: 'requested', title: '观澜科技' },
      canInvoice: false,
    });
    expect(await ask(id)).toMatchObject({ code: 409 });
    const listed = (await get('/admin/invoice/list', { state: 'requested' }, finance)).data.records;
    expect(listed[0]).toMatchObject({ orderId: id, amount: 1200, taxNumber: '91310000MA1FL0000X' });
    expect(
      (await portal.ask('GET /member/downloadInvoice', { query: { id }, token: buyer.token })).status,
    ).toBe(404);
    expect(await issue(listed[0].id, Buffer.from('<script>'))).toMatchObject({
      code: 400,
      msg: expect.stringContaining('PDF'),
    });
    expect(await issue(listed[0].id)).toMatchObject({ code: 200 });
    expect(await issue(listed[0].id)).toMatchObject({ code: 409 });
    const file = await portal.ask('GET /member/downloadInvoice', { query: { id }, token: buyer.token });
    expect(file.status).toBe(200);
    expect(file.text).toContain('%PDF-1.7 发票');
    const other = await logIn(portal);
    expect(
      (await portal.ask('GET /member/downloadInvoice', { query: { id }, token: other.token })).status,
    ).toBe(404);
  });

  test('that was refused can be asked for anew', async () => {
    const id = await bought();
    const { invoice } = (await ask(id)).data;
    await post('/admin/invoice/reject', { id: invoice.id, note: '税号有误' }, finance);
    expect(await detail(id)).toMatchObject({
      invoice: { state: 'rejected', note: '税号有误' },
      canInvoice: true,
    });
    expect((await ask(id, { titleKind: 'person', title: '张三', taxNumber: '' })).data.invoice).toMatchObject(
      {
        state: 'requested',
        titleKind: 'person',
        note: '',
      },
    );
    expect(await post('/admin/invoice/reject', { id: '99999', note: '无' }, finance)).toMatchObject({
      code: 404,
    });
  });

  test('is not for what is not paid', async () => {
    const { data } = await create();
    expect(await ask(data.id)).toMatchObject({ code: 409 });
  });

  test.each([
    [{ titleKind: 'firm' }, '（titleKind）'],
    [{ title: ' ' }, '发票抬头（title）'],
    [{ taxNumber: '123' }, '税号（taxNumber）'],
    [{ email: 'nobody' }, '接收邮箱（email）'],
  ])('%j is refused by its field', async (changes, message) => {
    const id = await bought();
    expect(await ask(id, changes)).toMatchObject({ code: 400, msg: expect.stringContaining(message) });
    expect((await detail(id)).invoice).toBeNull();
  });
});

describe('the orders desk', () => {
  const list = async (query: Record<string, string>) => (await get('/admin/order/list', query, finance)).data;

  test('finds an order by its number and by a mobile number, by state, kind, piece and day', async () => {
    const id = await bought();
    const { number } = await detail(id);
    expect((await list({ keyword: number.toLowerCase() })).records).toMatchObject([
      { id, memberId: buyer.memberId, memberMobile: expect.stringContaining('****'), authorName: '长堤' },
    ]);
    const { mobile } = await portal.ctx.db
      .selectFrom('members')
      .select('mobile')
      .where('id', '=', buyer.memberId)
      .executeTakeFirstOrThrow();
    expect((await list({ keyword: mobile })).records).toHaveLength(1);
    expect((await list({ keyword: '13000000000' })).records).toEqual([]);
    expect(
      (await list({ memberId: buyer.memberId, state: 'paid', kind: 'post', postId: piece })).records,
    ).toHaveLength(1);
    expect((await list({ memberId: buyer.memberId, state: 'closed' })).records).toEqual([]);
    expect((await list({ memberId: buyer.memberId, endTime: '2020-01-01' })).records).toEqual([]);
    expect((await list({ memberId: buyer.memberId, startTime: '2020-01-01' })).records).toHaveLength(1);
  });

  test('goes on at the cursor', async () => {
    for (let count = 0; count < 3; count += 1) {
      await create({ thing: `post:${await addPiece(portal, { access: 'paid', price: 100 })}` });
    }
    const first = await list({ memberId: buyer.memberId, size: '2' });
    const next = await list({ memberId: buyer.memberId, size: '2', cursor: first.cursor });
    expect([first.records.length, next.records.length, next.cursor]).toEqual([2, 1, null]);
  });

  test('shows an order whole, with what was booked', async () => {
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

  test('sums revenue by day, without gaps', async () => {
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

  test('hands the orders out as CSV that Excel opens, and writes down who took them', async () => {
    const risky = await addPiece(portal, { title: '=1+1,"危险"', access: 'paid', price: 1250 });
    await bought({ thing: `post:${risky}` });
    const { token, memberId } = await logIn(portal, { role: 'finance' });
    const { text, headers } = await portal.ask('GET /admin/order/export', {
      token,
      query: { state: 'paid', kind: 'post' },
    });
    expect(headers['content-type']).toContain('text/csv');
    const [names, first] = text.replace('\uFEFF', '').split('\r\n');
    expect(names).toContain('订单号,类型,内容');
    expect(names?.endsWith('按 VIP 价')).toBe(true);
    expect(first?.endsWith(',否')).toBe(true);
    expect(first).toContain(`"'=1+1,""危险""",${buyer.memberId},长堤,12.50,0.00,12.50,0.00,已支付,sandbox`);
    const none = await portal.ask('GET /admin/order/export', {
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
    expect(taken).toHaveLength(2);
  });

  test('writes down what staff did', async () => {
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

test('an author sees what was sold and what it brought, and of who bought it one character', async () => {
  const author = await logIn(portal);
  const id = await addPiece(portal, { access: 'paid', price: 1000, author: '卖文者' });
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
});

describe('what opens a piece', () => {
  test('is the piece with its price, VIP and its column from the least they cost', async () => {
    const id = await addPiece(portal, { columnId: '3', access: 'paid', price: 800, vipFree: true });
    await addPlan(portal, { scope: 'column', column_id: '3', price: 2500 });
    await addPlan(portal, { price: 5000, first_price: 1900 });
    const offers = (await read(id)).data.offers;
    expect(offers.map(({ type }: { type: string }) => type)).toEqual(['vip', 'post', 'column']);
    expect(offers[0].price).toBeLessThanOrEqual(1900);
    expect(offers[1]).toMatchObject({ price: 800, thing: `post:${id}` });
    expect(offers[2]).toMatchObject({ title: '订阅「VIP 专享」，阅读栏目全部内容', price: 2500 });
    const forVip = await addPiece(portal, { columnId: '3', access: 'vip' });
    expect((await read(forVip)).data.offers.map(({ type }: { type: string }) => type)).toEqual([
      'vip',
      'column',
    ]);
  });
});

describe('who may do it', () => {
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
  ])('%s %s needs %s, before anything else', async (method, path, permission) => {
    const asked = async (token?: string) =>
      (
        await portal.ask(`${method} ${path}`, {
          ...(token ? { token } : {}),
          ...(method === 'POST' ? { body: {} } : {}),
        })
      ).status;
    expect(await asked()).toBe(401);
    expect(await asked(buyer.token)).toBe(403);
    expect(await asked((await logIn(portal, { role: 'editor' })).token)).toBe(403);
    const call = portal.house.calls.find((one) => one.method === method && one.path === path);
    expect(call?.access).toEqual({ permission });
    expect([200, 400, 415]).toContain(await asked(finance));
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
  ])('%s hears no visitor', async (key) => {
    expect((await portal.ask(key, key.startsWith('POST') ? { body: {} } : {})).status).toBe(401);
  });
});

test('a member who goes leaves no order waiting; what they paid is kept', async () => {
  const id = await bought();
  const { data } = await create({ thing: `plan:${await addPlan(portal)}` });
  await inTransaction(ctx, (trx) =>
    ctx.events.emit(ctx, trx, 'member.deleted', { memberId: buyer.memberId }),
  );
  expect((await detail(data.id)).state).toBe('closed');
  expect((await detail(id)).state).toBe('paid');
});

test('a member’s copy of their data holds their orders and invoices, and nobody else’s', async () => {
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
