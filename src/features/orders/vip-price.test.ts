import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Context } from '#kernel/context.ts';
import { dayMs } from '#shared/dates.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost, logIn } from '#testing/posts-and-members.ts';
import {
  addCoupon,
  addSellingAuthor,
  asMember,
  balances,
  finishRefundOf,
  orderFor,
  payOrderOf,
} from '#testing/sales.ts';
import { pricePost } from './policy.ts';
import { quoteOrder, readOwnOrder } from './reads.ts';

let portal: Portal;
let postId: string;
let member: { token: string; memberId: string };
let vip: { token: string; memberId: string };
beforeAll(async () => {
  portal = await openPortal();
  await addSellingAuthor(portal, '长堤');
  postId = await addPost(portal, { access: 'paid', price: 1800, vipPrice: 900 });
  member = await logIn(portal);
  vip = await logIn(portal, { vipDays: 3 });
});
afterAll(() => portal.close());

const thing = () => `post:${postId}`;
const read = async (token?: string) =>
  (
    await portal.call('POST /reception/article/selectArticle', {
      query: { id: postId },
      ...(token && { token }),
    })
  ).body.data;
const quote = async (token: string, query: object = {}) =>
  (await portal.call('GET /member/quoteOrder', { query: { thing: thing(), ...query }, token })).body.data;
const create = async (token: string, body: object = {}) =>
  (await portal.call('POST /member/createOrder', { body: { thing: thing(), agreed: true, ...body }, token }))
    .body;

/** A VIP member whose membership ends at `until`, calling at `at`. */
const vipAt = (memberId: string, at: number, until: number): Context =>
  asMember(portal.ctx, memberId, {
    actor: { kind: 'member', memberId, sessionId: '1', permissions: new Set(), vipUntil: until },
    now: () => new Date(at),
  });
const shown = (ctx: Context) => quoteOrder(ctx, { thing: thing(), couponCode: undefined, isGift: 'false' });

test('VIP members pay the VIP price; others, and every gift, the regular price', () => {
  const prices = { price: 1800, vipPrice: 900 };
  expect(pricePost(prices, true)).toEqual({ price: 900, isVipPrice: true });
  expect(pricePost(prices, false)).toEqual({ price: 1800, isVipPrice: false });
  expect(pricePost({ price: 1800, vipPrice: null }, true)).toEqual({ price: 1800, isVipPrice: false });
});

describe('a post with a VIP price', () => {
  test('shows both prices to everyone, and offers each reader their own', async () => {
    const cost = async (token?: string) => {
      const { price, vipPrice, offers } = await read(token);
      expect({ price, vipPrice }).toEqual({ price: 1800, vipPrice: 900 });
      return offers.find(({ type }: { type: string }) => type === 'post').price;
    };
    expect([await cost(), await cost(member.token), await cost(vip.token)]).toEqual([1800, 1800, 900]);
  });

  test('costs the same for everyone in a group, and offers no VIP where VIP does not open it', async () => {
    const others = await Promise.all([logIn(portal, { vipDays: 400 }), logIn(portal, { vipDays: 1 })]);
    for (const { token } of [vip, ...others])
      expect(await quote(token)).toMatchObject({ listPrice: 900, isVipPrice: true, amount: 900 });
    expect(await quote(member.token)).toMatchObject({ listPrice: 1800, isVipPrice: false });
    const types = (await read(member.token)).offers.map(({ type }: { type: string }) => type);
    expect(types).not.toContain('vip');
  });

  test('is sold at that price, and the author’s share and the refund follow the paid amount', async () => {
    const buyer = await logIn(portal, { vipDays: 3 });
    const ctx = asMember(portal.ctx, buyer.memberId);
    const { data } = await create(buyer.token, { price: 900 });
    expect(data).toMatchObject({ listPrice: 900, isVipPrice: true, amount: 900 });
    expect(await payOrderOf(ctx, data.id)).toBe('paid');
    const { author_id } = await portal.ctx.db
      .selectFrom('orders')
      .select('author_id')
      .where('id', '=', data.id)
      .executeTakeFirstOrThrow();
    expect(await balances(portal.ctx)).toMatchObject({
      'gateway:sandbox': 900,
      [`author:${author_id}`]: -630,
      revenue: -270,
    });
    const finance = (await logIn(portal, { role: 'finance' })).token;
    const refund = await portal.call('POST /admin/order/refund', {
      body: { id: data.id, reason: '重复购买' },
      token: finance,
    });
    await finishRefundOf(portal.ctx, refund.body.data.refundId);
    expect(await readOwnOrder(ctx, 7, data.id)).toMatchObject({ state: 'refunded', refundedAmount: 900 });
    expect(Object.values(await balances(portal.ctx)).every((balance) => balance === 0)).toBe(true);
  });

  test('deducts a coupon from the VIP price, which must reach the coupon’s minimum', async () => {
    const coupon = await addCoupon(portal, { amount_off: 300 });
    const dear = await addCoupon(portal, { least_price: 1000 });
    expect(await quote(vip.token, { couponCode: coupon.code })).toMatchObject({
      listPrice: 900,
      amount: 600,
    });
    expect((await quote(vip.token, { couponCode: dear.code })).couponFault).toContain('满 ¥10');
    expect((await quote(member.token, { couponCode: dear.code })).couponFault).toBe('');
  });

  test('costs the regular price as a gift, because another person will read it', async () => {
    expect(await quote(vip.token, { isGift: 'true' })).toMatchObject({ listPrice: 1800, isVipPrice: false });
  });
});

describe('a VIP membership that changes before the payment', () => {
  test('if it ended, the order is rejected with the new price', async () => {
    const { memberId } = await logIn(portal);
    const until = Date.now() + dayMs;
    expect(await shown(vipAt(memberId, until - 1, until))).toMatchObject({ listPrice: 900 });
    const lapsed = vipAt(memberId, until, until);
    await expect(orderFor(lapsed, { thing: thing(), price: 900 })).rejects.toMatchObject({
      kind: 'conflict',
      message: '价格已变动，现价 ¥18，请确认后再下单',
    });
    expect(await shown(lapsed)).toMatchObject({ listPrice: 1800, pendingOrderId: null });
  });

  test('if it ended, a pending order keeps its price in order and quote', async () => {
    const { memberId } = await logIn(portal);
    const until = Date.now() + 60_000;
    const id = await orderFor(vipAt(memberId, until - 1, until), { thing: thing(), price: 900 });
    const lapsed = vipAt(memberId, until, until);
    expect(await shown(lapsed)).toMatchObject({ listPrice: 900, isVipPrice: true, pendingOrderId: id });
    expect(await orderFor(lapsed, { thing: thing(), price: 900 })).toBe(id);
  });

  test('if it began, the new order replaces the more expensive pending one', async () => {
    const { memberId } = await logIn(portal);
    const now = Date.now();
    const dear = await orderFor(vipAt(memberId, now, 0), { thing: thing(), price: 1800 });
    const asVip = vipAt(memberId, now, now + dayMs);
    expect(await shown(asVip)).toMatchObject({ listPrice: 900, pendingOrderId: null });
    const id = await orderFor(asVip, { thing: thing(), price: 900 });
    expect(id).not.toBe(dear);
    expect(await readOwnOrder(asVip, 7, id)).toMatchObject({ amount: 900, state: 'pending' });
    expect(await readOwnOrder(asVip, 7, dear)).toMatchObject({ state: 'closed', closeReason: 'superseded' });
  });
});
