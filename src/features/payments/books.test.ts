import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AlipayStandIn, startAlipay } from '#testing/alipay.ts';
import { addOrder, orderState } from '#testing/orders.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost, logIn } from '#testing/posts-and-members.ts';
import { runs } from '#testing/runs.ts';
import { startWechatPay, type WechatPayStandIn } from '#testing/wechat-pay.ts';
import { sendDueRefunds } from './send-refunds.ts';
import { watchAttempts } from './watch-attempts.ts';

/**
 * Whatever happens in any order, the gateways' books and ours agree in the end. The gateways are local stand-ins; their
 * automatic notices are dropped, so that every notice is sent by a step.
 */
let portal: Portal;
let wechat: WechatPayStandIn;
let alipay: AlipayStandIn;
let buyer: { token: string; memberId: string };
let postIds: string[];
/** Makes the next transaction that pays an order crash before it commits. */
let isCrashing = false;

beforeAll(async () => {
  wechat = await startWechatPay();
  alipay = await startAlipay();
  portal = await openPortal({ ...wechat.settings, ...alipay.settings });
  wechat.control.lose = Number.MAX_SAFE_INTEGER;
  alipay.faults.loseNotices = true;
  portal.app.events.on('order.paid', async () => {
    if (!isCrashing) return;
    isCrashing = false;
    throw new Error('the process crashed');
  });
  buyer = await logIn(portal);
  postIds = await Promise.all(
    Array.from({ length: 3 }, () => addPost(portal, { access: 'paid', price: 999 })),
  );
});
afterAll(async () => {
  await wechat.stop();
  await alipay.close();
  await portal.close();
});

const ways = [
  { gateway: 'wechat', channel: 'native' },
  { gateway: 'wechat', channel: 'h5' },
  { gateway: 'alipay', channel: 'page' },
] as const;
type Way = (typeof ways)[number];
type Opened = { trade: string; gateway: Way['gateway'] };

const forgeries = ['forged', 'altered', 'app', 'merchant', 'stale', 'nobodys'] as const;

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('start' as const), way: fc.constantFrom(...ways) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      at: fc.nat(5),
      off: fc.constantFrom(0, 0, 0, -1, 5),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('notice' as const), at: fc.nat(5) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('lie' as const),
      at: fc.nat(5),
      lie: fc.constantFrom(...forgeries),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('close', 'watch', 'giveBack', 'crash', 'storm') }),
  },
);

test('both books agree after any sequence of payments, notices, forgeries, closings, crashes and queries', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 16 }), fc.nat(2), async (steps, place) => {
      const id = await addOrder(portal, buyer.memberId, { postId: postIds[place] ?? '' });
      const opened: Opened[] = [];
      // One buyer makes all the calls and would hit the rate limits.
      await portal.ctx.db.deleteFrom('rate_limits').execute();
      for (const one of steps) {
        await runStep(one, id, opened);
        await expectLegal(id);
      }
      isCrashing = false;
      // Does what a worker does over time: queries until every attempt is settled, and sends outstanding refunds.
      for (let round = 0; round < 3; round += 1) {
        await letTimePass();
        await watchAttempts(portal.ctx, portal.app.payments);
        await letTimePass();
        await sendDueRefunds(portal.ctx, portal.app.payments);
      }
      await expectEqualBooks(id, opened);
      await close(id);
      await portal.ctx.db.deleteFrom('grants').where('source', '=', `order:${id}`).execute();
    }),
    { numRuns: runs(120), endOnFailure: true },
  );
}, 120_000);

type Step = { do: string; way?: Way; at?: number; off?: number; lie?: (typeof forgeries)[number] };

async function runStep(
  { do: what, way = ways[0], at = 0, off = 0, lie }: Step,
  id: string,
  opened: Opened[],
) {
  const one = opened[at % Math.max(opened.length, 1)];
  if (what === 'start') return start(id, way, opened);
  if (what === 'pay' && one) return pay(one, off);
  if (what === 'notice' && one) return void (await sendNotice(one));
  if (what === 'lie' && one && lie) return sendFalseNotice(one, lie);
  if (what === 'close') return close(id);
  if (what === 'crash') isCrashing = true;
  if (what === 'giveBack') return void (await sendDueRefunds(portal.ctx, portal.app.payments));
  if (what === 'watch') {
    await letTimePass();
    await watchAttempts(portal.ctx, portal.app.payments);
  }
  if (what === 'storm') {
    await letTimePass();
    const watching = watchAttempts(portal.ctx, portal.app.payments);
    await Promise.all([...opened, ...opened].map(sendNotice).concat([watching as never]));
  }
}

async function start(id: string, way: Way, opened: Opened[]): Promise<void> {
  const { status, body } = await portal.call('POST /member/payOrder', {
    token: buyer.token,
    body: { id, ...way },
  });
  // The call may find the attempt paid and settle it; that may crash like any other settlement.
  expect([200, 409, 500], body.msg).toContain(status);
  if (status !== 200) return;
  if (body.data.redirectUrl && way.gateway === 'alipay') await alipay.openPayPage(body.data.redirectUrl);
  const { payments } = await orderState(portal, id);
  for (const { trade_number: trade } of payments)
    if (!opened.some((known) => known.trade === trade)) opened.push({ trade, gateway: way.gateway });
}

