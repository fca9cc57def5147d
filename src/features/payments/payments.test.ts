import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { deleteExpiredHits } from '#kernel/db/rate-limits.ts';
import { dayOf } from '#shared/dates.ts';
import { type AlipayStandIn, startAlipay } from '#testing/alipay.ts';
import { addOrder, orderState } from '#testing/orders.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { logIn } from '#testing/posts-and-members.ts';
import { startWechatPay, type WechatPayStandIn } from '#testing/wechat-pay.ts';
import { type BillLine, GatewayError } from './gateways/gateway.ts';
import { handleNotice } from './notices.ts';
import { claimOpenAttempts } from './queries.ts';
import { reconcileDay, reconcileDue } from './reconcile.ts';
import { noFaults } from './sandbox/notice-queue.ts';
import { sendDueRefunds } from './send-refunds.ts';
import { watchAttempts } from './watch-attempts.ts';

let portal: Portal;
let wechat: WechatPayStandIn;
let alipay: AlipayStandIn;
let buyer: { token: string; memberId: string };

beforeAll(async () => {
  wechat = await startWechatPay();
  alipay = await startAlipay();
  portal = await openPortal({ ...wechat.settings, ...alipay.settings });
  wechat.sendNoticesTo(portal);
  alipay.sendNoticesTo(portal);
  buyer = await logIn(portal);
});
afterEach(async () => {
  for (const table of ['rate_limits', 'gateway_notices', 'reconciliations'] as const)
    await portal.ctx.db.deleteFrom(table).execute();
  Object.assign(wechat.control, noFaults);
  wechat.clock.skewMs = 0;
  Object.assign(alipay.faults, { forgeAnswers: false, loseNotices: false });
});
afterAll(async () => {
  await wechat.stop();
  await alipay.close();
  await portal.close();
});

const ways = [
  { gateway: 'wechat', channel: 'native' },
  { gateway: 'alipay', channel: 'page' },
] as const;
type Way = (typeof ways)[number];

const startPayment = (id: string, way: Way | object = ways[0], token = buyer.token) =>
  portal.call('POST /member/payOrder', { token, body: { id, ...way } });
const stateOf = async (id: string) =>
  (await portal.call('GET /member/getPayState', { token: buyer.token, query: { id } })).body.data;
const check = (id: string, { token } = buyer) =>
  portal.call('POST /member/checkPayment', { token, body: { id } });
const tradeOf = async (id: string, place = -1) =>
  (await orderState(portal, id)).payments.at(place)?.trade_number ?? '';

/** Opens the gateway's payment page for the buyer. @returns our number of the trade */
async function openGatewayPage(id: string, way: Way = ways[0]): Promise<string> {
  const { body } = await startPayment(id, way);
  if (way.gateway === 'alipay') expect(await alipay.openPayPage(body.data.redirectUrl)).toBe(200);
  return tradeOf(id);
}
async function pay(trade: string, { gateway }: Way = ways[0]): Promise<void> {
  if (gateway === 'alipay') return alipay.pay(trade);
  wechat.pay(trade);
  await wechat.whenIdle();
}
const closeOrder = (id: string) =>
  portal.ctx.db
    .updateTable('orders')
    .set({ state: 'closed', closed_at: new Date() })
    .where('id', '=', id)
    .execute();
/** Sends a notice of a payment of one fen, which is not in the gateway's own book. */
async function notifyWrongAmount(trade: string, { gateway }: Way): Promise<void> {
  if (gateway === 'alipay') {
    const changes = { trade_status: 'TRADE_SUCCESS', total_amount: '0.01' };
    await notify('alipay', { body: alipay.noticeOf(trade, changes) });
    return;
  }
  const changes = {
    trade_state: 'SUCCESS',
    transaction_id: `42-${trade}`,
    success_time: new Date().toISOString(),
    amount: { total: 1, currency: 'CNY' },
  };
  await notify('wechat', wechat.gateway.noticeOf(trade, changes));
}
/** Makes open attempts and refunds due. */
async function letTimePass(): Promise<void> {
  const { db } = portal.ctx;
  await db
    .updateTable('payments')
    .set({ created_at: new Date(Date.now() - 60_000), asked_at: null })
    .where('state', '=', 'created')
    .execute();
  await db
    .updateTable('refunds')
    .set({ next_try_at: new Date(Date.now() - 1) })
    .where('state', 'in', ['approved', 'sent'])
    .execute();
}
const watch = async () => {
  await letTimePass();
  return watchAttempts(portal.ctx, portal.app.payments);
};
const sendRefunds = async () => {
  await letTimePass();
  await sendDueRefunds(portal.ctx, portal.app.payments);
  await wechat.whenIdle();
};
const outcomes = async (trade: string) =>
  (
    await portal.ctx.db
      .selectFrom('gateway_notices')
      .select('outcome')
      .where('trade_number', '=', trade)
      .orderBy('id')
      .execute()
  ).map(({ outcome }) => outcome);
