import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AlipayStandIn, startAlipay } from '#testing/alipay.ts';
import { addPiece, logIn } from '#testing/builders.ts';
import { orderState } from '#testing/orders.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { startWechatPay, type WechatPayStandIn } from '#testing/wechat-pay.ts';
import { servePayNotices } from './pay-notices.ts';

/* What goes wrong between a buyer, the desk and a gateway, from one end to the other: through the calls alone. */

let portal: Portal;
let wechat: WechatPayStandIn;
let alipay: AlipayStandIn;
let admin: string;
beforeAll(async () => {
  wechat = await startWechatPay();
  alipay = await startAlipay();
  portal = await openPortal({ ...wechat.settings, ...alipay.settings });
  servePayNotices(portal.app, portal.house);
  wechat.tell(portal);
  alipay.tell(portal);
  admin = (await logIn(portal, { role: 'admin' })).token;
});
afterAll(async () => {
  await wechat.stop();
  await alipay.close();
  await portal.close();
});

const post = async (path: string, body: object, token: string) =>
  (await portal.ask(`POST ${path}`, { body, token })).body;
const get = async (path: string, query: Record<string, string>, token: string) =>
  (await portal.ask(`GET ${path}`, { query, token })).body;
const desk = async (path: string, body: object) => {
  const answer = await post(`/admin/${path}`, body, admin);
  expect(answer).toMatchObject({ code: 200 });
  return answer.data;
};
const order = (token: string, thing: string, more: object = {}) =>
  post('/member/createOrder', { thing, agreed: true, ...more }, token);
const ordersOf = async (token: string) => (await get('/member/orders', {}, token)).data.total;
const forSale = (price: number) => addPiece(portal, { access: 'paid', price });
const plan = { scope: 'vip', name: '月卡', months: 1, price: 3000 };

