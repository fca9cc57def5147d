import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AlipayStandIn, startAlipay } from '#testing/alipay.ts';
import { orderState } from '#testing/orders.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost, logIn } from '#testing/posts-and-members.ts';
import { startWechatPay, type WechatPayStandIn } from '#testing/wechat-pay.ts';

/* Faults between a buyer, the back office and a gateway, from end to end, through the public calls only. */

let portal: Portal;
let wechat: WechatPayStandIn;
let alipay: AlipayStandIn;
let admin: string;
beforeAll(async () => {
  wechat = await startWechatPay();
  alipay = await startAlipay();
  portal = await openPortal({ ...wechat.settings, ...alipay.settings });
  wechat.sendNoticesTo(portal);
  alipay.sendNoticesTo(portal);
  admin = (await logIn(portal, { role: 'admin' })).token;
});
afterAll(async () => {
  await wechat.stop();
  await alipay.close();
  await portal.close();
});

const postCall = async (path: string, body: object, token: string) =>
  (await portal.call(`POST ${path}`, { body, token })).body;
const getCall = async (path: string, query: Record<string, string>, token: string) =>
  (await portal.call(`GET ${path}`, { query, token })).body;
const callAdmin = async (path: string, body: object) => {
  const answer = await postCall(`/admin/${path}`, body, admin);
  expect(answer).toMatchObject({ code: 200 });
  return answer.data;
};
const order = (token: string, thing: string, more: object = {}) =>
  postCall('/member/createOrder', { thing, agreed: true, ...more }, token);
const countOrders = async (token: string) => (await getCall('/member/orders', {}, token)).data.total;
const addPaidPost = (price: number) => addPost(portal, { access: 'paid', price });
const plan = { scope: 'vip', name: '月卡', months: 1, price: 3000 };

