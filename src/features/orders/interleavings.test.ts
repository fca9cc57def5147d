import fc from 'fast-check';
import type { KyselyPlugin } from 'kysely';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureAuthors } from '#features/authors/index.ts';
import { authorPart } from '#features/ledger/index.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { DomainError } from '#kernel/errors.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost } from '#testing/posts-and-members.ts';
import { runs } from '#testing/runs.ts';
import {
  addCoupon,
  addPaymentAttempt,
  addPlan,
  asMember,
  balances,
  finishRefundOf,
  orderFor,
  settlePaymentAttempt,
} from '#testing/sales.ts';
import { claimRefundsToSend, expireDueOrders, failRefund, markRefundSent } from './index.ts';
import { approveRefund, refundOrder, rejectRefund, requestRefund, retryRefund } from './refunds.ts';
import { cancelOrder } from './service.ts';

/**
 * Whatever members, staff and gateways do, in any order or concurrently, and wherever the process crashes between two
 * statements: each order ends in one legal state, each payment grants once, the ledger balances, and our books match
 * the gateway's.
 */

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal({ DATABASE_POOL: '8' });
  await ensureAuthors(portal.ctx, ['甲', '乙']);
});
afterAll(() => portal.close());

class Crash extends Error {}

/** Crashes instead of sending the statement with this number; its transaction is rolled back with the connection. */
const crashAt = (place: number): KyselyPlugin => {
  let sent = 0;
  return {
    transformQuery({ node }) {
      sent += 1;
      if (sent === place) throw new Crash(`crashed before statement ${place}`);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
};

const verbs = [
  'create',
  'create',
  'create',
  'pay',
  'pay',
  'pay',
  'pay',
  'repeat',
  'cancel',
  'wait',
  'ask',
  'return',
  'return',
  'approve',
  'reject',
  'sent',
  'finish',
  'finish',
  'fail',
  'retry',
] as const;
/** `who` and `pick` choose among the members and rows that exist at that time; `part` is a share of an amount. */
const step = fc.record({
  what: fc.constantFrom(...verbs),
  who: fc.nat({ max: 1 }),
  pick: fc.nat({ max: 99 }),
  part: fc.constantFrom('whole', 'whole', 'whole', 'whole', 'half', 'more'),
  coupon: fc.boolean(),
  gift: fc.constantFrom(false, false, false, false, true),
  /** The statement before which the process crashes; 0 for none. */
  crashesAt: fc.oneof(
    { weight: 3, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 14 }) },
  ),
});
type Step = (typeof step extends fc.Arbitrary<infer T> ? T : never) & object;

type World = {
  base: Context;
  members: string[];
  things: string[];
  coupon: { id: string; code: string };
  /** Payments that the gateway reported as successful, with the reported amount; `repeat` reports them again. */
  paidNotices: { orderId: string; paymentId: string; amount: number }[];
  wait: (ms: number) => void;
};

let serial = 0;