/** The buyer stands before WeChat Pay. */
async function goToPay(id: string, token: string) {
  const { data } = await post('/member/payOrder', { id, gateway: 'wechat', channel: 'native' }, token);
  const trade = wechat.book.tradeByPrepay(new URL(data.codeUrl).searchParams.get('id') ?? '');
  if (!trade) throw new Error('the gateway knows nothing of it');
  return trade;
}
const notify = (gateway: string, { headers, body }: { headers?: object; body: string }) =>
  portal.app.inject({
    method: 'POST',
    url: `/api/pay/notify/${gateway}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: body,
  });

describe('a price that changes between opening and paying', () => {
  test('of a piece is told before the order, and does not touch the order that was made', async () => {
    const [early, late] = [await logIn(portal), await logIn(portal)];
    const id = await forSale(1200);
    const thing = `post:${id}`;
    const shown = (await get('/member/quoteOrder', { thing }, late.token)).data.listPrice;
    const made = (await order(early.token, thing, { price: 1200 })).data;
    const { version, content } = (await get('/admin/post/detail', { id }, admin)).data;
    const saved = await desk('post/save', { id, base: version, content: { ...content, price: 2000 } });
    await desk('post/publish', { id, base: saved.version });

    expect(await order(late.token, thing, { price: shown })).toMatchObject({
      code: 409,
      msg: '价格已变动，现价 ¥20，请确认后再下单',
    });
    expect(await order(late.token, thing, { price: 0 })).toMatchObject({ code: 409 });
    expect(await ordersOf(late.token)).toBe(0);
    expect((await get('/member/quoteOrder', { thing }, early.token)).data).toMatchObject({
      amount: 1200,
      pendingOrderId: made.id,
    });
    const trade = await goToPay(made.id, early.token);
    expect(trade.amount).toBe(1200);
    wechat.pay(trade.number);
    await wechat.settled();
    expect(await orderState(portal, made.id)).toMatchObject({
      state: 'paid',
      payments: [{ amount: 1200, is_surplus: false }],
    });
  });

  test('of a plan is told as well', async () => {
    const { token } = await logIn(portal);
    const { id } = await desk('plan/save', plan);
    const plans = (await get('/reception/getPlans', {}, token)).data;
    const shown = plans.find((one: { id: string }) => one.id === id).yourPrice;
    await desk('plan/save', { ...plan, id, price: 3500 });
    expect(await order(token, `plan:${id}`, { price: shown })).toMatchObject({
      code: 409,
      msg: '价格已变动，现价 ¥35，请确认后再下单',
    });
    expect(await order(token, `plan:${id}`, { price: 3500 })).toMatchObject({ data: { amount: 3500 } });
  });
});

describe('a coupon that is used twice at once', () => {
  const used = async (code: string) =>
    (await get('/admin/coupon/list', { keyword: code }, admin)).data.records[0].used;

  test('by one member for two things serves one of them, and the other order is not made', async () => {
    const { token } = await logIn(portal);
    await desk('coupon/save', { code: 'ONCE1', name: '一次', amountOff: 300 });
    const things = [`post:${await forSale(800)}`, `post:${await forSale(900)}`];
    const answers = await Promise.all(things.map((thing) => order(token, thing, { couponCode: 'ONCE1' })));
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
    expect(answers.find(({ code }) => code === 409).msg).toBe('您已用过这个优惠码');
    expect([await ordersOf(token), await used('ONCE1')]).toEqual([1, 1]);
  });

  test('by two members, of whom one may, serves one; the order that closes gives it back', async () => {
    const people = [await logIn(portal), await logIn(portal)];
    await desk('coupon/save', { code: 'LAST1', name: '最后一张', amountOff: 300, totalLimit: 1 });
    const thing = `post:${await forSale(800)}`;
    const buy = ({ token }: { token: string }) => order(token, thing, { couponCode: 'LAST1' });
    const answers = await Promise.all(people.map(buy));
    const winner = answers.findIndex(({ code }) => code === 200);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
    expect(answers.find(({ code }) => code === 409).msg).toBe('优惠码已被用完');
    await post('/member/cancelOrder', { id: answers[winner].data.id }, people[winner]?.token ?? '');
    expect(await used('LAST1')).toBe(0);
    expect(await buy(people[1 - winner] ?? { token: '' })).toMatchObject({ data: { discount: 300 } });
  });
});

describe('an amount of zero or less', () => {
  test.each([
    ['/admin/plan/save', { ...plan, price: 0 }, '价格（price）'],
    ['/admin/plan/save', { ...plan, price: -3000 }, '价格（price）'],
    ['/admin/coupon/save', { code: 'ZERO1', name: '零', amountOff: 0 }, '减免金额（amountOff）'],
    ['/admin/coupon/save', { code: 'ZERO1', name: '负', amountOff: -1 }, '减免金额（amountOff）'],
    ['/admin/order/refund', { id: '1', amount: 0, reason: '零' }, '退款金额（amount）'],
    ['/admin/order/refund', { id: '1', amount: -100, reason: '负' }, '退款金额（amount）'],
    ['/member/requestWithdrawal', { amount: 0, payee: '张三' }, '提现金额（amount）'],
    ['/member/requestWithdrawal', { amount: -100, payee: '张三' }, '提现金额（amount）'],
    ['/member/createOrder', { thing: 'plan:1', agreed: true, price: -1 }, '价格（price）'],
  ])('%s %j is refused by its field', async (path, body, message) => {
    expect(await post(path, body, admin)).toMatchObject({
      code: 400,
      msg: expect.stringContaining(message),
    });
  });
});

test('a plan that is taken off sale while an order waits is paid and given; nobody else gets it', async () => {
  const [buyer, other] = [await logIn(portal), await logIn(portal)];
  const { id } = await desk('plan/save', plan);
  const made = (await order(buyer.token, `plan:${id}`)).data;
  const trade = await goToPay(made.id, buyer.token);
  await desk('plan/save', { ...plan, id, isActive: false });
  for (const answer of [
    await order(other.token, `plan:${id}`),
    await get('/member/quoteOrder', { thing: `plan:${id}` }, other.token),
  ])
    expect(answer).toMatchObject({ code: 409, msg: '这个套餐已停售，请选择其他套餐' });
  wechat.pay(trade.number);
  await wechat.settled();
  expect((await get('/member/memberships', {}, buyer.token)).data).toMatchObject([{ scope: 'vip' }]);
});

describe('what a gateway brings', () => {
  /** Everything that money changes. */
  const books = async () => {
    const { db } = portal.ctx;
    const count = (table: 'payments' | 'orders' | 'ledger_entries' | 'refunds' | 'grants') =>
      db
        .selectFrom(table)
        .select((row) => row.fn.countAll<string>().as('count'))
        .executeTakeFirst();
    const tables = ['payments', 'orders', 'ledger_entries', 'refunds', 'grants'] as const;
    return Promise.all(tables.map(count));
  };
  const newest = () =>
    portal.ctx.db
      .selectFrom('gateway_notices')
      .select(['gateway', 'trade_number', 'outcome'])
      .orderBy('id', 'desc')
      .executeTakeFirst();
  const paid = () => ({
    trade_state: 'SUCCESS',
    transaction_id: '42000000000000000000',
    success_time: new Date().toISOString(),
  });

  test('for an order that nobody knows, well signed, changes nothing and is written down', async () => {
    const { token } = await logIn(portal);
    const made = (await order(token, `post:${await forSale(700)}`)).data;
    const trade = await goToPay(made.id, token);
    const before = await books();
    const byWechat = wechat.gateway.noticeOf(trade.number, { ...paid(), out_trade_no: 'P-nobodys' });
    expect((await notify('wechat', byWechat)).statusCode).toBe(400);
    expect(await newest()).toEqual({ gateway: 'wechat', trade_number: 'P-nobodys', outcome: 'unknown' });
    expect(await books()).toEqual(before);

    const way = { id: made.id, gateway: 'alipay', channel: 'page' };
    const { redirectUrl } = (await post('/member/payOrder', way, token)).data;
    expect(await alipay.open(redirectUrl)).toBe(200);
    const [number = ''] = [...alipay.trades.keys()];
    const started = await books();
    const byAlipay = alipay.noticeOf(number, { out_trade_no: 'P-nobodys', trade_status: 'TRADE_SUCCESS' });
    expect((await notify('alipay', { body: byAlipay })).body).toBe('fail');
    expect(await newest()).toEqual({ gateway: 'alipay', trade_number: 'P-nobodys', outcome: 'unknown' });
    expect(await books()).toEqual(started);
    expect((await orderState(portal, made.id)).state).toBe('pending');
  });

  test.each([
    [-301_000, 400, 'stale', 'pending'],
    [301_000, 400, 'stale', 'pending'],
    [-290_000, 204, 'paid', 'paid'],
    [290_000, 204, 'paid', 'paid'],
  ])('under a clock that is off by %d ms is answered %d, %s', async (skewMs, status, outcome, state) => {
    const { token } = await logIn(portal);
    const made = (await order(token, `post:${await forSale(700)}`)).data;
    const trade = await goToPay(made.id, token);
    wechat.clock.skewMs = skewMs;
    const notice = wechat.gateway.noticeOf(trade.number, {
      ...paid(),
      transaction_id: `42${trade.number}`,
    });
    wechat.clock.skewMs = 0;
    expect((await notify('wechat', notice)).statusCode).toBe(status);
    expect((await newest())?.outcome).toBe(outcome);
    expect((await orderState(portal, made.id)).state).toBe(state);
  });
});