async function startPayment(id: string, token: string) {
  const { data } = await postCall('/member/payOrder', { id, gateway: 'wechat', channel: 'native' }, token);
  const trade = wechat.store.tradeByPrepay(new URL(data.codeUrl).searchParams.get('id') ?? '');
  if (!trade) throw new Error('the gateway does not know the trade');
  return trade;
}
const sendNotice = (gateway: string, { headers, body }: { headers?: object; body: string }) =>
  portal.server.inject({
    method: 'POST',
    url: `/api/pay/notify/${gateway}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: body,
  });

describe('a price that changes between opening and paying', () => {
  test('of a post is shown before the order, and does not change an existing order', async () => {
    const [earlyBuyer, lateBuyer] = [await logIn(portal), await logIn(portal)];
    const id = await addPaidPost(1200);
    const thing = `post:${id}`;
    const shown = (await getCall('/member/quoteOrder', { thing }, lateBuyer.token)).data.listPrice;
    const made = (await order(earlyBuyer.token, thing, { price: 1200 })).data;
    const { version, content } = (await getCall('/admin/post/detail', { id }, admin)).data;
    const saved = await callAdmin('post/save', { id, base: version, content: { ...content, price: 2000 } });
    await callAdmin('post/publish', { id, base: saved.version });

    expect(await order(lateBuyer.token, thing, { price: shown })).toMatchObject({
      code: 409,
      msg: '价格已变动，现价 ¥20，请确认后再下单',
    });
    expect(await order(lateBuyer.token, thing, { price: 0 })).toMatchObject({ code: 409 });
    expect(await countOrders(lateBuyer.token)).toBe(0);
    expect((await getCall('/member/quoteOrder', { thing }, earlyBuyer.token)).data).toMatchObject({
      amount: 1200,
      pendingOrderId: made.id,
    });
    const trade = await startPayment(made.id, earlyBuyer.token);
    expect(trade.amount).toBe(1200);
    wechat.pay(trade.number);
    await wechat.whenIdle();
    expect(await orderState(portal, made.id)).toMatchObject({
      state: 'paid',
      payments: [{ amount: 1200, is_surplus: false }],
    });
  });

  test('of a plan is shown before the order', async () => {
    const { token } = await logIn(portal);
    const { id } = await callAdmin('plan/save', plan);
    const plans = (await getCall('/reception/getPlans', {}, token)).data;
    const shown = plans.find((one: { id: string }) => one.id === id).yourPrice;
    await callAdmin('plan/save', { ...plan, id, price: 3500 });
    expect(await order(token, `plan:${id}`, { price: shown })).toMatchObject({
      code: 409,
      msg: '价格已变动，现价 ¥35，请确认后再下单',
    });
    expect(await order(token, `plan:${id}`, { price: 3500 })).toMatchObject({ data: { amount: 3500 } });
  });
});

describe('a coupon that is used twice at once', () => {
  const used = async (code: string) =>
    (await getCall('/admin/coupon/list', { keyword: code }, admin)).data.records[0].used;

  test('serves only one of two orders of one member, and the other order is not created', async () => {
    const { token } = await logIn(portal);
    await callAdmin('coupon/save', { code: 'ONCE1', name: '一次', amountOff: 300 });
    const things = [`post:${await addPaidPost(800)}`, `post:${await addPaidPost(900)}`];
    const answers = await Promise.all(things.map((thing) => order(token, thing, { couponCode: 'ONCE1' })));
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
    expect(answers.find(({ code }) => code === 409).msg).toBe('你已用过这个优惠码');
    expect([await countOrders(token), await used('ONCE1')]).toEqual([1, 1]);
  });

  test('serves one of two members if it is valid once, and becomes free when that order closes', async () => {
    const people = [await logIn(portal), await logIn(portal)];
    await callAdmin('coupon/save', { code: 'LAST1', name: '最后一张', amountOff: 300, totalLimit: 1 });
    const thing = `post:${await addPaidPost(800)}`;
    const orderWithCoupon = ({ token }: { token: string }) => order(token, thing, { couponCode: 'LAST1' });
    const answers = await Promise.all(people.map(orderWithCoupon));
    const winner = answers.findIndex(({ code }) => code === 200);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
    expect(answers.find(({ code }) => code === 409).msg).toBe('优惠码已被用完');
    await postCall('/member/cancelOrder', { id: answers[winner].data.id }, people[winner]?.token ?? '');
    expect(await used('LAST1')).toBe(0);
    expect(await orderWithCoupon(people[1 - winner] ?? { token: '' })).toMatchObject({
      data: { discount: 300 },
    });
  });
});

describe('an amount of zero or less', () => {
  test.each([
    ['/admin/plan/save', { ...plan, price: 0 }, '价格'],
    ['/admin/plan/save', { ...plan, price: -3000 }, '价格'],
    ['/admin/coupon/save', { code: 'ZERO1', name: '零', amountOff: 0 }, '减免金额'],
    ['/admin/coupon/save', { code: 'ZERO1', name: '负', amountOff: -1 }, '减免金额'],
    ['/admin/order/refund', { id: '1', amount: 0, reason: '零' }, '退款金额'],
    ['/admin/order/refund', { id: '1', amount: -100, reason: '负' }, '退款金额'],
    ['/member/requestWithdrawal', { amount: 0, payee: '张三' }, '提现金额'],
    ['/member/requestWithdrawal', { amount: -100, payee: '张三' }, '提现金额'],
    ['/member/createOrder', { thing: 'plan:1', agreed: true, price: -1 }, '价格'],
  ])('%s %j is refused with an error on its field', async (path, body, message) => {
    expect(await postCall(path, body, admin)).toMatchObject({
      code: 400,
      msg: expect.stringContaining(message),
    });
  });
});

test('a plan taken off sale while an order is pending can still be paid and is granted; nobody else can buy it', async () => {
  const [buyer, other] = [await logIn(portal), await logIn(portal)];
  const { id } = await callAdmin('plan/save', plan);
  const made = (await order(buyer.token, `plan:${id}`)).data;
  const trade = await startPayment(made.id, buyer.token);
  await callAdmin('plan/save', { ...plan, id, isActive: false });
  for (const answer of [
    await order(other.token, `plan:${id}`),
    await getCall('/member/quoteOrder', { thing: `plan:${id}` }, other.token),
  ])
    expect(answer).toMatchObject({ code: 409, msg: '这个套餐已停售，请选择其他套餐' });
  wechat.pay(trade.number);
  await wechat.whenIdle();
  expect((await getCall('/member/memberships', {}, buyer.token)).data).toMatchObject([{ scope: 'vip' }]);
});

describe('a payment notice', () => {
  /** Counts the rows of every table that a payment changes. */
  const countMoneyRows = async () => {
    const { db } = portal.ctx;
    const count = (table: 'payments' | 'orders' | 'ledger_entries' | 'refunds' | 'grants') =>
      db
        .selectFrom(table)
        .select((row) => row.fn.countAll<string>().as('count'))
        .executeTakeFirst();
    const tables = ['payments', 'orders', 'ledger_entries', 'refunds', 'grants'] as const;
    return Promise.all(tables.map(count));
  };
  const findNewestNotice = () =>
    portal.ctx.db
      .selectFrom('gateway_notices')
      .select(['gateway', 'trade_number', 'outcome'])
      .orderBy('id', 'desc')
      .executeTakeFirst();
  const paidFields = () => ({
    trade_state: 'SUCCESS',
    transaction_id: '42000000000000000000',
    success_time: new Date().toISOString(),
  });

  test('for an unknown order, correctly signed, changes nothing and is recorded', async () => {
    const { token } = await logIn(portal);
    const made = (await order(token, `post:${await addPaidPost(700)}`)).data;
    const trade = await startPayment(made.id, token);
    const before = await countMoneyRows();
    const wechatNotice = wechat.gateway.noticeOf(trade.number, {
      ...paidFields(),
      out_trade_no: 'P-nobodys',
    });
    expect((await sendNotice('wechat', wechatNotice)).statusCode).toBe(400);
    expect(await findNewestNotice()).toEqual({
      gateway: 'wechat',
      trade_number: 'P-nobodys',
      outcome: 'unknown',
    });
    expect(await countMoneyRows()).toEqual(before);

    const paymentRequest = { id: made.id, gateway: 'alipay', channel: 'page' };
    const { redirectUrl } = (await postCall('/member/payOrder', paymentRequest, token)).data;
    expect(await alipay.openPayPage(redirectUrl)).toBe(200);
    const [number = ''] = [...alipay.trades.keys()];
    const started = await countMoneyRows();
    const alipayNotice = alipay.noticeOf(number, {
      out_trade_no: 'P-nobodys',
      trade_status: 'TRADE_SUCCESS',
    });
    expect((await sendNotice('alipay', { body: alipayNotice })).body).toBe('fail');
    expect(await findNewestNotice()).toEqual({
      gateway: 'alipay',
      trade_number: 'P-nobodys',
      outcome: 'unknown',
    });
    expect(await countMoneyRows()).toEqual(started);
    expect((await orderState(portal, made.id)).state).toBe('pending');
  });

  test.each([
    [-301_000, 400, 'stale', 'pending'],
    [301_000, 400, 'stale', 'pending'],
    [-290_000, 204, 'paid', 'paid'],
    [290_000, 204, 'paid', 'paid'],
  ])('with a clock that is off by %d ms is answered %d, %s', async (skewMs, status, outcome, state) => {
    const { token } = await logIn(portal);
    const made = (await order(token, `post:${await addPaidPost(700)}`)).data;
    const trade = await startPayment(made.id, token);
    wechat.clock.skewMs = skewMs;
    const notice = wechat.gateway.noticeOf(trade.number, {
      ...paidFields(),
      transaction_id: `42${trade.number}`,
    });
    wechat.clock.skewMs = 0;
    expect((await sendNotice('wechat', notice)).statusCode).toBe(status);
    expect((await findNewestNotice())?.outcome).toBe(outcome);
    expect((await orderState(portal, made.id)).state).toBe(state);
  });
});
