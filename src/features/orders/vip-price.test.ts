import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureAuthors } from '#features/authors/index.ts';
import type { Context } from '#kernel/context.ts';
import { dayMs } from '#shared/dates.ts';
import { addPiece, logIn } from '#testing/builders.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addCoupon, asMember, balances, finishRefundOf, orderFor, payOrderOf } from '#testing/sales.ts';
import { pricePiece } from './policy.ts';
import { quoteOrder, readOwnOrder } from './reads.ts';

let portal: Portal;
let piece: string;
let member: { token: string; memberId: string };
let vip: { token: string; memberId: string };
beforeAll(async () => {
  portal = await openPortal();
  await ensureAuthors(portal.ctx, ['长堤']);
  piece = await addPiece(portal, { access: 'paid', price: 1800, vipPrice: 900 });
  member = await logIn(portal);
  vip = await logIn(portal, { vipDays: 3 });
});
afterAll(() => portal.close());

const thing = () => `post:${piece}`;
const read = async (token?: string) =>
  (
    await portal.ask('POST /reception/article/selectArticle', {
      query: { id: piece },
      ...(token && { token }),
    })
  ).body.data;
const quote = async (token: string, query: object = {}) =>
  (await portal.ask('GET /member/quoteOrder', { query: { thing: thing(), ...query }, token })).body.data;
const create = async (token: string, body: object = {}) =>
  (await portal.ask('POST /member/createOrder', { body: { thing: thing(), agreed: true, ...body }, token }))
    .body;

/** A VIP whose membership ends at `until`, asking at `at`. */
const vipAt = (memberId: string, at: number, until: number): Context =>
  asMember(portal.ctx, memberId, {
    actor: { kind: 'member', memberId, sessionId: '1', permissions: new Set(), vipUntil: until },
    now: () => new Date(at),
  });
const shown = (ctx: Context) => quoteOrder(ctx, { thing: thing(), couponCode: undefined, isGift: 'false' });

test('VIP members pay the VIP price, everybody else and every gift the price', () => {
  const piece = { price: 1800, vipPrice: 900 };
  expect(pricePiece(piece, true)).toEqual({ price: 900, isVipPrice: true });
  expect(pricePiece(piece, false)).toEqual({ price: 1800, isVipPrice: false });
  expect(pricePiece({ price: 1800, vipPrice: null }, true)).toEqual({ price: 1800, isVipPrice: false });
});

describe('a piece with a VIP price', () => {
  test('shows both prices to everybody, and each what it costs them', async () => {
    const cost = async (token?: string) => {
      const { price, vipPrice, offers } = await read(token);
      expect({ price, vipPrice }).toEqual({ price: 1800, vipPrice: 900 });
      return offers.find(({ type }: { type: string }) => type === 'post').price;
    };
    expect([await cost(), await cost(member.token), await cost(vip.token)]).toEqual([1800, 1800, 900]);
  });

  test('costs the same whoever asks in the same group, and no VIP is offered where it does not open', async () => {
    const others = await Promise.all([logIn(portal, { vipDays: 400 }), logIn(portal, { vipDays: 1 })]);
    for (const { token } of [vip, ...others])
      expect(await quote(token)).toMatchObject({ listPrice: 900, isVipPrice: true, amount: 900 });
    expect(await quote(member.token)).toMatchObject({ listPrice: 1800, isVipPrice: false });
    const types = (await read(member.token)).offers.map(({ type }: { type: string }) => type);
    expect(types).not.toContain('vip');
  });

  test('is sold at it: the order, the author’s part and the refund are of what was paid', async () => {
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
    const refund = await portal.ask('POST /admin/order/refund', {
      body: { id: data.id, reason: '重复购买' },
      token: finance,
    });
    await finishRefundOf(portal.ctx, refund.body.data.refundId);
    expect(await readOwnOrder(ctx, 7, data.id)).toMatchObject({ state: 'refunded', refundedAmount: 900 });
    expect(Object.values(await balances(portal.ctx)).every((balance) => balance === 0)).toBe(true);
  });

  test('takes a coupon off the VIP price, whose least price it has to reach', async () => {
    const coupon = await addCoupon(portal, { amount_off: 300 });
    const dear = await addCoupon(portal, { least_price: 1000 });
    expect(await quote(vip.token, { couponCode: coupon.code })).toMatchObject({
      listPrice: 900,
      amount: 600,
    });
    expect((await quote(vip.token, { couponCode: dear.code })).couponFault).toContain('满 ¥10');
    expect((await quote(member.token, { couponCode: dear.code })).couponFault).toBe('');
  });

  test('costs its price as a gift, which somebody else will read', async () => {
    expect(await quote(vip.token, { isGift: 'true' })).toMatchObject({ listPrice: 1800, isVipPrice: false });
  });
});

describe('between opening and paying', () => {
  test('VIP that ends changes the price: the order says so, and nothing is ordered', async () => {
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

  test('an order that waits keeps the price it was made at, and is shown at it', async () => {
    const { memberId } = await logIn(portal);
    const until = Date.now() + 60_000;
    const id = await orderFor(vipAt(memberId, until - 1, until), { thing: thing(), price: 900 });
    const lapsed = vipAt(memberId, until, until);
    expect(await shown(lapsed)).toMatchObject({ listPrice: 900, isVipPrice: true, pendingOrderId: id });
    expect(await orderFor(lapsed, { thing: thing(), price: 900 })).toBe(id);
  });

  test('who has become a VIP is not held to the dearer order that waits', async () => {
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
