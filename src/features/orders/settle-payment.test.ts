import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bookTransaction } from '#features/ledger/index.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { toIso } from '#shared/dates.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost, logIn } from '#testing/posts-and-members.ts';
import {
  addCoupon,
  addPaymentAttempt,
  addPlan,
  addSellingAuthor,
  asMember,
  balances,
  finishRefundOf,
  orderFor,
  payOrderOf,
  settlePaymentAttempt,
} from '#testing/sales.ts';
import {
  claimRefundsToSend,
  endSandboxOrders,
  failRefund,
  markRefundSent,
  refundOrder,
  settlePayment,
} from './index.ts';
import { cancelOrder, expireDueOrders } from './service.ts';

let portal: Portal;
let postId: string;
let member: Context;
let later: (ms: number) => Context;
beforeAll(async () => {
  portal = await openPortal();
  await addSellingAuthor(portal, '长堤');
  postId = await addPost(portal, { access: 'paid', price: 1001 });
});
afterAll(() => portal.close());
beforeEach(async () => {
  member = asMember(portal.ctx, (await logIn(portal)).memberId);
  later = (ms) => ({ ...member, now: () => new Date(Date.now() + ms) });
});

const order = (wish: Partial<Parameters<typeof orderFor>[1]> = {}, ctx = member) =>
  orderFor(ctx, { thing: `post:${postId}`, ...wish });
const rowOf = (id: string) =>
  portal.ctx.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const grants = (ctx = member) =>
  portal.ctx.db
    .selectFrom('grants')
    .select(['scope', 'target_id', 'source', 'ends_at'])
    .where('member_id', '=', ctx.actor.kind === 'member' ? ctx.actor.memberId : '')
    .orderBy('id')
    .execute();
const refundsOf = (id: string) =>
  portal.ctx.db.selectFrom('refunds').selectAll().where('order_id', '=', id).orderBy('id').execute();
/** Returns by how much each account changes while `work` runs. */
async function booked(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await balances(portal.ctx);
  await work();
  const after = await balances(portal.ctx);
  return Object.fromEntries(
    Object.entries(after)
      .map(([account, balance]) => [account, balance - (before[account] ?? 0)] as const)
      .filter(([, change]) => change !== 0),
  );
}

