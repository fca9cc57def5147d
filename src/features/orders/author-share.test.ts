import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost, logIn } from '#testing/posts-and-members.ts';
import { addPlan, addSellingAuthor, asMember, orderFor } from '#testing/sales.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal.close());

async function shareOf(thing: string): Promise<number> {
  const { memberId } = await logIn(portal);
  const id = await orderFor(asMember(portal.ctx, memberId), { thing });
  const query = portal.ctx.db.selectFrom('orders').select('author_share').where('id', '=', id);
  return (await query.executeTakeFirstOrThrow()).author_share;
}

// docs/product.md §16
test.each([
  ['none for what the house writes', { percent: null, isMember: false }, 0],
  ['that of the site for an author with a member', { percent: null, isMember: true }, 7000],
  ['their own percentage, if they have one', { percent: 25, isMember: true }, 2500],
  ['none at their own percentage of 0', { percent: 0, isMember: true }, 0],
  ['their own percentage before a member is linked', { percent: 40, isMember: false }, 4000],
  ['none for who holds a staff role', { percent: null, isMember: true, role: 'editor' }, 0],
  ['what an editor set for who holds a staff role', { percent: 30, isMember: true, role: 'editor' }, 3000],
])('fixes the author share of an order: %s', async (name, { percent, isMember, ...role }, share) => {
  const memberId = isMember ? (await logIn(portal, role)).memberId : null;
  await addSellingAuthor(portal, name, { percent, memberId });
  const id = await addPost(portal, { author: name, access: 'paid', price: 1000 });
  expect(await shareOf(`post:${id}`)).toBe(share);
});

test('shows staff that they have no share, and leaves an order from before its share', async () => {
  const author = await logIn(portal);
  await addSellingAuthor(portal, '将来的编辑', { percent: null, memberId: author.memberId });
  const id = await addPost(portal, { author: '将来的编辑', access: 'paid', price: 1000 });
  const buyer = asMember(portal.ctx, (await logIn(portal)).memberId);
  const orderId = await orderFor(buyer, { thing: `post:${id}` });
  const sharePercent = async () =>
    (await portal.call('GET /member/getIncome', { token: author.token })).body.data.sharePercent;
  expect(await sharePercent()).toBe(70);
  await portal.ctx.db
    .insertInto('member_roles')
    .values({ member_id: author.memberId, role: 'editor' })
    .execute();
  expect(await sharePercent()).toBe(0);
  expect(await orderFor(buyer, { thing: `post:${id}` })).toBe(orderId);
  const { author_share } = await portal.ctx.db
    .selectFrom('orders')
    .select('author_share')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  expect(author_share).toBe(7000);
});

test('fixes no author share for a plan', async () => {
  expect(await shareOf(`plan:${await addPlan(portal)}`)).toBe(0);
});
