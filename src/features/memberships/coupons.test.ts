import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Context } from '#kernel/context.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost, logIn } from '#testing/posts-and-members.ts';
import { addCoupon, addPlan, asMember, orderFor, payOrderOf } from '#testing/sales.ts';
import { discountOf } from './coupons.ts';

let portal: Portal;
let postId: string;
beforeAll(async () => {
  portal = await openPortal();
  postId = await addPost(portal, { access: 'paid', price: 2000 });
});
afterAll(() => portal.close());

const someone = async (): Promise<Context> => asMember(portal.ctx, (await logIn(portal)).memberId);
const order = (ctx: Context, couponCode: string, thing = `post:${postId}`) =>
  orderFor(ctx, { thing, couponCode });
const used = async (id: string) =>
  (await portal.ctx.db.selectFrom('coupons').select('used').where('id', '=', id).executeTakeFirst())?.used;

test('deducts an amount or a percentage rounded down, never more than the price', () => {
  expect(discountOf({ amount_off: 500, percent_off: null }, 2000)).toBe(500);
  expect(discountOf({ amount_off: 5000, percent_off: null }, 2000)).toBe(2000);
  for (let percent_off = 1; percent_off <= 100; percent_off += 1)
    for (const price of [1, 3, 99, 101, 1999, 29_800]) {
      const discount = discountOf({ amount_off: null, percent_off }, price);
      // Less than a fen below the exact percentage, and never above it.
      const belowBy = (price * percent_off) / 100 - discount;
      expect([belowBy >= 0, belowBy < 1, Number.isInteger(discount)], `${percent_off} % of ${price}`).toEqual(
        [true, true, true],
      );
    }
});

describe('limits of a coupon under concurrent orders', () => {
  test('hold in total', async () => {
    const coupon = await addCoupon(portal, { total_limit: 3 });
    const people = await Promise.all(Array.from({ length: 8 }, someone));
    const results = await Promise.allSettled(people.map((person) => order(person, coupon.code)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason.message).toBe('优惠码已被用完');
    expect(await used(coupon.id)).toBe(3);
  });

  test('hold per member, across different posts', async () => {
    const coupon = await addCoupon(portal);
    const person = await someone();
    const things = await Promise.all([1, 2, 3, 4].map(() => addPost(portal, { access: 'paid', price: 800 })));
    const results = await Promise.allSettled(things.map((id) => order(person, coupon.code, `post:${id}`)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await used(coupon.id)).toBe(1);
  });
});

test('a coupon stays used after its order is paid', async () => {
  const coupon = await addCoupon(portal);
  const person = await someone();
  await payOrderOf(person, await order(person, coupon.code));
  const other = await addPost(portal, { access: 'paid', price: 800 });
  await expect(order(person, coupon.code, `post:${other}`)).rejects.toThrow('你已用过这个优惠码');
});

test('an order that costs nothing with a coupon is paid at once, without ledger entries', async () => {
  const coupon = await addCoupon(portal, { amount_off: 5000 });
  const person = await someone();
  const id = await order(person, coupon.code.toLowerCase());
  const { db } = portal.ctx;
  expect(await db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst()).toMatchObject({
    state: 'paid',
    amount: 0,
    discount: 2000,
    gateway: null,
  });
  const booked = await db.selectFrom('ledger_transactions').select('id').where('order_id', '=', id).execute();
  expect(booked).toEqual([]);
  const read = await portal.ctx.db
    .selectFrom('grants')
    .select('target_id')
    .where('source', '=', `order:${id}`)
    .execute();
  expect(read).toEqual([{ target_id: postId }]);
});

describe('a coupon is rejected', () => {
  const yesterday = new Date(Date.now() - 86_400_000);
  const tomorrow = new Date(Date.now() + 86_400_000);
  test.each([
    [{ is_active: false }, '不存在或已停用'],
    [{ starts_at: tomorrow }, '还没到'],
    [{ starts_at: new Date(0), ends_at: yesterday }, '已过期'],
    [{ least_price: 2001 }, '满 ¥20.01'],
    [{ scope: 'vip' }, '不能用于'],
    [{ scope: 'column' }, '不能用于'],
    [{ scope: 'post', target_id: '5' }, '不能用于'],
  ])('with %j', async (changes, message) => {
    const coupon = await addCoupon(portal, changes);
    const person = await someone();
    await expect(order(person, coupon.code)).rejects.toThrow(message);
    expect(await used(coupon.id)).toBe(0);
  });

  test('if the code does not exist', async () => {
    await expect(order(await someone(), 'NONESUCH')).rejects.toThrow('优惠码不存在');
  });
});

test('a coupon for a VIP plan is valid for that plan only', async () => {
  const [month, year] = [await addPlan(portal), await addPlan(portal)];
  const coupon = await addCoupon(portal, { scope: 'vip', target_id: year, member_limit: 9 });
  const person = await someone();
  await order(person, coupon.code, `plan:${year}`);
  await expect(order(person, coupon.code, `plan:${month}`)).rejects.toThrow('不能用于');
});

test('a coupon for a column is valid for plans of that column only', async () => {
  const [two, three] = [
    await addPlan(portal, { scope: 'column', column_id: '2' }),
    await addPlan(portal, { scope: 'column', column_id: '3' }),
  ];
  const coupon = await addCoupon(portal, { scope: 'column', target_id: '2', member_limit: 9 });
  const person = await someone();
  await order(person, coupon.code, `plan:${two}`);
  await expect(order(person, coupon.code, `plan:${three}`)).rejects.toThrow('不能用于');
});