const sumOf = (entries: { account: string; amount: string | number }[], account: RegExp) =>
  entries.filter((entry) => account.test(entry.account)).reduce((sum, { amount }) => sum + Number(amount), 0);
const notify = async (gateway: string, { headers, body }: { headers?: object; body: string }) =>
  portal.server.inject({
    method: 'POST',
    url: `/api/pay/notify/${gateway}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: body,
  });

describe('payment calls', () => {
  test('list the configured gateways and channels', async () => {
    const { body } = await portal.call('GET /reception/getPayChannels');
    expect(body.data).toEqual({
      gateways: [
        { name: 'wechat', label: '微信支付', channels: ['native', 'h5'] },
        { name: 'alipay', label: '支付宝', channels: ['page', 'wap'] },
      ],
      wechatAppId: null,
    });
  });

  test('require a session, an own order and a configured channel, and name the wrong field', async () => {
    const id = await addOrder(portal, buyer.memberId);
    const stranger = await logIn(portal);
    expect((await portal.call('POST /member/payOrder', { body: { id, ...ways[0] } })).status).toBe(401);
    expect((await portal.call('GET /member/getPayState', { query: { id } })).status).toBe(401);
    expect(await startPayment(id, ways[0], stranger.token)).toMatchObject({
      status: 404,
      body: { msg: '订单不存在' },
    });
    const theirs = await portal.call('GET /member/getPayState', { token: stranger.token, query: { id } });
    expect(theirs.status).toBe(404);
    expect((await startPayment('999999999')).status).toBe(404);
    const refusals = [
      [{ id: 'x', ...ways[0] }, '订单编号'],
      [{ id, gateway: 'bank', channel: 'native' }, '支付渠道'],
      [{ id, gateway: 'wechat', channel: 'cash' }, '支付方式'],
      [{ id, gateway: 'wechat', channel: 'page' }, '支付方式'],
      [{ id, gateway: 'sandbox', channel: 'native' }, '支付方式'],
      [{ id, gateway: 'wechat', channel: 'jsapi' }, '支付方式'],
    ] as const;
    for (const [body, message] of refusals) {
      const answer = await portal.call('POST /member/payOrder', { token: buyer.token, body });
      expect([answer.status, answer.body.msg]).toEqual([400, expect.stringContaining(message)]);
    }
    expect((await orderState(portal, id)).payments).toEqual([]);
  });

  test('continue an attempt and ignore amounts from the browser', async () => {
    const id = await addOrder(portal, buyer.memberId);
    const first = await portal.call('POST /member/payOrder', {
      token: buyer.token,
      body: { id, ...ways[0], amount: 1, price: 1 },
    });
    expect(first.body.data).toMatchObject({ orderId: id, state: 'pending', amount: 1850, redirectUrl: null });
    const again = await startPayment(id);
    expect(again.body.data).toEqual(first.body.data);
    expect((await orderState(portal, id)).payments).toHaveLength(1);
    expect(wechat.store.trade(await tradeOf(id))?.amount).toBe(1850);
    expect(await stateOf(id)).toMatchObject({
      state: 'pending',
      paidAt: null,
      attempt: { gateway: 'wechat', channel: 'native' },
    });
  });

  test('share one attempt per channel in concurrent calls', async () => {
    const id = await addOrder(portal, buyer.memberId);
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => startPayment(id)));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect((await startPayment(id, { ...ways[0], channel: 'h5' })).status).toBe(200);
    const { payments } = await orderState(portal, id);
    expect(payments.map(({ state, amount }) => [state, amount])).toEqual([
      ['created', 1850],
      ['created', 1850],
    ]);
  });

  test('reject an order that is paid, closed or about to expire', async () => {
    const id = await addOrder(portal, buyer.memberId);
    await pay(await openGatewayPage(id));
    expect(await startPayment(id)).toMatchObject({ status: 409, body: { msg: '订单已支付，不需要再付' } });
    const closed = await addOrder(portal, buyer.memberId);
    await closeOrder(closed);
    expect(await startPayment(closed)).toMatchObject({
      status: 409,
      body: { msg: '订单已关闭，请重新下单' },
    });
    const late = await addOrder(portal, buyer.memberId, { expiresInMs: 30_000 });
    expect(await startPayment(late)).toMatchObject({
      status: 409,
      body: { msg: '订单即将过期，请重新下单' },
    });
  });

  test('return the buyer only to a path of this site', async () => {
    const id = await addOrder(portal, buyer.memberId);
    const returned = async (back?: string) => {
      const { body } = await startPayment(id, { ...ways[1], ...(back !== undefined && { back }) });
      return new URL(body.data.redirectUrl).searchParams.get('return_url');
    };
    const site = 'https://news.example.cn';
    expect(await returned()).toBe(`${site}/personal/purchase?payOrder=${id}`);
    expect(await returned('/vip/detail?id=7')).toBe(`${site}/vip/detail?id=7&payOrder=${id}`);
    expect(await returned('/vip?payOrder=1')).toBe(`${site}/vip?payOrder=${id}`);
    expect(await returned(`/search?text=${'潮'.repeat(80)}`)).toBe(
      `${site}/personal/purchase?payOrder=${id}`,
    );
    for (const back of ['https://evil.cn/', '//evil.cn', '/\\evil.cn', 'vip', 'javascript:1', '/\t/evil.cn'])
      expect(await startPayment(id, { ...ways[1], back }), back).toMatchObject({
        status: 400,
        body: { msg: expect.stringContaining('返回地址') },
      });
  });

  test('limit payment starts per member, across orders and concurrent calls', async () => {
    const ids = await Promise.all([addOrder(portal, buyer.memberId), addOrder(portal, buyer.memberId)]);
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, count) => startPayment(ids[count % 2] ?? '')),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    const [refused, ...others] = answers.filter(({ status }) => status === 429);
    expect(others).toHaveLength(3);
    expect(refused?.body).toMatchObject({ code: 429, msg: '支付操作过于频繁，请 5 分钟后再试' });
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(280);
    const other = await logIn(portal);
    const theirs = await addOrder(portal, other.memberId);
    expect((await startPayment(theirs, ways[0], other.token)).status).toBe(200);
    await portal.ctx.db
      .updateTable('rate_limits')
      .set({ hits: [new Date(Date.now() - 300_001)], expires_at: new Date(Date.now() - 1) })
      .execute();
    expect((await startPayment(ids[0])).status).toBe(200);
    const hits = async () =>
      (
        await portal.ctx.db
          .selectFrom('rate_limits')
          .select('hits')
          .where('key', 'like', 'payments.start:%')
          .execute()
      ).map((row) => row.hits.length);
    expect(await hits()).toEqual([1, 1]);
    await deleteExpiredHits(portal.ctx);
    expect(await hits()).toEqual([1]);
  });

  test('limit a buyer’s checks, and check only own orders', async () => {
    const id = await addOrder(portal, buyer.memberId);
    expect((await check(id, await logIn(portal))).status).toBe(404);
    const answers = await Promise.all(Array.from({ length: 22 }, () => check(id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(answers.find(({ status }) => status === 429)?.body.msg).toMatch(/^查询过于频繁，请 5 分钟后再查/);
  });

  test('let one worker claim an open attempt, and another one once the claim expires', async () => {
    const id = await addOrder(portal, buyer.memberId);
    await startPayment(id);
    await letTimePass();
    const { db } = portal.ctx;
    const claim = async (afterMs: number) =>
      (await claimOpenAttempts(db, new Date(start + afterMs), 60)).filter(({ order_id }) => order_id === id);
    const start = Date.now();
    const claims = await Promise.all([claim(0), claim(0), claim(0)]);
    expect(claims.flat()).toMatchObject([{ is_wanted: true }]);
    expect(await claim(9_999)).toEqual([]);
    expect(await claim(10_000)).toHaveLength(1);
  });

  test('report a gateway that does not respond, and allow a retry of the attempt', async () => {
    const id = await addOrder(portal, buyer.memberId);
    wechat.control.failStarts = 1;
    expect(await startPayment(id)).toMatchObject({
      status: 503,
      body: { msg: '微信支付暂时不可用，请稍后再试，或换一种支付方式' },
    });
    expect((await startPayment(id)).status).toBe(200);
    expect((await orderState(portal, id)).payments).toHaveLength(1);
  });
});

describe.each(ways)('through $gateway', (way) => {
  test('a payment pays the order, grants the post and is booked, once', async () => {
    const id = await addOrder(portal, buyer.memberId);
    const trade = await openGatewayPage(id, way);
    await pay(trade, way);
    const after = await orderState(portal, id);
    expect(after).toMatchObject({ state: 'paid', payments: [{ state: 'succeeded', is_surplus: false }] });
    expect(after.grants).toHaveLength(1);
    expect(sumOf(after.entries, /^gateway:/)).toBe(1850);
    expect(sumOf(after.entries, /^author:/)).toBe(-1295);
    expect(sumOf(after.entries, /./)).toBe(0);
    expect(await outcomes(trade)).toEqual(['paid']);
    expect(await stateOf(id)).toMatchObject({ state: 'paid', hasSurplus: false });
  });

  test('a query settles a payment whose notice was lost', async () => {
    const id = await addOrder(portal, buyer.memberId);
    const trade = await openGatewayPage(id, way);
    wechat.control.lose = 1;
    alipay.faults.loseNotices = true;
    await pay(trade, way);
    expect((await orderState(portal, id)).state).toBe('pending');
    expect(await watch()).toBeGreaterThan(0);
    expect(await orderState(portal, id)).toMatchObject({ state: 'paid', payments: [{ state: 'succeeded' }] });
  });

  test('a check by the buyer settles a payment whose notice was lost, and an unpaid order stays pending', async () => {
    const id = await addOrder(portal, buyer.memberId);
    const trade = await openGatewayPage(id, way);
    expect(await check(id)).toMatchObject({ status: 200, body: { data: { state: 'pending' } } });
    wechat.control.lose = 1;
    alipay.faults.loseNotices = true;
    await pay(trade, way);
    expect(await check(id)).toMatchObject({ status: 200, body: { data: { state: 'paid' } } });
    expect((await orderState(portal, id)).grants).toHaveLength(1);
  });

  test('a payment after the order closed is refunded automatically', async () => {
    const id = await addOrder(portal, buyer.memberId);
    const trade = await openGatewayPage(id, way);
    await closeOrder(id);
    await pay(trade, way);
    expect(await orderState(portal, id)).toMatchObject({
      state: 'closed',
      grants: [],
      payments: [{ is_surplus: true }],
      refunds: [{ kind: 'surplus', state: 'approved', amount: 1850 }],
    });
    await sendRefunds();
    const after = await orderState(portal, id);
    expect(after.refunds).toMatchObject([{ state: 'succeeded' }]);
    for (const account of [/^gateway:/, /^owed:/]) expect(sumOf(after.entries, account)).toBe(0);
    const theirs =
      way.gateway === 'wechat'
        ? wechat.store.trade(trade)?.refunded
        : alipay.trades.get(trade)?.refunds.reduce((sum, { amount }) => sum + amount, 0);
    expect(theirs).toBe(1850);
  });

  test('an attempt of a closed order is closed at the gateway', async () => {
    const id = await addOrder(portal, buyer.memberId);
    const trade = await openGatewayPage(id, way);
    await closeOrder(id);
    await watch();
    expect((await orderState(portal, id)).payments).toMatchObject([{ state: 'closed' }]);
    await expect(pay(trade, way)).rejects.toThrow();
  });

  test('a wrong amount never pays the order, and is refunded', async () => {
    const id = await addOrder(portal, buyer.memberId);
    const trade = await openGatewayPage(id, way);
    await notifyWrongAmount(trade, way);
    expect(await orderState(portal, id)).toMatchObject({
      state: 'pending',
      grants: [],
      payments: [{ state: 'succeeded', is_surplus: true, amount: 1 }],
      refunds: [{ kind: 'surplus', amount: 1 }],
    });
  });
});

describe('notices', () => {
  test('that are repeated, also with another signature, change nothing and are accepted', async () => {
    const id = await addOrder(portal, buyer.memberId);
    const trade = await openGatewayPage(id);
    wechat.control.repeat = 2;
    await pay(trade);
    const before = await orderState(portal, id);
    const notice = wechat.gateway.noticeOf(trade);
    expect((await notify('wechat', notice)).statusCode).toBe(204);
    expect((await notify('wechat', notice)).statusCode).toBe(204);
    expect(await orderState(portal, id)).toEqual(before);
    expect((await outcomes(trade)).sort()).toEqual(['paid', ...Array(4).fill('repeated')]);
  });

  test('that are forged, altered, stale or misdirected change nothing, and are recorded and rejected', async () => {
    const id = await addOrder(portal, buyer.memberId);
    const trade = await openGatewayPage(id);
    const changes = { trade_state: 'SUCCESS', transaction_id: '42', success_time: new Date().toISOString() };
    const notice = wechat.gateway.noticeOf(trade, changes);
    wechat.clock.skewMs = -301_000;
    const stale = wechat.gateway.noticeOf(trade, changes);
    wechat.clock.skewMs = 0;
    const before = await orderState(portal, id);
    const written = async (outcome: string) =>
      (
        await portal.ctx.db
          .selectFrom('gateway_notices')
          .select('id')
          .where('outcome', '=', outcome)
          .execute()
      ).length;
    for (const [outcome, sent] of [
      ['forged', { ...notice, body: notice.body.replace('支付', '付支') }],
      ['forged', { ...notice, headers: { ...notice.headers, 'wechatpay-signature': 'AAAA' } }],
      ['malformed', { body: '{}' }],
      ['stale', stale],
      ['wrong_merchant', wechat.gateway.noticeOf(trade, { ...changes, mchid: '1900000000' })],
      ['wrong_app', wechat.gateway.noticeOf(trade, { ...changes, appid: 'wx9' })],
      ['unknown', wechat.gateway.noticeOf(trade, { ...changes, out_trade_no: 'P-nobodys' })],
    ] as const) {
      const count = await written(outcome);
      const answer = await notify('wechat', sent);
      expect([answer.statusCode, answer.json().code], outcome).toEqual([400, 'FAIL']);
      expect(await written(outcome), outcome).toBe(count + 1);
    }
    const alien = await notify('alipay', { body: 'out_trade_no=P1&sign=AAAA&sign_type=RSA2' });
    expect([alien.statusCode, alien.body]).toEqual([200, 'fail']);
    expect(await orderState(portal, id)).toEqual(before);
    expect((await notify('sandbox', { body: '' })).statusCode).toBe(404);
    const events = await portal.ctx.db
      .selectFrom('audit_entries')
      .select('after')
      .where('action', '=', 'security.noticeForged')
      .execute();
    const outcomesInLog = events.map(({ after }) => (after as { outcome: string }).outcome);
    expect(new Set(outcomesInLog)).toEqual(
      new Set(['forged', 'malformed', 'stale', 'wrong_merchant', 'wrong_app']),
    );
    // Each says what is wrong; another reason alone is no other event, or anyone could fill the log.
    expect(events.every(({ after }) => (after as { reason: string }).reason.length > 4)).toBe(true);
    for (const serial of ['1', '2', '3'])
      await notify('wechat', { ...notice, headers: { ...notice.headers, 'wechatpay-serial': serial } });
    const now = await portal.ctx.db
      .selectFrom('audit_entries')
      .select('id')
      .where('action', '=', 'security.noticeForged')
      .execute();
    expect(now).toHaveLength(events.length);
  });

  test('with another gateway number than the payment’s are recorded as conflicting and rejected', async () => {
    const id = await addOrder(portal, buyer.memberId);
    const trade = await openGatewayPage(id);
    await pay(trade);
    const before = await orderState(portal, id);
    const answer = await notify('wechat', wechat.gateway.noticeOf(trade, { transaction_id: '42-another' }));
    expect(answer.statusCode).toBe(400);
    expect(await orderState(portal, id)).toEqual(before);
    expect(await outcomes(trade)).toEqual(['paid', 'conflicting']);
  });

  test('that arrive concurrently pay once', async () => {
    const id = await addOrder(portal, buyer.memberId);
    const trade = await openGatewayPage(id);
    wechat.control.lose = 1;
    await pay(trade);
    await letTimePass();
    const all = [1, 2, 3, 4, 5, 6].map(() => notify('wechat', wechat.gateway.noticeOf(trade)));
    await Promise.all([...all, watchAttempts(portal.ctx, portal.app.payments)]);
    expect((await orderState(portal, id)).grants).toHaveLength(1);
    const said = await outcomes(trade);
    expect(said).toHaveLength(6);
    expect(said.filter((outcome) => outcome === 'paid').length).toBeLessThanOrEqual(1);
    expect(new Set(said.filter((outcome) => outcome !== 'paid'))).toEqual(new Set(['repeated']));
  });

  test('that are forged are recorded at most 200 times a minute', async () => {
    const count = async () =>
      (
        await portal.ctx.db
          .selectFrom('gateway_notices')
          .select('id')
          .where('outcome', '=', 'malformed')
          .execute()
      ).length;
    for (let round = 0; round < 230; round += 1) await notify('wechat', { body: 'x' });
    expect(await count()).toBe(200);
  });

  test('get the response that their gateway expects', async () => {
    const one = await addOrder(portal, buyer.memberId);
    await pay(await openGatewayPage(one));
    const taken = await notify('wechat', wechat.gateway.noticeOf(await tradeOf(one)));
    expect([taken.statusCode, taken.body]).toEqual([204, '']);
    const other = await addOrder(portal, buyer.memberId);
    await pay(await openGatewayPage(other, ways[1]), ways[1]);
    const said = await notify('alipay', { body: alipay.noticeOf(await tradeOf(other)) });
    expect([said.statusCode, said.body]).toEqual([200, 'success']);
  });

  test('of a double payment through two gateways pay once and refund once', async () => {
    const id = await addOrder(portal, buyer.memberId);
    const byWechat = await openGatewayPage(id);
    const byAlipay = await openGatewayPage(id, ways[1]);
    await pay(byWechat);
    await pay(byAlipay, ways[1]);
    const after = await orderState(portal, id);
    expect(after.state).toBe('paid');
    expect(after.payments.map(({ is_surplus }) => is_surplus)).toEqual([false, true]);
    await sendRefunds();
    expect(await orderState(portal, id)).toMatchObject({
      state: 'paid',
      refunds: [{ kind: 'surplus', state: 'succeeded', amount: 1850 }],
    });
    expect(wechat.store.trade(byWechat)?.refunded).toBe(0);
  });
});

test('a clock more than five minutes off rejects notices, and a query settles the payment once the clocks agree', async () => {
  const id = await addOrder(portal, buyer.memberId);
  const trade = await openGatewayPage(id);
  const stale = () =>
    portal.ctx.db.selectFrom('gateway_notices').select('id').where('outcome', '=', 'stale').execute();
  const before = (await stale()).length;
  wechat.clock.skewMs = 400_000;
  await pay(trade);
  await watch();
  expect((await stale()).length).toBeGreaterThan(before);
  expect((await orderState(portal, id)).state).toBe('pending');
  expect((await startPayment(id)).status).toBe(503);
  wechat.clock.skewMs = 0;
  await watch();
  expect(await orderState(portal, id)).toMatchObject({ state: 'paid', payments: [{ state: 'succeeded' }] });
});

test('no key reaches a log, an error or a response in any failure', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const ctx = { ...portal.ctx, log };
  const answers: string[] = [];
  for (const way of ways) {
    const id = await addOrder(portal, buyer.memberId);
    await openGatewayPage(id, way);
    wechat.clock.skewMs = 400_000;
    alipay.faults.forgeAnswers = true;
    await letTimePass();
    await watchAttempts(ctx, portal.app.payments);
    answers.push((await startPayment(id, way)).text);
    const row = await reconcileDay(
      ctx,
      (await portal.app.payments.gateways(portal.ctx))[ways.indexOf(way)] as never,
      '2020-01-01',
    );
    answers.push(JSON.stringify(row));
    wechat.clock.skewMs = 0;
    alipay.faults.forgeAnswers = false;
  }
  await handleNotice(ctx, portal.app.payments, {
    gateway: 'wechat',
    body: Buffer.from('{}'),
    headers: { 'wechatpay-signature': 'the-signature' },
    address: '203.0.113.9',
  });
  const output = [...lines, ...answers].join('\n');
  expect(lines.length).toBeGreaterThan(3);
  expect(output).toContain('SIGN_ERROR');
  expect(output).toContain('支付宝的应答没有通过签名验证');
  for (const secret of [...wechat.secrets, ...alipay.secrets, 'WECHATPAY2-SHA256', 'the-signature'])
    expect(output).not.toContain(secret);
});

test('a refund that was sent is queried until it is finished, and its notice has no further effect', async () => {
  const id = await addOrder(portal, buyer.memberId);
  const trade = await openGatewayPage(id);
  const other = await openGatewayPage(id, ways[1]);
  await pay(other, ways[1]);
  wechat.control.holdRefunds = true;
  await pay(trade);
  await sendRefunds();
  expect((await orderState(portal, id)).refunds).toMatchObject([{ kind: 'surplus', state: 'sent' }]);
  wechat.control.holdRefunds = false;
  await sendRefunds();
  const after = await orderState(portal, id);
  expect(after.refunds).toMatchObject([{ state: 'succeeded', amount: 1850 }]);
  expect(sumOf(after.entries, /^gateway:wechat/)).toBe(0);
  expect(wechat.store.trade(trade)?.refunded).toBe(1850);
  expect(await outcomes(trade)).toContain('refund');
});

test.each(ways)('a refund that $gateway never received is sent again', async (way) => {
  const id = await addOrder(portal, buyer.memberId);
  const trade = await openGatewayPage(id, way);
  await closeOrder(id);
  await pay(trade, way);
  await portal.ctx.db.updateTable('refunds').set({ state: 'sent' }).where('order_id', '=', id).execute();
  await sendRefunds();
  expect((await orderState(portal, id)).refunds).toMatchObject([{ state: 'succeeded', amount: 1850 }]);
});

describe('bills', () => {
  const gatewayByName = async (name: string) => {
    const found = (await portal.app.payments.gateways(portal.ctx)).find((gateway) => gateway.name === name);
    if (!found) throw new Error(name);
    return found;
  };
  const today = () => dayOf(new Date());
  /** Pays two orders and a closed one, which must be refunded, and reports a wrong amount for a fourth. */
  async function sellThrough(way: Way): Promise<void> {
    const begin = async () => {
      const id = await addOrder(portal, buyer.memberId);
      return { id, trade: await openGatewayPage(id, way) };
    };
    await pay((await begin()).trade, way);
    await pay((await begin()).trade, way);
    const surplus = await begin();
    await closeOrder(surplus.id);
    await pay(surplus.trade, way);
    await notifyWrongAmount((await begin()).trade, way);
  }

  test.each(ways)(
    'of a day from $gateway match the book, and list missing and different entries',
    async (way) => {
      const name = way.gateway;
      await sellThrough(way);
      await sendRefunds();
      await watch();
      // A payment with a wrong amount is not in the gateway's own book.
      const ownBook = await portal.ctx.db
        .selectFrom('payments')
        .select(['trade_number'])
        .where('gateway', '=', name)
        .where('amount', '=', 1)
        .execute();
      const clean = await reconcileDay(portal.ctx, await gatewayByName(name), today());
      expect(ownBook).not.toEqual([]);
      expect(clean.error).toBe('');
      const missing = ownBook.map(({ trade_number }) => ({
        kind: 'missing_there',
        what: 'payment',
        number: trade_number,
        ours: 1,
        theirs: null,
      }));
      expect(clean.differences).toHaveLength(missing.length);
      expect(clean.differences).toEqual(expect.arrayContaining(missing));
      expect(clean.theirs_count).toBeGreaterThan(2);
      const id = await addOrder(portal, buyer.memberId);
      const trade = await openGatewayPage(id, way);
      await pay(trade, way);
      await portal.ctx.db
        .updateTable('payments')
        .set({ amount: 1849 })
        .where('trade_number', '=', trade)
        .execute();
      const off = await reconcileDay(portal.ctx, await gatewayByName(name), today());
      expect(off.state).toBe('different');
      expect(off.differences).toContainEqual({
        kind: 'amount',
        what: 'payment',
        number: trade,
        ours: 1849,
        theirs: 1850,
      });
      await portal.ctx.db
        .updateTable('payments')
        .set({ amount: 1850 })
        .where('trade_number', '=', trade)
        .execute();
    },
  );

  test('settle a payment that only the gateway knows', async () => {
    const id = await addOrder(portal, buyer.memberId);
    const trade = await openGatewayPage(id);
    wechat.control.lose = 1;
    await pay(trade);
    const { differences } = await reconcileDay(portal.ctx, await gatewayByName('wechat'), today());
    expect((await orderState(portal, id)).state).toBe('paid');
    expect(differences).not.toContainEqual(expect.objectContaining({ number: trade }));
  });

  test('bring the fees of payments and refunds, which later bills may correct', async () => {
    const id = await addOrder(portal, buyer.memberId);
    const trade = await openGatewayPage(id);
    await pay(trade);
    const { db } = portal.ctx;
    const feeOf = async () =>
      (
        await db
          .selectFrom('payments')
          .select('fee')
          .where('trade_number', '=', trade)
          .executeTakeFirstOrThrow()
      ).fee;
    const gateway = await gatewayByName('wechat');
    const line = {
      kind: 'payment',
      tradeNumber: trade,
      refundNumber: '',
      gatewayNumber: '',
      amount: 1800,
    } as const;
    const { id: paymentId } = await db
      .selectFrom('payments')
      .select('id')
      .where('trade_number', '=', trade)
      .executeTakeFirstOrThrow();
    const refund = { order_id: id, payment_id: paymentId, kind: 'staff', amount: 100, state: 'rejected' };
    const number = `R${trade}`;
    await db
      .insertInto('refunds')
      .values({ ...refund, number })
      .execute();
    const back: BillLine = { ...line, kind: 'refund', refundNumber: number, amount: 100, fee: 1 };
    const read = (fee: number | null) =>
      reconcileDay(portal.ctx, { ...gateway, fetchBill: async () => [{ ...line, fee }, back] }, '2025-04-01');
    expect(await feeOf()).toBeNull();
    await read(11);
    expect(await feeOf()).toBe(11);
    await read(null);
    expect(await feeOf()).toBe(11);
    await read(12);
    expect(await feeOf()).toBe(12);
    const returned = db.selectFrom('refunds').select('fee').where('number', '=', number);
    expect(await returned.executeTakeFirstOrThrow()).toEqual({ fee: 1 });
    await db.deleteFrom('reconciliations').where('day', '=', '2025-04-01').execute();
  });

  test('are fetched for the seven days before today in Shanghai, and those that failed again until they do not', async () => {
    const gateway = await gatewayByName('wechat');
    let asked: string[] = [];
    const run = async (fetchBill: (day: string) => Promise<BillLine[]>) => {
      asked = [];
      const billing = {
        ...gateway,
        fetchBill: (day: string) => {
          asked.push(day);
          return fetchBill(day);
        },
      };
      // In UTC it is the day before.
      const now = () => new Date('2025-05-10T06:30:00+08:00');
      await reconcileDue({ ...portal.ctx, now }, { ...portal.app.payments, gateways: async () => [billing] });
      return asked;
    };
    const days = [9, 8, 7, 6, 5, 4, 3].map((day) => `2025-05-0${day}`);
    const bills = (isAway: boolean) => async (day: string) => {
      if (isAway && day >= '2025-05-08') throw new GatewayError('unreachable', 'BUSY', 'the gateway is away');
      if (day === '2025-05-05') throw new GatewayError('no_bill', 'NO_STATEMENT_EXIST', 'no trades');
      return [];
    };
    expect(await run(bills(true))).toEqual(days);
    expect(await run(bills(true))).toEqual(['2025-05-09', '2025-05-08']);
    expect(await run(bills(false))).toEqual(['2025-05-09', '2025-05-08']);
    expect(await run(bills(false))).toEqual([]);
    const rows = await portal.ctx.db.selectFrom('reconciliations').select(['state', 'error']).execute();
    expect(rows).toEqual(days.map(() => ({ state: 'equal', error: '' })));
  });

  test('are listed for staff, who can run a comparison, which is audited', async () => {
    const finance = await logIn(portal, { role: 'finance' });
    const editor = await logIn(portal, { role: 'editor' });
    const run = (token: string | undefined, body: object) =>
      portal.call('POST /admin/reconciliation/run', { body, ...(token ? { token } : {}) });
    const yesterday = dayOf(new Date(Date.now() - 86_400_000));
    await reconcileDay(portal.ctx, await gatewayByName('wechat'), today());
    wechat.clock.skewMs = 400_000;
    alipay.faults.forgeAnswers = true;
    for (const { gateway } of ways)
      await reconcileDay(portal.ctx, await gatewayByName(gateway), '2020-01-01');
    wechat.clock.skewMs = 0;
    alipay.faults.forgeAnswers = false;
    const asked = { gateway: 'wechat', day: yesterday };
    expect((await run(undefined, asked)).status).toBe(401);
    expect((await run(editor.token, asked)).status).toBe(403);
    for (const [body, message] of [
      [{ gateway: 'bank', day: yesterday }, '支付渠道'],
      [{ gateway: 'sandbox', day: yesterday }, '支付渠道没有配置'],
      [{ gateway: 'wechat', day: today() }, '账单日期应为今天以前的日期'],
      [{ gateway: 'wechat', day: '2026-02-30' }, '账单日期'],
      [{ gateway: 'wechat', day: '昨天' }, '账单日期'],
    ] as const)
      expect(await run(finance.token, body)).toMatchObject({
        status: 400,
        body: { msg: expect.stringContaining(message) },
      });
    const done = await run(finance.token, asked);
    expect(done).toMatchObject({
      status: 200,
      body: { data: { ...asked, state: 'equal', differences: [] } },
    });
    const list = await portal.call('GET /admin/reconciliation/list', {
      token: finance.token,
      query: { gateway: 'wechat', size: '1' },
    });
    expect(list.body.data.records).toMatchObject([{ day: today() }]);
    const next = await portal.call('GET /admin/reconciliation/list', {
      token: finance.token,
      query: { gateway: 'wechat', size: '1', cursor: list.body.data.cursor },
    });
    expect(next.body.data).toMatchObject({ records: [{ day: yesterday, state: 'equal' }] });
    const failed = await portal.call('GET /admin/reconciliation/list', {
      token: finance.token,
      query: { state: 'failed' },
    });
    expect(failed.body.data).toMatchObject({
      records: [
        { gateway: 'wechat', day: '2020-01-01', error: expect.stringContaining('SIGN_ERROR') },
        { gateway: 'alipay', day: '2020-01-01', error: '支付宝的应答没有通过签名验证' },
      ],
      cursor: null,
    });
    expect((await portal.call('GET /admin/reconciliation/list', { token: editor.token })).status).toBe(403);
    const entry = await portal.ctx.db
      .selectFrom('audit_entries')
      .select(['action', 'after'])
      .where('action', '=', 'reconciliation.run')
      .executeTakeFirst();
    expect(entry?.after).toMatchObject({ gateway: 'wechat', day: yesterday });
  });
});