describe('payment', () => {
  test('of a pending order writes state, grant, sale and event together', async () => {
    const id = await order();
    const { author_id } = await rowOf(id);
    expect(await booked(() => payOrderOf(member, id))).toEqual({
      'gateway:sandbox': 1001,
      [`author:${author_id}`]: -700,
      revenue: -301,
    });
    expect(await rowOf(id)).toMatchObject({ state: 'paid', gateway: 'sandbox', amount: 1001 });
    expect(await grants()).toEqual([
      { scope: 'post', target_id: postId, source: `order:${id}`, ends_at: null },
    ]);
  });

  test('reported many times, also concurrently, counts once', async () => {
    const id = await order();
    const payment = await addPaymentAttempt(member, id, 1001);
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, () => settlePaymentAttempt(member, id, payment, 1001)),
    );
    expect(outcomes).toEqual(Array(6).fill('paid'));
    expect(await grants()).toHaveLength(1);
    expect(await refundsOf(id)).toEqual([]);
  });

  test('made twice for one order, also concurrently, pays it once and refunds the other', async () => {
    const id = await order();
    const outcomes = await Promise.all([payOrderOf(member, id), payOrderOf(member, id)]);
    expect(outcomes.sort()).toEqual(['paid', 'surplus']);
    expect(await grants()).toHaveLength(1);
    const [refund] = await refundsOf(id);
    expect(refund).toMatchObject({ kind: 'surplus', state: 'approved', amount: 1001 });
    expect(await booked(() => finishRefundOf(member, refund?.id ?? ''))).toEqual({
      'gateway:sandbox': -1001,
      'owed:surplus': 1001,
    });
    expect(await booked(() => finishRefundOf(member, refund?.id ?? ''))).toEqual({});
    expect(await rowOf(id)).toMatchObject({ state: 'paid', refunded_amount: 0 });
  });

  test('after closing is surplus and grants nothing', async () => {
    const id = await order();
    await cancelOrder(member, id);
    expect(await booked(() => payOrderOf(member, id))).toEqual({
      'gateway:sandbox': 1001,
      'owed:surplus': -1001,
    });
    expect(await grants()).toEqual([]);
    expect((await rowOf(id)).state).toBe('closed');
  });

  test('after the deadline still pays an order that is not closed yet', async () => {
    const id = await order();
    expect(await payOrderOf(later(3600_000), id)).toBe('paid');
  });

  test.each([1, 1000, 1002])(
    'of %i fen for 1001 grants nothing and leaves the order pending',
    async (amount) => {
      const id = await order();
      expect(await payOrderOf(member, id, amount)).toBe('surplus');
      expect(await grants()).toEqual([]);
      expect((await rowOf(id)).state).toBe('pending');
      expect(await payOrderOf(member, id)).toBe('paid');
    },
  );

  test('of an unknown order is rejected', async () => {
    const id = await order();
    const payment = await addPaymentAttempt(member, id, 1001);
    await expect(settlePaymentAttempt(member, '999999', payment, 1001)).rejects.toThrow('订单不存在');
  });

  test('leaves nothing behind if its transaction fails', async () => {
    const id = await order();
    const payment = await addPaymentAttempt(member, id, 1001);
    const crash = inTransaction(member, async (trx) => {
      const { settlePayment } = await import('./index.ts');
      await settlePayment(member, trx, { orderId: id, paymentId: payment, gateway: 'sandbox', amount: 1001 });
      throw new Error('the process crashed');
    });
    await expect(crash).rejects.toThrow('crashed');
    expect((await rowOf(id)).state).toBe('pending');
    expect(await grants()).toEqual([]);
    expect(await settlePaymentAttempt(member, id, payment, 1001)).toBe('paid');
  });
});

describe('VIP and columns', () => {
  test('extend from the current end by calendar months on a second purchase', async () => {
    const plan = await addPlan(portal);
    const on = { ...member, now: () => new Date('2027-01-31T10:00:00+08:00') };
    for (let time = 0; time < 2; time += 1) await payOrderOf(on, await order({ thing: `plan:${plan}` }, on));
    expect((await grants()).map(({ ends_at }) => ends_at && toIso(ends_at))).toEqual([
      '2027-02-28T10:00:00+08:00',
      '2027-03-28T10:00:00+08:00',
    ]);
  });

  test('a column is granted for the plan’s period', async () => {
    const plan = await addPlan(portal, { scope: 'column', column_id: '2', months: null, days: 10 });
    await payOrderOf(member, await order({ thing: `plan:${plan}` }));
    expect(await grants()).toMatchObject([{ scope: 'column', target_id: '2' }]);
  });

  test('a plan deleted while its order is pending is still granted', async () => {
    const plan = await addPlan(portal);
    const id = await order({ thing: `plan:${plan}` });
    await portal.ctx.db.updateTable('plans').set({ is_active: false }).where('id', '=', plan).execute();
    expect(await payOrderOf(member, id)).toBe('paid');
    expect(await grants()).toHaveLength(1);
  });
});