/** Inserts a member directly: they never log in, and a password hash is slow on purpose. */
async function addBuyer(): Promise<string> {
  serial += 1;
  const { id } = await portal.ctx.db
    .insertInto('members')
    .values({ mobile: `137${String(serial).padStart(8, '0')}`, name: `买家 ${serial}`, password_hash: '' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function createWorld(): Promise<World> {
  let offset = 0;
  const base = { ...portal.ctx, now: () => new Date(Date.now() + offset) };
  const members = [await addBuyer(), await addBuyer()];
  const things = [
    `post:${await addPost(portal, { access: 'paid', price: 1001, author: '甲' })}`,
    `post:${await addPost(portal, { access: 'paid', price: 333, author: '乙' })}`,
    `plan:${await addPlan(portal, { price: 3000, first_price: 1999 })}`,
    `plan:${await addPlan(portal, { scope: 'column', column_id: '3', price: 777 })}`,
  ];
  const coupon = await addCoupon(portal, { amount_off: 400, total_limit: 2, member_limit: 2 });
  return {
    base,
    members,
    things,
    coupon,
    paidNotices: [],
    wait: (ms) => {
      offset += ms;
    },
  };
}

const choose = <T>(list: readonly T[], pick: number): T | undefined => list[pick % Math.max(list.length, 1)];

/** The orders of this world's members; the tables also hold those of other runs. */
const ordersOf = ({ base, members }: World) =>
  base.db.selectFrom('orders').selectAll().where('member_id', 'in', members).orderBy('id').execute();
const refundsOf = ({ base, members }: World) =>
  base.db
    .selectFrom('refunds')
    .innerJoin('orders', 'orders.id', 'refunds.order_id')
    .selectAll('refunds')
    .where('orders.member_id', 'in', members)
    .orderBy('refunds.id')
    .execute();

/** Runs one step. It may be refused or crash; any other error fails the test. */
async function runStep(world: World, one: Step): Promise<void> {
  const db = one.crashesAt > 0 ? world.base.db.withPlugin(crashAt(one.crashesAt)) : world.base.db;
  const ctx = asMember({ ...world.base, db }, world.members[one.who] ?? '');
  await act(world, ctx, one).catch((error: unknown) => {
    if (!(error instanceof DomainError || error instanceof Crash)) throw error;
  });
}

async function act(
  world: World,
  ctx: Context,
  { what: verb, pick, part, coupon, gift }: Step,
): Promise<unknown> {
  const refundable = async () => choose(await refundsOf(world), pick);
  if (verb === 'create') {
    const thing = choose(world.things, pick) ?? '';
    return orderFor(ctx, { thing, isGift: gift, ...(coupon ? { couponCode: world.coupon.code } : {}) });
  }
  if (verb === 'repeat') {
    const notice = choose(world.paidNotices, pick);
    return notice && settlePaymentAttempt(ctx, notice.orderId, notice.paymentId, notice.amount);
  }
  if (verb === 'wait') {
    world.wait(20 * 60_000);
    return expireDueOrders(ctx);
  }
  if (['approve', 'reject', 'sent', 'finish', 'fail', 'retry'].includes(verb)) {
    const refund = await refundable();
    return refund && actOnRefund(ctx, verb, refund);
  }
  const order = choose(await ordersOf(world), pick);
  if (!order) return undefined;
  const own = asMember(ctx, order.member_id ?? '');
  if (verb === 'cancel') return cancelOrder(own, order.id);
  if (verb === 'ask') return requestRefund(own, 7, { id: order.id, reason: '不要了' });
  if (verb === 'return') {
    const amount =
      part === 'whole' ? undefined : Math.max(1, Math.floor(order.amount / (part === 'half' ? 2 : 3)));
    return refundOrder(ctx, { id: order.id, amount, reason: '补偿' });
  }
  return pay(world, ctx, order, part);
}

async function pay(
  world: World,
  ctx: Context,
  order: { id: string; amount: number },
  part: Step['part'],
): Promise<unknown> {
  const amount =
    part === 'half'
      ? Math.max(1, Math.floor(order.amount / 2))
      : part === 'more'
        ? order.amount + 1
        : order.amount;
  if (amount === 0) return undefined;
  // The payer has paid, even if processing the notice fails; from now on the gateway may repeat the notice.
  const paymentId = await addPaymentAttempt(world.base, order.id, amount);
  world.paidNotices.push({ orderId: order.id, paymentId, amount });
  return settlePaymentAttempt(ctx, order.id, paymentId, amount);
}

async function actOnRefund(
  ctx: Context,
  verb: string,
  { id, state }: { id: string; state: string },
): Promise<unknown> {
  if (verb === 'approve') return approveRefund(ctx, { id, note: '' });
  if (verb === 'reject') return rejectRefund(ctx, { id, note: '不合条件' });
  if (verb === 'retry') return retryRefund(ctx, id);
  // A gateway reports only about refunds that were sent to it.
  if (state === 'requested' || state === 'rejected') return undefined;
  if (verb === 'finish') return finishRefundOf(ctx, id);
  return inTransaction(ctx, (trx) =>
    verb === 'sent'
      ? markRefundSent(ctx, trx, { refundId: id, gatewayNumber: `B${id}` })
      : failRefund(ctx, trx, { refundId: id, error: '失败', isFinal: true }),
  );
}

/** Checks the invariants that hold at every moment. */
async function check(world: World): Promise<void> {
  const { db } = world.base;
  const [orders, refunds] = [await ordersOf(world), await refundsOf(world)];
  const ids = orders.map(({ id }) => id);
  if (ids.length === 0) return;
  const payments = await db
    .selectFrom('payments')
    .selectAll()
    .where('order_id', 'in', ids)
    .where('state', '=', 'succeeded')
    .execute();
  const booked = await db
    .selectFrom('ledger_transactions')
    .selectAll()
    .where('order_id', 'in', ids)
    .execute();
  const grants = await db.selectFrom('grants').selectAll().where('member_id', 'in', world.members).execute();
  const uses = await db
    .selectFrom('coupon_uses')
    .selectAll()
    .where('coupon_id', '=', world.coupon.id)
    .execute();
  const gifts = await db.selectFrom('redeem_batches').selectAll().where('order_id', 'in', ids).execute();

  for (const order of orders) {
    const isPaid = ['paid', 'refunding', 'refunded'].includes(order.state);
    const given = grants.filter(({ source }) => source.endsWith(`order:${order.id}`));
    const sales = booked.filter(({ kind, order_id }) => kind === 'sale' && order_id === order.id);
    expect(given, `grants of ${order.number}`).toHaveLength(isPaid && !order.is_gift ? 1 : 0);
    expect(gifts.filter(({ order_id }) => order_id === order.id)).toHaveLength(
      isPaid && order.is_gift ? 1 : 0,
    );
    expect(sales, `sales of ${order.number}`).toHaveLength(isPaid && order.amount > 0 ? 1 : 0);
    const returned = refunds
      .filter(
        ({ order_id, kind, state }) => order_id === order.id && kind !== 'surplus' && state === 'succeeded',
      )
      .reduce((sum, { amount }) => sum + amount, 0);
    expect(order.refunded_amount).toBe(returned);
    expect(order.state === 'refunded').toBe(isPaid && order.amount > 0 && returned === order.amount);
    if (order.state === 'refunded' && given[0]?.scope === 'post')
      expect((given[0].ends_at?.getTime() ?? Infinity) <= world.base.now().getTime() + 1).toBe(true);
    const use = uses.find(({ order_id }) => order_id === order.id);
    if (use) expect(use.state).toBe(isPaid ? 'used' : order.state === 'closed' ? 'released' : 'held');
    expect(use !== undefined).toBe(order.coupon_id !== null);
  }
  const pending = orders.filter(({ state }) => state === 'pending');
  expect(
    new Set(pending.map(({ member_id, thing, is_gift }) => `${member_id} ${thing} ${is_gift}`)).size,
  ).toBe(pending.length);

  for (const payment of payments) {
    const [transaction, ...more] = booked.filter(({ key }) => key === `payment:${payment.id}`);
    expect(more).toEqual([]);
    expect(transaction?.kind).toBe(payment.is_surplus ? 'surplus' : 'sale');
    const back = refunds.filter(({ kind, payment_id }) => kind === 'surplus' && payment_id === payment.id);
    expect(back.map(({ amount }) => amount)).toEqual(payment.is_surplus ? [payment.amount] : []);
  }
  expect(booked.filter(({ key }) => key.startsWith('payment:'))).toHaveLength(payments.length);

  const held = uses.filter(({ state }) => state !== 'released').length;
  const coupon = await db
    .selectFrom('coupons')
    .select('used')
    .where('id', '=', world.coupon.id)
    .executeTakeFirst();
  expect(coupon?.used).toBe(held);
  expect(held).toBeLessThanOrEqual(2);
}

/** Checks the invariants of the whole ledger, over all worlds so far. */
async function checkBook({ db }: Context): Promise<void> {
  const book = await balances(portal.ctx);
  expect(Object.values(book).reduce((sum, balance) => sum + balance, 0)).toBe(0);
  const sum = async (query: ReturnType<typeof sql<{ sum: string }>>) =>
    Number((await query.execute(db)).rows[0]?.sum ?? 0);
  const received = await sum(
    sql`select coalesce(sum(amount), 0) sum from payments where state = 'succeeded'`,
  );
  const returned = await sum(sql`select coalesce(sum(amount), 0) sum from refunds where state = 'succeeded'`);
  expect(book['gateway:sandbox'] ?? 0).toBe(received - returned);
  const surplus = await sum(sql`
    select coalesce(sum(amount), 0) - (select coalesce(sum(amount), 0) from refunds where kind = 'surplus' and state = 'succeeded') sum
    from payments where is_surplus`);
  expect((book['owed:surplus'] ?? 0) + surplus).toBe(0);
  const sold = await db
    .selectFrom('orders')
    .select(['author_id', 'author_share', 'amount', 'refunded_amount'])
    .where('author_id', 'is not', null)
    .where('state', 'in', ['paid', 'refunding', 'refunded'])
    .execute();
  for (const author of new Set(sold.map(({ author_id }) => author_id))) {
    const owed = sold
      .filter(({ author_id }) => author_id === author)
      .reduce(
        (all, { amount, refunded_amount, author_share }) =>
          all + authorPart(amount, author_share) - authorPart(refunded_amount, author_share),
        0,
      );
    expect((book[`author:${author}`] ?? 0) + owed).toBe(0);
  }
}

/** Completes all outstanding work: gateways repeat notices, orders expire, refunds are sent and succeed. */
async function finishEverything(world: World): Promise<void> {
  for (const { orderId, paymentId, amount } of world.paidNotices)
    await settlePaymentAttempt(world.base, orderId, paymentId, amount);
  for (const { id, state } of await refundsOf(world)) {
    const staff = asMember(world.base, world.members[0] ?? '');
    if (state === 'requested') await approveRefund(staff, { id, note: '' });
    if (state === 'failed') await retryRefund(staff, id);
  }
  world.wait(2 * 3_600_000);
  await expireDueOrders(world.base);
  for (
    let due = await claimRefundsToSend(world.base);
    due.length > 0;
    due = await claimRefundsToSend(world.base)
  )
    for (const { id } of due) await finishRefundOf(world.base, id);
  await check(world);
  const states = new Set((await ordersOf(world)).map(({ state }) => state));
  for (const state of states) expect(['paid', 'refunded', 'closed']).toContain(state);
  const open = (await refundsOf(world)).filter(({ state }) => !['succeeded', 'rejected'].includes(state));
  expect(open).toEqual([]);
}

test('every step of a sequence with crashes keeps the invariants', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), async (steps) => {
      const world = await createWorld();
      for (const one of steps) {
        await runStep(world, one);
        await check(world);
      }
      await finishEverything(world);
      await checkBook(world.base);
    }),
    { numRuns: runs(40) },
  );
}, 120_000);

test('concurrent steps with crashes keep the invariants', async () => {
  const round = fc.array(step, { minLength: 2, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(fc.array(round, { minLength: 2, maxLength: 6 }), async (rounds) => {
      const world = await createWorld();
      for (const steps of rounds) {
        await Promise.all(steps.map((one) => runStep(world, one)));
        await check(world);
      }
      await finishEverything(world);
      await checkBook(world.base);
    }),
    { numRuns: runs(40) },
  );
}, 120_000);
