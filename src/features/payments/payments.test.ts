import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { deleteExpiredHits } from '#kernel/db/rate-limits.ts';
import { dayOf } from '#shared/dates.ts';
import { type AlipayStandIn, startAlipay } from '#testing/alipay.ts';
import { logIn } from '#testing/builders.ts';
import { addOrder, orderState } from '#testing/orders.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { startWechatPay, type WechatPayStandIn } from '#testing/wechat-pay.ts';
import { servePayNotices } from '../../main/pay-notices.ts';
import { calm } from '../../main/sandbox/pay/courier.ts';
import { takeNotice } from './notices.ts';
import { claimOpenAttempts } from './queries.ts';
import { reconcileDay } from './reconcile.ts';
import { returnDue } from './return.ts';
import { watchAttempts } from './watch.ts';

let portal: Portal;
let wechat: WechatPayStandIn;
let alipay: AlipayStandIn;
let buyer: { token: string; memberId: string };

beforeAll(async () => {
  wechat = await startWechatPay();
  alipay = await startAlipay();
  portal = await openPortal({ ...wechat.settings, ...alipay.settings });
  servePayNotices(portal.app, portal.house);
  wechat.tell(portal);
  alipay.tell(portal);
  buyer = await logIn(portal);
});
afterEach(async () => {
  for (const table of ['rate_limits', 'gateway_notices', 'reconciliations'] as const)
    await portal.ctx.db.deleteFrom(table).execute();
  Object.assign(wechat.control, calm);
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

const payOrder = (id: string, way: Way | object = ways[0], token = buyer.token) =>
  portal.ask('POST /member/payOrder', { token, body: { id, ...way } });
const stateOf = async (id: string) =>
  (await portal.ask('GET /member/getPayState', { token: buyer.token, query: { id } })).body.data;
const tradeOf = async (id: string, place = -1) =>
  (await orderState(portal, id)).payments.at(place)?.trade_number ?? '';

/** The buyer goes to the gateway and stands before its page. */
async function goTo(id: string, way: Way = ways[0]): Promise<string> {
  const { body } = await payOrder(id, way);
  if (way.gateway === 'alipay') expect(await alipay.open(body.data.redirectUrl)).toBe(200);
  return tradeOf(id);
}
async function pay(trade: string, { gateway }: Way = ways[0]): Promise<void> {
  if (gateway === 'alipay') return alipay.pay(trade);
  wechat.pay(trade);
  await wechat.settled();
}
const closeOrder = (id: string) =>
  portal.ctx.db
    .updateTable('orders')
    .set({ state: 'closed', closed_at: new Date() })
    .where('id', '=', id)
    .execute();
/** Sends a notice of a payment of one fen, which the gateway's own book does not have. */
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
/** Time goes by: open attempts and refunds are due to be asked about. */
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
  return watchAttempts(portal.ctx, portal.house.payments);
};
const giveBack = async () => {
  await letTimePass();
  await returnDue(portal.ctx, portal.house.payments);
  await wechat.settled();
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
  portal.app.inject({
    method: 'POST',
    url: `/api/pay/notify/${gateway}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: body,
  });

describe('the calls', () => {
  test('the ways to pay are those of the settings', async () => {
    const { body } = await portal.ask('GET /reception/getPayChannels');
    expect(body.data).toEqual({
      gateways: [
        { name: 'wechat', label: '微信支付', channels: ['native', 'h5'] },
        { name: 'alipay', label: '支付宝', channels: ['page', 'wap'] },
      ],
      wechatAppId: null,
    });
  });

  test('paying needs a log-in, an own order and a way that is offered; the field is named', async () => {
    const id = await addOrder(portal, buyer.memberId);
    const stranger = await logIn(portal);
    expect((await portal.ask('POST /member/payOrder', { body: { id, ...ways[0] } })).status).toBe(401);
    expect((await portal.ask('GET /member/getPayState', { query: { id } })).status).toBe(401);
    expect(await payOrder(id, ways[0], stranger.token)).toMatchObject({
      status: 404,
      body: { msg: '订单不存在' },
    });
    const theirs = await portal.ask('GET /member/getPayState', { token: stranger.token, query: { id } });
    expect(theirs.status).toBe(404);
    expect((await payOrder('999999999')).status).toBe(404);
    const refusals = [
      [{ id: 'x', ...ways[0] }, '订单编号（id）'],
      [{ id, gateway: 'bank', channel: 'native' }, '支付渠道（gateway）'],
      [{ id, gateway: 'wechat', channel: 'cash' }, '支付方式（channel）'],
      [{ id, gateway: 'wechat', channel: 'page' }, '支付方式（channel）'],
      [{ id, gateway: 'sandbox', channel: 'native' }, '支付方式（channel）'],
      [{ id, gateway: 'wechat', channel: 'jsapi' }, '支付方式（channel）'],
    ] as const;
    for (const [body, message] of refusals) {
      const answer = await portal.ask('POST /member/payOrder', { token: buyer.token, body });
      expect([answer.status, answer.body.msg]).toEqual([400, expect.stringContaining(message)]);
    }
    expect((await orderState(portal, id)).payments).toEqual([]);
  });

  test('an attempt is gone on with, whatever the browser says of the amount', async () => {
    const id = await addOrder(portal, buyer.memberId);
    const first = await portal.ask('POST /member/payOrder', {
      token: buyer.token,
      body: { id, ...ways[0], amount: 1, price: 1 },
    });
    expect(first.body.data).toMatchObject({ orderId: id, state: 'pending', amount: 1850, redirectUrl: null });
    const again = await payOrder(id);
    expect(again.body.data).toEqual(first.body.data);
    expect((await orderState(portal, id)).payments).toHaveLength(1);
    expect(wechat.book.trade(await tradeOf(id))?.amount).toBe(1850);
    expect(await stateOf(id)).toMatchObject({
      state: 'pending',
      paidAt: null,
      attempt: { gateway: 'wechat', channel: 'native' },
    });
  });

  test('many who begin at once go on with one attempt; each channel has its own', async () => {
    const id = await addOrder(portal, buyer.memberId);
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => payOrder(id)));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect((await payOrder(id, { ...ways[0], channel: 'h5' })).status).toBe(200);
    const { payments } = await orderState(portal, id);
    expect(payments.map(({ state, amount }) => [state, amount])).toEqual([
      ['created', 1850],
      ['created', 1850],
    ]);
  });

  test('an order that is paid, closed or about to end is not paid again', async () => {
    const id = await addOrder(portal, buyer.memberId);
    await pay(await goTo(id));
    expect(await payOrder(id)).toMatchObject({ status: 409, body: { msg: '订单已支付，不需要再付' } });
    const closed = await addOrder(portal, buyer.memberId);
    await closeOrder(closed);
    expect(await payOrder(closed)).toMatchObject({ status: 409, body: { msg: '订单已关闭，请重新下单' } });
    const late = await addOrder(portal, buyer.memberId, { expiresInMs: 30_000 });
    expect(await payOrder(late)).toMatchObject({ status: 409, body: { msg: '订单即将过期，请重新下单' } });
  });

  test('the gateway leads the buyer back to where they stood, and nowhere else', async () => {
    const id = await addOrder(portal, buyer.memberId);
    const returned = async (back?: string) => {
      const { body } = await payOrder(id, { ...ways[1], ...(back !== undefined && { back }) });
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
      expect(await payOrder(id, { ...ways[1], back }), back).toMatchObject({
        status: 400,
        body: { msg: expect.stringContaining('返回地址（back）') },
      });
  });

  test('who starts paying without end waits, whichever order and process it is; others go on', async () => {
    const ids = await Promise.all([addOrder(portal, buyer.memberId), addOrder(portal, buyer.memberId)]);
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, count) => payOrder(ids[count % 2] ?? '')),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    const [refused, ...others] = answers.filter(({ status }) => status === 429);
    expect(others).toHaveLength(3);
    expect(refused?.body).toMatchObject({ code: 429, msg: '支付操作过于频繁，请 5 分钟后再试' });
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(280);
    const other = await logIn(portal);
    const theirs = await addOrder(portal, other.memberId);
    expect((await payOrder(theirs, ways[0], other.token)).status).toBe(200);
    await portal.ctx.db
      .updateTable('rate_limits')
      .set({ hits: [new Date(Date.now() - 300_001)], expires_at: new Date(Date.now() - 1) })
      .execute();
    expect((await payOrder(ids[0])).status).toBe(200);
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

  test('an open attempt is asked about by one worker at a time, and again when that one was killed', async () => {
    const id = await addOrder(portal, buyer.memberId);
    await payOrder(id);
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

  test('a gateway that does not answer is said so, and the attempt can be gone on with', async () => {
    const id = await addOrder(portal, buyer.memberId);
    wechat.control.failStarts = 1;
    expect(await payOrder(id)).toMatchObject({
      status: 503,
      body: { msg: '微信支付暂时不可用，请稍后再试，或换一种支付方式' },
    });
    expect((await payOrder(id)).status).toBe(200);
    expect((await orderState(portal, id)).payments).toHaveLength(1);
  });
});

describe.each(ways)('through $gateway', (way) => {
  test('a payment pays the order, gives the piece and stands in the ledger, once', async () => {
    const id = await addOrder(portal, buyer.memberId);
    const trade = await goTo(id, way);
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

  test('a notice that is lost is made up for by asking', async () => {
    const id = await addOrder(portal, buyer.memberId);
    const trade = await goTo(id, way);
    wechat.control.lose = 1;
    alipay.faults.loseNotices = true;
    await pay(trade, way);
    expect((await orderState(portal, id)).state).toBe('pending');
    expect(await watch()).toBeGreaterThan(0);
    expect(await orderState(portal, id)).toMatchObject({ state: 'paid', payments: [{ state: 'succeeded' }] });
  });

  test('what was paid after the order closed goes back by itself', async () => {
    const id = await addOrder(portal, buyer.memberId);
    const trade = await goTo(id, way);
    await closeOrder(id);
    await pay(trade, way);
    expect(await orderState(portal, id)).toMatchObject({
      state: 'closed',
      grants: [],
      payments: [{ is_surplus: true }],
      refunds: [{ kind: 'surplus', state: 'approved', amount: 1850 }],
    });
    await giveBack();
    const after = await orderState(portal, id);
    expect(after.refunds).toMatchObject([{ state: 'succeeded' }]);
    for (const account of [/^gateway:/, /^owed:/]) expect(sumOf(after.entries, account)).toBe(0);
    const theirs =
      way.gateway === 'wechat'
        ? wechat.book.trade(trade)?.refunded
        : alipay.trades.get(trade)?.refunds.reduce((sum, { amount }) => sum + amount, 0);
    expect(theirs).toBe(1850);
  });

  test('an attempt of an order that closed is closed at the gateway too', async () => {
    const id = await addOrder(portal, buyer.memberId);
    const trade = await goTo(id, way);
    await closeOrder(id);
    await watch();
    expect((await orderState(portal, id)).payments).toMatchObject([{ state: 'closed' }]);
    await expect(pay(trade, way)).rejects.toThrow();
  });

  test('a wrong amount never pays the order, and goes back', async () => {
    const id = await addOrder(portal, buyer.memberId);
    const trade = await goTo(id, way);
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
  test('one that comes again, also under another signature, changes nothing and is answered as taken', async () => {
    const id = await addOrder(portal, buyer.memberId);
    const trade = await goTo(id);
    wechat.control.repeat = 2;
    await pay(trade);
    const before = await orderState(portal, id);
    const notice = wechat.gateway.noticeOf(trade);
    expect((await notify('wechat', notice)).statusCode).toBe(204);
    expect((await notify('wechat', notice)).statusCode).toBe(204);
    expect(await orderState(portal, id)).toEqual(before);
    expect((await outcomes(trade)).sort()).toEqual(['paid', ...Array(4).fill('repeated')]);
  });

  test('a forged, altered, stale or misdirected one changes nothing, is written down and refused', async () => {
    const id = await addOrder(portal, buyer.memberId);
    const trade = await goTo(id);
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
  });

  test('one that says a payment has another number than it had is for people to look at', async () => {
    const id = await addOrder(portal, buyer.memberId);
    const trade = await goTo(id);
    await pay(trade);
    const before = await orderState(portal, id);
    const answer = await notify('wechat', wechat.gateway.noticeOf(trade, { transaction_id: '42-another' }));
    expect(answer.statusCode).toBe(400);
    expect(await orderState(portal, id)).toEqual(before);
    expect(await outcomes(trade)).toEqual(['paid', 'conflicting']);
  });

  test('of many at once, from everywhere, one pays', async () => {
    const id = await addOrder(portal, buyer.memberId);
    const trade = await goTo(id);
    wechat.control.lose = 1;
    await pay(trade);
    await letTimePass();
    const all = [1, 2, 3, 4, 5, 6].map(() => notify('wechat', wechat.gateway.noticeOf(trade)));
    await Promise.all([...all, watchAttempts(portal.ctx, portal.house.payments)]);
    expect((await orderState(portal, id)).grants).toHaveLength(1);
    const said = await outcomes(trade);
    expect(said).toHaveLength(6);
    expect(said.filter((outcome) => outcome === 'paid').length).toBeLessThanOrEqual(1);
    expect(new Set(said.filter((outcome) => outcome !== 'paid'))).toEqual(new Set(['repeated']));
  });

  test('a flood of forged ones does not fill the book', async () => {
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

  test('each gateway is answered in its own words', async () => {
    const one = await addOrder(portal, buyer.memberId);
    await pay(await goTo(one));
    const taken = await notify('wechat', wechat.gateway.noticeOf(await tradeOf(one)));
    expect([taken.statusCode, taken.body]).toEqual([204, '']);
    const other = await addOrder(portal, buyer.memberId);
    await pay(await goTo(other, ways[1]), ways[1]);
    const said = await notify('alipay', { body: alipay.noticeOf(await tradeOf(other)) });
    expect([said.statusCode, said.body]).toEqual([200, 'success']);
  });

  test('money paid twice, by two gateways, pays once and comes back once', async () => {
    const id = await addOrder(portal, buyer.memberId);
    const byWechat = await goTo(id);
    const byAlipay = await goTo(id, ways[1]);
    await pay(byWechat);
    await pay(byAlipay, ways[1]);
    const after = await orderState(portal, id);
    expect(after.state).toBe('paid');
    expect(after.payments.map(({ is_surplus }) => is_surplus)).toEqual([false, true]);
    await giveBack();
    expect(await orderState(portal, id)).toMatchObject({
      state: 'paid',
      refunds: [{ kind: 'surplus', state: 'succeeded', amount: 1850 }],
    });
    expect(wechat.book.trade(byWechat)?.refunded).toBe(0);
  });
});

test('with a clock more than five minutes off nothing is believed and nothing lost: it is settled once clocks agree', async () => {
  const id = await addOrder(portal, buyer.memberId);
  const trade = await goTo(id);
  const stale = () =>
    portal.ctx.db.selectFrom('gateway_notices').select('id').where('outcome', '=', 'stale').execute();
  const before = (await stale()).length;
  wechat.clock.skewMs = 400_000;
  await pay(trade);
  await watch();
  expect((await stale()).length).toBeGreaterThan(before);
  expect((await orderState(portal, id)).state).toBe('pending');
  expect((await payOrder(id)).status).toBe(503);
  wechat.clock.skewMs = 0;
  await watch();
  expect(await orderState(portal, id)).toMatchObject({ state: 'paid', payments: [{ state: 'succeeded' }] });
});

test('no key reaches a log, an error or an answer, whatever goes wrong', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const ctx = { ...portal.ctx, log };
  const answers: string[] = [];
  for (const way of ways) {
    const id = await addOrder(portal, buyer.memberId);
    await goTo(id, way);
    wechat.clock.skewMs = 400_000;
    alipay.faults.forgeAnswers = true;
    await letTimePass();
    await watchAttempts(ctx, portal.house.payments);
    answers.push((await payOrder(id, way)).text);
    const row = await reconcileDay(
      ctx,
      (await portal.house.payments.gateways(portal.ctx))[ways.indexOf(way)] as never,
      '2020-01-01',
    );
    answers.push(JSON.stringify(row));
    wechat.clock.skewMs = 0;
    alipay.faults.forgeAnswers = false;
  }
  await takeNotice(ctx, portal.house.payments, {
    gateway: 'wechat',
    body: Buffer.from('{}'),
    headers: { 'wechatpay-signature': 'the-signature' },
    address: '203.0.113.9',
  });
  const told = [...lines, ...answers].join('\n');
  expect(lines.length).toBeGreaterThan(3);
  expect(told).toContain('SIGN_ERROR');
  expect(told).toContain('支付宝的应答没有通过签名验证');
  for (const secret of [...wechat.secrets, ...alipay.secrets, 'WECHATPAY2-SHA256', 'the-signature'])
    expect(told).not.toContain(secret);
});

test('a refund that was sent and not finished is asked about until it is, and its notice does nothing twice', async () => {
  const id = await addOrder(portal, buyer.memberId);
  const trade = await goTo(id);
  const other = await goTo(id, ways[1]);
  await pay(other, ways[1]);
  wechat.control.holdRefunds = true;
  await pay(trade);
  await giveBack();
  expect((await orderState(portal, id)).refunds).toMatchObject([{ kind: 'surplus', state: 'sent' }]);
  wechat.control.holdRefunds = false;
  await giveBack();
  const after = await orderState(portal, id);
  expect(after.refunds).toMatchObject([{ state: 'succeeded', amount: 1850 }]);
  expect(sumOf(after.entries, /^gateway:wechat/)).toBe(0);
  expect(wechat.book.trade(trade)?.refunded).toBe(1850);
  expect(await outcomes(trade)).toContain('refund');
});

test.each(ways)('a refund that $gateway was to have, and never heard of, is sent again', async (way) => {
  const id = await addOrder(portal, buyer.memberId);
  const trade = await goTo(id, way);
  await closeOrder(id);
  await pay(trade, way);
  await portal.ctx.db.updateTable('refunds').set({ state: 'sent' }).where('order_id', '=', id).execute();
  await giveBack();
  expect((await orderState(portal, id)).refunds).toMatchObject([{ state: 'succeeded', amount: 1850 }]);
});

describe('bills', () => {
  const gatewayNamed = async (name: string) => {
    const found = (await portal.house.payments.gateways(portal.ctx)).find((gateway) => gateway.name === name);
    if (!found) throw new Error(name);
    return found;
  };
  const today = () => dayOf(new Date());
  /** Pays two orders and a closed one, which is to be refunded, and sends a wrong amount for a fourth. */
  async function sellThrough(way: Way): Promise<void> {
    const begin = async () => {
      const id = await addOrder(portal, buyer.memberId);
      return { id, trade: await goTo(id, way) };
    };
    await pay((await begin()).trade, way);
    await pay((await begin()).trade, way);
    const surplus = await begin();
    await closeOrder(surplus.id);
    await pay(surplus.trade, way);
    await notifyWrongAmount((await begin()).trade, way);
  }

  test.each(ways)(
    'the day of $gateway equals the book, and what is missing or differs is listed',
    async (way) => {
      const name = way.gateway;
      await sellThrough(way);
      await giveBack();
      await watch();
      // A wrong amount is not in the gateway's own book.
      const ownBook = await portal.ctx.db
        .selectFrom('payments')
        .select(['trade_number'])
        .where('gateway', '=', name)
        .where('amount', '=', 1)
        .execute();
      const clean = await reconcileDay(portal.ctx, await gatewayNamed(name), today());
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
      const trade = await goTo(id, way);
      await pay(trade, way);
      await portal.ctx.db
        .updateTable('payments')
        .set({ amount: 1849 })
        .where('trade_number', '=', trade)
        .execute();
      const off = await reconcileDay(portal.ctx, await gatewayNamed(name), today());
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

  test('a payment that only the bill knows of is settled from it', async () => {
    const id = await addOrder(portal, buyer.memberId);
    const trade = await goTo(id);
    wechat.control.lose = 1;
    await pay(trade);
    const { differences } = await reconcileDay(portal.ctx, await gatewayNamed('wechat'), today());
    expect((await orderState(portal, id)).state).toBe('paid');
    expect(differences).not.toContainEqual(expect.objectContaining({ number: trade }));
  });

  test('staff see the days and have one compared, which is written down', async () => {
    const finance = await logIn(portal, { role: 'finance' });
    const editor = await logIn(portal, { role: 'editor' });
    const run = (token: string | undefined, body: object) =>
      portal.ask('POST /admin/reconciliation/run', { body, ...(token ? { token } : {}) });
    const yesterday = dayOf(new Date(Date.now() - 86_400_000));
    await reconcileDay(portal.ctx, await gatewayNamed('wechat'), today());
    wechat.clock.skewMs = 400_000;
    alipay.faults.forgeAnswers = true;
    for (const { gateway } of ways) await reconcileDay(portal.ctx, await gatewayNamed(gateway), '2020-01-01');
    wechat.clock.skewMs = 0;
    alipay.faults.forgeAnswers = false;
    const asked = { gateway: 'wechat', day: yesterday };
    expect((await run(undefined, asked)).status).toBe(401);
    expect((await run(editor.token, asked)).status).toBe(403);
    for (const [body, message] of [
      [{ gateway: 'bank', day: yesterday }, '支付渠道（gateway）'],
      [{ gateway: 'sandbox', day: yesterday }, '支付渠道（gateway）没有配置'],
      [{ gateway: 'wechat', day: today() }, '账单日期（day）应为今天以前的日期'],
      [{ gateway: 'wechat', day: '2026-02-30' }, '账单日期（day）'],
      [{ gateway: 'wechat', day: '昨天' }, '账单日期（day）'],
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
    const list = await portal.ask('GET /admin/reconciliation/list', {
      token: finance.token,
      query: { gateway: 'wechat', size: '1' },
    });
    expect(list.body.data.records).toMatchObject([{ day: today() }]);
    const next = await portal.ask('GET /admin/reconciliation/list', {
      token: finance.token,
      query: { gateway: 'wechat', size: '1', cursor: list.body.data.cursor },
    });
    expect(next.body.data).toMatchObject({ records: [{ day: yesterday, state: 'equal' }] });
    const failed = await portal.ask('GET /admin/reconciliation/list', {
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
    expect((await portal.ask('GET /admin/reconciliation/list', { token: editor.token })).status).toBe(403);
    const entry = await portal.ctx.db
      .selectFrom('audit_entries')
      .select(['action', 'after'])
      .where('action', '=', 'reconciliation.run')
      .executeTakeFirst();
    expect(entry?.after).toMatchObject({ gateway: 'wechat', day: yesterday });
  });
});