describe('refunds', () => {
  const approved = async (id: string, amount: number, kind = 'staff') => {
    const { payment_id } = await rowOf(id);
    await portal.ctx.db.updateTable('orders').set({ state: 'refunding' }).where('id', '=', id).execute();
    const refund = await portal.ctx.db
      .insertInto('refunds')
      .values({
        number: `T${id}${amount}${Math.random()}`,
        order_id: id,
        payment_id: payment_id ?? '',
        kind,
        amount,
        state: 'approved',
        next_try_at: member.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return refund.id;
  };

  test('in parts reverse the sale to the fen, and the last one ends the purchase', async () => {
    const id = await order();
    const { author_id } = await rowOf(id);
    await payOrderOf(member, id);
    // 70 % of 504 and of 497 fen, each rounded down, is one fen less than the author's 70 % of 1001.
    expect(await booked(async () => finishRefundOf(member, await approved(id, 504)))).toEqual({
      'gateway:sandbox': -504,
      [`author:${author_id}`]: 352,
      revenue: 152,
    });
    expect(await rowOf(id)).toMatchObject({ state: 'paid', refunded_amount: 504 });
    expect((await grants())[0]?.ends_at).toBeNull();
    expect(await booked(async () => finishRefundOf(member, await approved(id, 497)))).toEqual({
      'gateway:sandbox': -497,
      [`author:${author_id}`]: 348,
      revenue: 149,
    });
    expect(await rowOf(id)).toMatchObject({ state: 'refunded', refunded_amount: 1001 });
    expect((await grants())[0]?.ends_at).not.toBeNull();
  });

  test('reported many times, also concurrently, are booked once', async () => {
    const id = await order();
    await payOrderOf(member, id);
    const refund = await approved(id, 1001);
    const change = await booked(() =>
      Promise.all(Array.from({ length: 5 }, () => finishRefundOf(member, refund))),
    );
    expect(change['gateway:sandbox']).toBe(-1001);
  });

  test('are claimed by one process at a time, and again when the claim expires', async () => {
    const id = await order();
    await payOrderOf(member, id);
    const refund = await approved(id, 1001);
    const claims = await Promise.all([claimRefundsToSend(later(1000)), claimRefundsToSend(later(1000))]);
    expect(claims.flat().filter((due) => due.id === refund)).toHaveLength(1);
    expect(claims.flat().find((due) => due.id === refund)).toMatchObject({
      orderId: id,
      gateway: 'sandbox',
      amount: 1001,
      total: 1001,
      state: 'approved',
      tries: 1,
    });
    expect((await claimRefundsToSend(later(30_000))).some((due) => due.id === refund)).toBe(false);
    expect((await claimRefundsToSend(later(62_000))).some((due) => due.id === refund)).toBe(true);
  });

  test('are queried after sending, retried with growing delays, and finally wait for staff', async () => {
    const id = await order();
    await payOrderOf(member, id);
    const refund = await approved(id, 1001);
    const report = (ctx: Context, work: 'sent' | 'failed', isFinal = false) =>
      inTransaction(ctx, (trx) =>
        work === 'sent'
          ? markRefundSent(ctx, trx, { refundId: refund, gatewayNumber: 'B1' })
          : failRefund(ctx, trx, { refundId: refund, error: '余额不足', isFinal }),
      );
    const row = async () => (await refundsOf(id)).find((one) => one.id === refund);
    await report(member, 'sent');
    expect(await row()).toMatchObject({ state: 'sent', gateway_number: 'B1' });
    await report(member, 'failed');
    expect(await row()).toMatchObject({ state: 'sent', error: '余额不足' });
    await report(member, 'failed', true);
    expect(await row()).toMatchObject({ state: 'failed', next_try_at: null });
    expect((await rowOf(id)).state).toBe('refunding');
    await finishRefundOf(member, refund);
    expect((await rowOf(id)).state).toBe('refunded');
    await report(member, 'failed', true);
    expect((await row())?.state).toBe('succeeded');
  });
});

describe('unpaid orders', () => {
  test('close when their time is over, not before, and release their coupon', async () => {
    const coupon = await addCoupon(portal, { total_limit: 1 });
    const id = await order({ couponCode: coupon.code });
    await expireDueOrders(later(29 * 60_000));
    expect((await rowOf(id)).state).toBe('pending');
    await Promise.all([expireDueOrders(later(31 * 60_000)), expireDueOrders(later(31 * 60_000))]);
    expect(await rowOf(id)).toMatchObject({ state: 'closed', close_reason: 'expired' });
    const again = await order({ couponCode: coupon.code });
    expect(await rowOf(again)).toMatchObject({ discount: 500, amount: 501 });
  });

  test('the database rejects state changes outside docs/product.md §16, and a changed price', async () => {
    const id = await order();
    await cancelOrder(member, id);
    const { db } = portal.ctx;
    await expect(
      db
        .updateTable('orders')
        .set({ state: 'paid', paid_at: new Date(), closed_at: null })
        .where('id', '=', id)
        .execute(),
    ).rejects.toThrow('may not go from closed to paid');
    await expect(
      db.updateTable('orders').set({ amount: 1, list_price: 1 }).where('id', '=', id).execute(),
    ).rejects.toThrow('are fixed');
  });
});

test('going live ends everything that the sandbox paid, once, and nothing that a real gateway paid', async () => {
  const author = await addSellingAuthor(portal, '长堤', { memberId: (await logIn(portal)).memberId });
  const isOpen = async (ctx: Context) =>
    (await grants(ctx)).some(({ ends_at }) => !ends_at || ends_at > new Date());
  const buy = async (wish: Partial<Parameters<typeof orderFor>[1]> = {}) => {
    const buyer = asMember(portal.ctx, (await logIn(portal)).memberId);
    const id = await order(wish, buyer);
    return { buyer, id };
  };
  const post = await buy();
  const vip = await buy({ thing: `plan:${await addPlan(portal)}` });
  const halfBack = await buy();
  const twice = await buy();
  for (const { buyer, id } of [post, vip, halfBack, twice, twice]) await payOrderOf(buyer, id);
  const { refundId } = await refundOrder(post.buyer, { id: halfBack.id, amount: 500, reason: '部分' });
  await inTransaction(member, (trx) =>
    failRefund(member, trx, { refundId, error: '渠道没有配置', isFinal: true }),
  );
  const real = await buy();
  const paymentId = await addPaymentAttempt(real.buyer, real.id, 1001);
  await portal.ctx.db
    .updateTable('payments')
    .set({ gateway: 'wechat' })
    .where('id', '=', paymentId)
    .execute();
  await inTransaction(real.buyer, (trx) =>
    settlePayment(real.buyer, trx, { orderId: real.id, paymentId, gateway: 'wechat', amount: 1001 }),
  );
  const payout = { author_id: author, amount: 1400, payee: '某', state: 'approved' };
  const { id: withdrawal } = await portal.ctx.db
    .insertInto('withdrawals')
    .values(payout)
    .returning('id')
    .executeTakeFirstOrThrow();
  await inTransaction(member, (trx) =>
    bookTransaction(member, trx, {
      key: `withdrawal:${withdrawal}:approved`,
      kind: 'settlement',
      authorId: author,
      entries: [
        { account: `author:${author}`, amount: 1400 },
        { account: 'withdrawals', amount: -1400 },
      ],
    }),
  );

  const [ended] = await Promise.all([endSandboxOrders(portal.ctx), endSandboxOrders(portal.ctx)]);
  expect(ended).toBeGreaterThanOrEqual(4);
  expect(await endSandboxOrders(portal.ctx)).toBe(0);
  for (const { buyer, id } of [post, vip, halfBack, twice]) {
    expect(await rowOf(id)).toMatchObject({ state: 'refunded' });
    expect(await isOpen(buyer)).toBe(false);
    expect((await refundsOf(id)).every(({ state }) => state === 'succeeded')).toBe(true);
  }
  expect((await rowOf(real.id)).state).toBe('paid');
  expect(await isOpen(real.buyer)).toBe(true);
  const after = Object.entries(await balances(portal.ctx)).filter(([, balance]) => balance !== 0);
  expect(Object.fromEntries(after)).toEqual({
    'gateway:wechat': 1001,
    [`author:${author}`]: -700,
    revenue: -301,
  });
  const decided = portal.ctx.db.selectFrom('withdrawals').select('state').where('id', '=', withdrawal);
  expect(await decided.executeTakeFirst()).toEqual({ state: 'rejected' });
});