/** Pays at the gateway, if it still allows it; `off` simulates a wrong amount at the gateway. */
async function pay({ trade, gateway }: Opened, off: number): Promise<void> {
  if (gateway === 'wechat') {
    const entry = wechat.store.trade(trade);
    if (entry?.state !== 'NOTPAY') return;
    wechat.store.saveTrade({ ...entry, amount: entry.amount + off });
    return wechat.pay(trade);
  }
  const entry = alipay.trades.get(trade);
  if (entry?.state !== 'WAIT_BUYER_PAY') return;
  entry.amount += off;
  await alipay.pay(trade);
}

const isPaid = ({ trade, gateway }: Opened): boolean =>
  gateway === 'wechat'
    ? wechat.store.trade(trade)?.state === 'SUCCESS'
    : Boolean(alipay.trades.get(trade)?.paidAt);

/** Sends a genuine notice, possibly again. 500 is a simulated crash, after which the gateway sends another notice. */
async function sendNotice(one: Opened): Promise<void> {
  if (!isPaid(one)) return;
  const { statusCode } = await send(one);
  expect([200, 204, 500]).toContain(statusCode);
}

function send(
  { trade, gateway }: Opened,
  changes: Record<string, string> = {},
  spoil = (text: string) => text,
) {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const { headers, body } =
    gateway === 'wechat'
      ? wechat.gateway.noticeOf(trade, changes)
      : { headers: form, body: alipay.noticeOf(trade, { trade_status: 'TRADE_SUCCESS', ...changes }) };
  return portal.server.inject({
    method: 'POST',
    url: `/api/pay/notify/${gateway}`,
    headers,
    payload: spoil(body),
  });
}

async function sendFalseNotice(one: Opened, lie: (typeof forgeries)[number]): Promise<void> {
  const isWechat = one.gateway === 'wechat';
  const success = isWechat
    ? { trade_state: 'SUCCESS', transaction_id: `42${one.trade}`, success_time: new Date().toISOString() }
    : {};
  const response = {
    forged: () => send(one, success, (body) => body.replace(/.(?="}|$)/, 'A').replace(/sign=../, 'sign=AA')),
    altered: () => send(one, success, (body) => body.replace('2026', '2027').replace(/EV-./, 'EV-z')),
    app: () => send(one, { ...success, appid: 'wx9', app_id: '2021999999999999' }),
    merchant: () => send(one, { ...success, mchid: '1900000000', seller_id: '2088999999999999' }),
    nobodys: () => send(one, { ...success, out_trade_no: `P${'9'.repeat(26)}` }),
    async stale() {
      wechat.clock.skewMs = -400_000;
      const answer = await send(one, { ...success, notify_time: '2026-01-01 00:00:00' });
      wechat.clock.skewMs = 0;
      return answer;
    },
  }[lie]();
  const { statusCode, body } = await response;
  expect([statusCode, body], lie).toEqual(isWechat ? [400, expect.stringContaining('FAIL')] : [200, 'fail']);
}

async function close(id: string): Promise<void> {
  await portal.ctx.db
    .updateTable('orders')
    .set({ state: 'closed', closed_at: new Date() })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .execute();
}

/** Makes every pending query and refund due now. */
async function letTimePass(): Promise<void> {
  const { db } = portal.ctx;
  const past = new Date(Date.now() - 60_000);
  await db
    .updateTable('payments')
    .set({ created_at: past, asked_at: null })
    .where('state', '=', 'created')
    .execute();
  await db
    .updateTable('refunds')
    .set({ next_try_at: past })
    .where('state', 'in', ['approved', 'sent'])
    .execute();
}

/** An order is always paid by one payment with one grant, or by none with none, and its ledger entries balance. */
async function expectLegal(id: string): Promise<void> {
  const { state, payments, grants, entries } = await orderState(portal, id);
  const paying = payments.filter((payment) => payment.state === 'succeeded' && !payment.is_surplus);
  const wanted = state === 'paid' ? 1 : 0;
  expect([paying.length, grants.length]).toEqual([wanted, wanted]);
  expect(entries.reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(0);
}

/** In the end each payment has the same amount on both sides, and surplus was refunded at the gateway. */
async function expectEqualBooks(id: string, opened: readonly Opened[]): Promise<void> {
  const { payments, refunds, entries } = await orderState(portal, id);
  const theirs = opened.filter(isPaid).map((one) => ({ ...one, ...entryOf(one) }));
  const ours = payments.filter(({ state }) => state === 'succeeded');
  const line = (trade: string, amount: number, returned: number) => `${trade} ${amount} ${returned}`;
  expect(
    ours
      .map(({ trade_number, amount, is_surplus }) => line(trade_number, amount, is_surplus ? amount : 0))
      .sort(),
  ).toEqual(theirs.map(({ trade, amount, returned }) => line(trade, amount, returned)).sort());
  expect(refunds.every(({ state }) => state === 'succeeded')).toBe(true);
  for (const gateway of ['wechat', 'alipay']) {
    const booked = entries.filter(({ account }) => account === `gateway:${gateway}`);
    const there = theirs.filter((one) => one.gateway === gateway);
    expect(booked.reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(
      there.reduce((sum, { amount, returned }) => sum + amount - returned, 0),
    );
  }
}

function entryOf({ trade, gateway }: Opened): { amount: number; returned: number } {
  if (gateway === 'wechat') {
    const { amount = 0, refunded = 0 } = wechat.store.trade(trade) ?? {};
    return { amount, returned: refunded };
  }
  const { amount = 0, refunds = [] } = alipay.trades.get(trade) ?? {};
  return { amount, returned: refunds.reduce((sum, refund) => sum + refund.amount, 0) };
}
